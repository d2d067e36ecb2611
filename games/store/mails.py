"""Queues emails about scored rounds and results, in the transaction that stores their log entries."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings

from games.models import PendingMail, Seat
from games.models.mail import MailKind
from games.rules.events import Event
from games.rules.state import State
from games.rules.topics.rounds import GameFinished, RoundScored
from games.rules.topics.rulings import GameAnnulled
from games.rules.topics.slow import GameOutOfTime
from games.store.entries import StoredEntry

ENDINGS = (GameFinished, GameOutOfTime, GameAnnulled)


def queue_result_emails(table_id: str, state: State, entries: Iterable[StoredEntry]) -> None:
    """Queue an email to each player if new log entries end the game, or a round but the last.

    Otherwise do nothing. The table must be slow (with days for each move). `state` is the state of the game
    after the entries.
    """
    # Called in the transaction that stores the entries.
    reported = [entry for entry in entries if _is_reported_by_email(entry.event, state)]
    if not reported:
        return
    last = reported[-1]
    # Only the table's own rows: looking at accounts would make them part of the move's transaction.
    users = Seat.objects.filter(table=table_id, user__isnull=False).values_list("user_id", flat=True)
    PendingMail.objects.bulk_create(
        PendingMail(
            user_id=user,
            kind=MailKind.ROUND if isinstance(last.event, RoundScored) else MailKind.RESULT,
            table_id=table_id,
            facts={"round": last.event.round} if isinstance(last.event, RoundScored) else {},
            message_id=new_message_id(),
            created_at=last.at,
            # Players who are at the table by then get no email.
            due_at=last.at + timedelta(seconds=settings.PUSH_TURN_GRACE),
        )
        for user in users
    )


def _is_reported_by_email(event: Event, state: State) -> bool:
    """Return whether players get an email about an event: the end of the game, or of a round but the last.

    `state` is the state of the game after the event. If the organisers stopped the game, players get no
    separate email about a round.
    """
    if isinstance(event, RoundScored):
        return event.round < len(state.schedule) and not state.stopped
    return isinstance(event, ENDINGS)


def new_message_id() -> str:
    """Return a new unique Message-ID for an email, in angle brackets (RFC 5322, 3.6.4)."""
    return f"<{secrets.token_hex(16)}@{email_domain()}>"


def email_domain() -> str:
    """Return the site's email domain.

    It is the setting MAIL_DOMAIN, or the domain of the address in DEFAULT_FROM_EMAIL, or "localhost".
    """
    host = settings.MAIL_DOMAIN or parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return host or "localhost"
