"""Chat through the services: people who say things at a table, and what each of them gets."""

from datetime import datetime
from typing import Any

from games.models import ChatMessage
from games.services.chat.messages import post_message
from games.services.chat.view import build_chat_view
from tests.support.games.people import person
from tests.support.games.playing import AT

HOME = "192.0.2.1"


def write(table_id: str, name: str, text: str | None = None, now: datetime = AT, **more: Any) -> ChatMessage:
    """Somebody says something; raises the Refusal."""
    return post_message(table_id=table_id, user=person(name), address=HOME, now=now, text=text, **more)


def texts(table_id: str, name: str | None, now: datetime = AT) -> list[str]:
    """What somebody, or a stranger, reads in a table's chat."""
    user = None if name is None else person(name)
    return [message["text"] for message in build_chat_view(table_id, user, now=now)["messages"]]
