"""The messages that are stored with a report, for moderators."""

from typing import TypedDict

from games.models import ChatMessage
from games.rules.sight import format_iso
from games.selectors.chat import describe_chat_message

MAX_BEFORE, MAX_AFTER = 10, 5
"""Maximum numbers of messages before and after a reported message that are stored with the report."""


class ContextMessage(TypedDict):
    """A reported message, or a message around it, as it was at the time of the report."""

    id: int
    at: str
    name: str
    text: str


def message_context(message: ChatMessage) -> list[ContextMessage]:
    """Return a reported chat message with earlier and later messages of the same channel, oldest first.

    The list contains up to MAX_BEFORE earlier and MAX_AFTER later messages.
    """
    around = ChatMessage.objects.filter(table_id=message.table_id, channel=message.channel)
    around = around.select_related("author")
    before = around.filter(pk__lte=message.pk).order_by("-id")[: MAX_BEFORE + 1]
    after = around.filter(pk__gt=message.pk).order_by("id")[:MAX_AFTER]
    return [_context_message(each) for each in (*reversed(before), *after)]


def _context_message(message: ChatMessage) -> ContextMessage:
    """Convert a chat message to the format stored with a report, with its text even if it is hidden."""
    found = describe_chat_message(message)
    return {
        "id": message.pk,
        "at": format_iso(message.sent_at),
        "name": message.author.username,
        # The text of a hidden message is empty in its public form.
        "text": message.text or found["text"],
    }
