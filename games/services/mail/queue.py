"""Queues emails: stores what they are about; the sender writes and sends them soon afterwards."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from core.sentence import encode_sentences
from games.models import PendingMail
from games.models.mail import MAX_MESSAGE_ID, MailKind
from games.store.mails import email_domain, new_message_id

__all__ = ["email_domain", "is_message_id", "queue_email"]

_MESSAGE_ID = re.compile(r"<[!-;=?-~]+@[!-;=?-~]+>")
"""A Message-ID of visible ASCII without angle brackets inside, so that no header can be injected."""


def queue_email(
    *,
    user_id: int,
    kind: MailKind,
    now: datetime,
    table_id: str | None = None,
    sentences: Sequence[str] = (),
    facts: Mapping[str, object] | None = None,
    in_reply_to: str = "",
    occasion: str = "",
    due_at: datetime | None = None,
) -> None:
    """Store an email to be sent at `due_at` or, if it is None, as soon as possible.

    The text begins with `sentences`. `facts` are details that the text needs, such as the number of a round.
    `in_reply_to` is the Message-ID of the email to which this one replies. `occasion` is a key that prevents
    duplicates: store nothing if another email to the user with the same key still waits to be sent. Emails
    with an empty `occasion` are always stored.
    """
    # Call this in the transaction that stores the reason for the email.
    # The sender drops emails that the user does not want or cannot get: see `games.mail.outgoing`.
    store_emails(
        [
            build_email(
                user_id=user_id,
                kind=kind,
                now=now,
                table_id=table_id,
                sentences=sentences,
                facts=facts,
                in_reply_to=in_reply_to,
                occasion=occasion,
                due_at=due_at,
            )
        ]
    )


def build_email(
    *,
    user_id: int,
    kind: MailKind,
    now: datetime,
    table_id: str | None = None,
    sentences: Sequence[str] = (),
    facts: Mapping[str, object] | None = None,
    in_reply_to: str = "",
    occasion: str = "",
    due_at: datetime | None = None,
) -> PendingMail:
    """Return an unsaved email to be sent at `due_at` or, if it is None, at once.

    The text begins with `sentences`. `facts` are details that the text needs, such as the number of a round.
    `in_reply_to` is the Message-ID of the email to which this one replies; an invalid one is ignored.
    `occasion` is a key that prevents duplicates: two emails to the user with the same key cannot wait to be
    sent at the same time, unless the key is empty.
    """
    stored = {**(facts or {}), **({"sentences": list(sentences)} if sentences else {})}
    return PendingMail(
        user_id=user_id,
        kind=kind,
        table_id=table_id,
        facts=encode_sentences(stored),
        occasion=occasion,
        message_id=new_message_id(),
        in_reply_to=in_reply_to if is_message_id(in_reply_to) else "",
        created_at=now,
        due_at=due_at or now,
    )


def store_emails(emails: Iterable[PendingMail]) -> None:
    """Store emails to be sent, but skip duplicates.

    An email is a duplicate if another email to the same user with the same `occasion`, which is a key and not
    empty, waits to be sent.
    """
    # Only the unique key of user and occasion can conflict.
    PendingMail.objects.bulk_create(emails, ignore_conflicts=True)


def is_message_id(text: str) -> bool:
    """Return whether a text from a possibly hostile email is safe to use as a Message-ID in a header."""
    return len(text) <= MAX_MESSAGE_ID and _MESSAGE_ID.fullmatch(text) is not None
