"""The messages that moderators read with a report."""

from typing import TypedDict

from games.models import ChatMessage
from games.rules.sight import format_iso
from games.selectors.chat import public_message

MAX_BEFORE, MAX_AFTER = 10, 5
"""Messages around a reported one that are stored with the report."""


class ContextMessage(TypedDict):
    """A message around a reported one, as it was then."""

    id: int
    at: str
    name: str
    text: str


def message_context(message: ChatMessage) -> list[ContextMessage]:
    """Return a message and the messages around it in its channel, oldest first, to store with a report.

    There are at most MAX_BEFORE messages before it and MAX_AFTER after it.
    """
    around = ChatMessage.objects.filter(table_id=message.table_id, channel=message.channel)
    around = around.select_related("author")
    before = around.filter(pk__lte=message.pk).order_by("-id")[: MAX_BEFORE + 1]
    after = around.filter(pk__gt=message.pk).order_by("id")[:MAX_AFTER]
    return [_context_message(each) for each in (*reversed(before), *after)]


def _context_message(message: ChatMessage) -> ContextMessage:
    """Return a message as a report stores it, with its text even if a moderator has hidden the message."""
    found = public_message(message)
    return {
        "id": message.pk,
        "at": format_iso(message.sent_at),
        "name": message.author.username,
        # Also of messages that are hidden by now, whose text a public message leaves out.
        "text": message.text or found["text"],
    }
