"""Emails about turns at slow tables: one for each turn and a reminder, or one digest a day."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.preferences import Preferences
from games.models import PendingMail, SlowTurn, Vacation
from games.models.mail import MailKind
from games.services.mail.queue import build_email, store_emails
from games.services.mail.recipients import preferences_by_user, wants_email

ONE_DAY = timedelta(days=1)


def queue_turn_emails(turns: Collection[SlowTurn], *, now: datetime) -> None:
    """Queue emails about turns at slow tables (days per move) to the players whose turn it is.

    The email is a first notice or, once the turn's `remind_at` has passed, a reminder. Players who prefer a
    daily digest get the digest instead of the first notice, and a reminder only if the turn's deadline is not
    after the digest. Players who have turned these emails off get none.
    """
    # Called in the transaction that records the players as notified.
    users = {turn.user_id for turn in turns}
    preferences = preferences_by_user(users)
    zones = vacation_time_zones_by_user({user for user in users if preferences[user].mail_turns == "digest"})
    mails: list[PendingMail] = []
    for turn in turns:
        wanted = preferences[turn.user_id]
        kind = MailKind.REMINDER if turn.remind_at <= now else MailKind.TURN
        if wanted.mail_turns == "digest":
            digest_at = next_digest_at(wanted, zones.get(turn.user_id, "UTC"), now)
            mails.append(_build_digest(turn.user_id, digest_at, now=now))
            if kind == MailKind.REMINDER and turn.deadline_at > digest_at:
                # The digest comes in time, and shows the table.
                continue
        if wants_email(wanted, kind):
            mails.append(_build_turn_email(turn, kind, now=now))
    store_emails(mails)


def next_digest_at(preferences: Preferences, time_zone: str, now: datetime) -> datetime:
    """Return when a user's next daily digest is due: at the preferred hour in this time zone."""
    zone = ZoneInfo(time_zone)
    local = now.astimezone(zone)
    at = local.replace(hour=preferences.mail_digest_hour, minute=0, second=0, microsecond=0)
    if at <= local:
        # A local day, which does not have 24 hours when the clocks change.
        at += ONE_DAY
    return at.astimezone(now.tzinfo)


def vacation_time_zones_by_user(user_ids: Collection[int]) -> dict[int, str]:
    """Map user ids to the time zone of each user's most recently entered vacation.

    Users who have never entered a vacation are left out.
    """
    if not user_ids:
        return {}
    rows: Iterable[tuple[int, str]] = (
        Vacation.objects.filter(user__in=user_ids).order_by("pk").values_list("user", "time_zone")
    )
    return dict(rows)


def _build_turn_email(turn: SlowTurn, kind: MailKind, *, now: datetime) -> PendingMail:
    """Return an unsaved email about a turn. `kind` is MailKind.TURN or, for a reminder, MailKind.REMINDER."""
    return build_email(
        user_id=turn.user_id,
        kind=kind,
        table_id=turn.table_id,
        # So that the sender can drop the email once the decision has been made.
        facts={"decision": turn.decision},
        now=now,
    )


def _build_digest(user_id: int, digest_at: datetime, *, now: datetime) -> PendingMail:
    """Return an unsaved email with the daily digest, due at `digest_at`.

    A digest lists the slow tables (days per move) where it is the user's turn.
    """
    # The occasion prevents a second digest at the same time.
    occasion = f"digest {digest_at.isoformat()}"
    return build_email(user_id=user_id, kind=MailKind.DIGEST, occasion=occasion, due_at=digest_at, now=now)
