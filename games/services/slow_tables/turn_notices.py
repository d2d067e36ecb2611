"""Notifies players of their turns at slow tables: when one begins, and when a third of its time is left."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.urls import reverse

from games import presence
from games.models import Seat, SlowTurn
from games.services.slow_tables.vacations import announce_vacations_at
from notifications.kinds import NoticeKind
from notifications.selectors import users_with_devices
from notifications.services.notify import notify_all

MIN_LIFETIME = timedelta(hours=1)
"""The minimum lifetime of a notification: a player can come back even after the deadline."""
BATCH_SIZE = 200
"""Turns handled in one transaction."""
MAX_BATCHES = 25
"""Batches per tick; the rest waits for the next tick, so that other watches are not held up."""


class SlowTurnWatch:
    """Notifies players at slow tables of their turns, as notices become due."""

    def tick(self, *, now: datetime, steady: float) -> None:
        """Notify players of all turns whose notices are due, in at most MAX_BATCHES batches."""
        for _ in range(MAX_BATCHES):
            if notify_of_slow_turns(now=now) < BATCH_SIZE:
                return


def notify_of_slow_turns(*, now: datetime) -> int:
    """Notify the players of up to BATCH_SIZE turns that are due, and return how many turns were due.

    A notification and the note that it was sent are stored together, so a crash neither loses nor repeats it.
    """
    is_due = SlowTurn.objects.filter(notice_at__lte=now).order_by("notice_at")
    # Without a transaction, which would lock SQLite each second for nothing.
    if not (waiting := list(is_due[:BATCH_SIZE])):
        return 0
    # First: a game may have begun without being told of a vacation, which moves deadlines and reminders.
    announce_vacations_at([(turn.table_id, turn.seat, turn.user_id) for turn in waiting], now=now)
    with transaction.atomic():
        due = list(is_due.select_for_update(skip_locked=True)[:BATCH_SIZE])
        reachable = users_with_devices({turn.user_id for turn in due})
        notified = [turn for turn in due if turn.user_id in reachable]
        opponents = _opponents(notified)
        for turn in notified:
            is_reminder = turn.remind_at <= now
            if is_reminder or turn.seat not in presence.connected_seats(turn.table_id):
                _notify(turn, opponents[turn.table_id], is_reminder=is_reminder, now=now)
        rows = SlowTurn.objects.filter(pk__in=[turn.pk for turn in due])
        rows.filter(remind_at__lte=now).update(notice_at=None)
        rows.filter(remind_at__gt=now).update(notice_at=F("remind_at"))
    return len(waiting)


def _notify(turn: SlowTurn, names: dict[int, str], *, is_reminder: bool, now: datetime) -> None:
    """Store the notification of a turn; it expires at the deadline, but not before MIN_LIFETIME."""
    others = ", ".join(name for seat, name in sorted(names.items()) if seat != turn.seat)
    notify_all(
        user_ids=[turn.user_id],
        kind=NoticeKind.TURN_REMINDER if is_reminder else NoticeKind.TURN,
        facts={"players": others},
        path=reverse("table", args=[turn.table_id]),
        subject=turn.table_id,
        now=now,
        lifetime=max(turn.deadline_at - now, MIN_LIFETIME),
    )


def _opponents(turns: list[SlowTurn]) -> dict[str, dict[int, str]]:
    """Return the names of all players at the tables of these turns, by table and seat."""
    names: dict[str, dict[int, str]] = {turn.table_id: {} for turn in turns}
    for table_id, seat, name in Seat.objects.filter(table__in=names).values_list("table_id", "seat", "name"):
        names[table_id][seat] = name
    return names
