"""A table's chat as its viewers see it. Players at a table never see the spectators' channel."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from accounts.selectors import find_blocked_users, find_blockers
from games.models import ChatMessage, ChatMute, ChatSanction
from games.models.chat import Channel
from games.models.moderation import SanctionKind
from games.models.table import RUNNING
from games.rules.sight import format_iso
from games.selectors.tables import get_table
from games.store.tables import load_snapshot
from games.wire.chat import ShownMessage
from games.wire.phrases import PHRASES

MAX_HISTORY = 100
"""Maximum number of messages that a viewer gets on arrival."""
WARNING_DAYS = 7
"""For how many days a warning from the moderators is shown."""


class AddressedMessage(NamedTuple):
    """A message for the sockets at its table, and the users who must not receive it."""

    table_id: str
    message: ShownMessage
    hidden_from: frozenset[int]
    """The users who have muted or blocked the author and, for spectators' messages, the table's players."""


def channel_of_seat(seat: int | None) -> Channel:
    """Return the chat channel for the player in this seat or, if `seat` is None, for spectators."""
    return Channel.SPECTATORS if seat is None else Channel.TABLE


def find_user_seat(table_id: str, user_id: int) -> int | None:
    """Return the user's seat at the table, or None if the user is a spectator.

    Raise NotFound if the table does not exist.
    """
    return load_snapshot(table_id).state.seat_of(user_id)


def is_chat_closed(table_id: str) -> bool:
    """Return whether the organisers have closed the table's chat.

    The chat opens again after the game, unless other tables still play the same deals.
    """
    row = get_table(table_id)
    # A sealed table's chat stays closed after the game: players could tell others who hold the same cards.
    return row.silent and (row.status in RUNNING or row.sealed)


def chat_history(table_id: str, user_id: int | None) -> list[ShownMessage]:
    """Return the newest chat messages (up to MAX_HISTORY) that the user can see, oldest first.

    If `user_id` is None, return messages of all channels.
    """
    # Nothing has been written at most tables, and finding out who may see what takes several queries.
    if user_id is not None and not ChatMessage.objects.filter(table_id=table_id).exists():
        load_snapshot(table_id)
        return []
    found = _visible_messages(table_id, user_id).select_related("author").order_by("-id")[:MAX_HISTORY]
    return [describe_chat_message(message) for message in reversed(found)]


def find_visible_message(table_id: str, message_id: int, user_id: int) -> ChatMessage | None:
    """Return a chat message at the table, or None if there is no such message or the user cannot see it."""
    return _visible_messages(table_id, user_id).filter(pk=message_id).select_related("author").first()


def _visible_messages(table_id: str, user_id: int | None) -> QuerySet[ChatMessage]:
    """Select a table's chat messages that the user can see. If `user_id` is None, select all messages."""
    messages = ChatMessage.objects.filter(table_id=table_id)
    seat = None if user_id is None else find_user_seat(table_id, user_id)
    # Players cannot see the spectators' channel.
    if seat is not None:
        messages = messages.filter(channel=Channel.TABLE)
    if user_id is None:
        return messages
    if has_muted_chat(table_id, user_id):
        return messages.filter(author_id=user_id)
    return messages.exclude(author__in=find_blocked_users(user_id) | find_muted_users(table_id, user_id))


def read_addressed_messages(message_ids: Collection[int]) -> list[AddressedMessage]:
    """Return the chat messages with these ids, each with the ids of the users who must not receive it.

    The messages are sorted by id. Ids of missing messages are ignored.
    """
    found = ChatMessage.objects.filter(pk__in=message_ids).select_related("author").order_by("id")
    return [_build_addressed_message(message) for message in found]


def _build_addressed_message(message: ChatMessage) -> AddressedMessage:
    """Return a chat message with the ids of the users who must not receive the message.

    These users have blocked or muted the author. Other users who have muted the whole chat do not receive the
    message either, and the table's players do not receive a spectator's message.
    """
    author, table_id = message.author_id, message.table_id
    mutes = ChatMute.objects.filter(table_id=table_id).filter(Q(muted=author) | Q(muted=None))
    unwilling = find_blockers(author) | set(mutes.values_list("user_id", flat=True)) - {author}
    if message.channel == Channel.SPECTATORS:
        # The current seats: somebody may have taken a seat since the sockets got their last update.
        unwilling |= {
            seat.user for seat in load_snapshot(table_id).state.seats if seat and seat.user is not None
        }
    return AddressedMessage(table_id, describe_chat_message(message), frozenset(unwilling))


def recent_message_ids(table_ids: Collection[str], since: datetime) -> list[int]:
    """Return the ids of the chat messages sent at these tables at or after `since`."""
    found = ChatMessage.objects.filter(sent_at__gte=since).values_list("id", "table_id")
    return [message_id for message_id, table_id in found if table_id in table_ids]


def describe_chat_message(message: ChatMessage) -> ShownMessage:
    """Convert a chat message to the API's format, with empty text if a moderator has hidden the message."""
    is_hidden = message.hidden_at is not None
    words = message.text or str(PHRASES.get(message.phrase, ""))
    return {
        "id": message.pk,
        "channel": message.channel,
        "name": message.author.username,
        "kind": message.author.kind,
        "seat": message.seat,
        "text": "" if is_hidden else words,
        "phrase": None if is_hidden else message.phrase or None,
        "at": format_iso(message.sent_at),
        "hidden": is_hidden,
    }


# --- Mutes and sanctions ------------------------------------------------------------------------------------


def has_muted_chat(table_id: str, user_id: int) -> bool:
    """Return whether the user has muted the whole chat at a table."""
    return ChatMute.objects.filter(table_id=table_id, user=user_id, muted=None).exists()


def find_muted_users(table_id: str, user_id: int) -> set[int]:
    """Return the ids of the people whom the user has muted in a table's chat."""
    found = ChatMute.objects.filter(table_id=table_id, user=user_id, muted__isnull=False)
    return set(found.values_list("muted_id", flat=True))


def muted_names(table_id: str, user_id: int) -> list[str]:
    """Return the names of the people whom the user has muted in a table's chat, in alphabetical order."""
    found = ChatMute.objects.filter(table_id=table_id, user=user_id, muted__isnull=False)
    return list(found.order_by("muted__username").values_list("muted__username", flat=True))


def current_suspension(user_id: int, now: datetime) -> ChatSanction | None:
    """Return the user's chat suspension that ends last, or None if the user is not suspended now."""
    running = ChatSanction.objects.filter(user=user_id, kind=SanctionKind.SUSPENSION, ends_at__gt=now)
    return running.order_by("-ends_at").first()


def latest_warning(user_id: int, now: datetime) -> ChatSanction | None:
    """Return the newest warning that moderators gave the user in the last WARNING_DAYS days, or None."""
    since = now - timedelta(days=WARNING_DAYS)
    given = ChatSanction.objects.filter(user=user_id, kind=SanctionKind.WARNING, given_at__gt=since)
    return given.order_by("-given_at").first()
