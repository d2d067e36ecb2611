"""Writing at a table: players write to everybody there, and spectators to the other spectators."""

import uuid
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction

from accounts.models import User
from core.plain_text import UnfitText, clean_text
from core.realtime import bus
from core.refusal import BadRequest
from core.sentence import Sentence, message_of_error, must_be_one_of
from games import broadcast
from games.models import ChatMessage
from games.models.chat import MAX_TEXT_LENGTH, Channel
from games.selectors import chat
from games.selectors.tables import require_table_access
from games.services.chat.errors import ChatClosed, ChatSuspended, WrongChannel
from games.services.chat.limits import count_message
from games.services.mail.messages import queue_message_emails
from games.wire.phrases import PHRASES


def post_message(
    *,
    table_id: str,
    user: User,
    address: str,
    now: datetime,
    text: str | None = None,
    phrase: str | None = None,
    channel: str | None = None,
    message_id: str | None = None,
    invite: str | None = None,
) -> ChatMessage:
    """Store, announce and return a chat message.

    Give either `text` or, as `phrase`, the code of a ready-made phrase. `channel` defaults to the channel in
    which the user may write. `message_id` is an idempotency key: if the user has already posted a message
    with this id at the table, return that message instead. `address` is the user's network address. `invite`
    is the invite code of a private table. Raise a Refusal if the user may not write now or in `channel`.
    """
    require_table_access(table_id, user.pk, invite)
    # Done first, so that a repeated message succeeds even if chat is closed by now, and costs no attempt.
    if (known := _find_message(table_id, user, message_id)) is not None:
        return known
    check_may_write(table_id=table_id, user=user, now=now)
    # Guest accounts cost nothing, so messages are limited per network address, too.
    count_message(user=user, address=address, now=now)
    seat = chat.find_user_seat(table_id, user.pk)
    message = ChatMessage(
        table_id=table_id,
        channel=_validate_channel(seat, channel),
        author=user,
        seat=seat,
        **_validate_content(text, phrase),
        # The column is part of a unique key, so every message needs an id.
        message_id=message_id or uuid.uuid4().hex,
        sent_at=now,
    )
    return _store_message(message)


def check_may_write(*, table_id: str, user: User, now: datetime) -> None:
    """Raise NotFound, ChatClosed or ChatSuspended if the user cannot write at this table at the moment."""
    if chat.is_chat_closed(table_id):
        raise ChatClosed()
    suspension = chat.current_suspension(user.pk, now)
    if suspension is not None and suspension.ends_at is not None:
        raise ChatSuspended(suspension.ends_at, suspension.reason)


def announce_message(message: ChatMessage) -> None:
    """Tell all processes, after the commit, that a chat message was posted, hidden or shown again."""
    transaction.on_commit(partial(bus.publish_message, broadcast.ChatChange(message.table_id, message.pk)))


def _validate_channel(seat: int | None, requested_channel: str | None) -> str:
    """Return the channel that a user may write in: the spectators' if `seat` is None, otherwise the table's.

    Raise WrongChannel if the user has requested the other channel, and BadRequest for an unknown one.
    """
    own = chat.channel_of_seat(seat)
    if requested_channel not in (None, *Channel.values):
        raise BadRequest({"channel": [must_be_one_of(Channel.values)]})
    if requested_channel not in (None, own):
        raise WrongChannel()
    return own


def _validate_content(text: str | None, phrase: str | None) -> dict[str, str]:
    """Return the ChatMessage fields for a text, or for the code of a ready-made phrase.

    Raise BadRequest unless exactly one of `text` and `phrase` is given and valid.
    """
    if (text is None) == (phrase is None):
        raise BadRequest({"text": [Sentence("Send either a text or the code of a quick phrase.")]})
    if phrase is not None:
        if phrase not in PHRASES:
            raise BadRequest({"phrase": [must_be_one_of(PHRASES)]})
        return {"phrase": phrase}
    try:
        return {"text": clean_text(text or "", max_length=MAX_TEXT_LENGTH)}
    except UnfitText as fault:
        raise BadRequest({"text": [message_of_error(fault)]}, message_of_error(fault)) from None


def _find_message(table_id: str, user: User, message_id: str | None) -> ChatMessage | None:
    """Return the user's message at this table with this idempotency key, or None if there is none."""
    if message_id is None:
        return None
    return ChatMessage.objects.filter(table_id=table_id, author=user, message_id=message_id).first()


def _store_message(message: ChatMessage) -> ChatMessage:
    """Store, announce and return a chat message, and queue emails about it.

    If the same message was sent twice at the same time, return the one that was stored first.
    """
    try:
        with transaction.atomic():
            message.save(force_insert=True)
            queue_message_emails(message)
            announce_message(message)
    except IntegrityError:
        known = _find_message(message.table_id, message.author, message.message_id)
        if known is None:
            raise
        return known
    return message
