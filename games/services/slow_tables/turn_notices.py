"""Notifies players of their turns at slow tables: at the beginning, and when a third of the time is left."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.urls import reverse

from games.models import Seat, SlowTurn
from games.models.shards import in_shards
from games.presence.marks import find_connected_seats
from games.services.mail.recipients import find_email_addresses
from games.services.mail.turns import queue_turn_emails
from games.services.slow_tables.vacations import add_vacations_of_players_to_logs
from games.shards import ALL_SHARDS, ServedShards, Shards, all_shards
from notifications.kinds import NoticeKind
from notifications.selectors import find_users_with_push_devices
from notifications.services.notify import Notice, queue_notifications

MIN_LIFETIME = timedelta(hours=1)
"""The minimum lifetime of a notification, because a player can come back even after the deadline."""
BATCH_SIZE = 200
"""Maximum turns handled in one transaction."""
MAX_BATCHES = 25
"""Maximum batches per tick; the others wait for the next tick, so that other watches are not delayed."""


class SlowTurnWatch:
    """Notifies players of their turns at slow tables of the served shards."""

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that notifies players of their turns.

        `served` is a function that returns the groups of tables (shards) for which the job sends notices.
        """
        self._served = served

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Queue the notifications that are due for turns at slow tables, in up to MAX_BATCHES batches."""
        for _ in range(MAX_BATCHES):
            if notify_of_slow_turns(now=now, shards=self._served()) < BATCH_SIZE:
                return


def notify_of_slow_turns(*, now: datetime, shards: Shards = ALL_SHARDS) -> int:
    """Queue push notifications and emails about up to BATCH_SIZE turns whose first notice or reminder is due.

    Only tables in the groups `shards` are considered. Return the number of due turns that were found.
    """
    is_due = SlowTurn.objects.filter(in_shards(shards, "table__shard"), notice_at__lte=now)
    is_due = is_due.order_by("notice_at")
    # Without a transaction, which would needlessly lock SQLite every second.
    if not (waiting := list(is_due[:BATCH_SIZE])):
        return 0
    # Done first: the table may not know of a vacation yet, which moves deadlines and reminders.
    add_vacations_of_players_to_logs([(turn.table_id, turn.seat, turn.user_id) for turn in waiting], now=now)
    # Everything in one transaction, so that nothing is lost or repeated after a crash.
    with transaction.atomic():
        due = list(is_due.select_for_update(skip_locked=True, of=("self",))[:BATCH_SIZE])
        # Players who are connected to the table get only reminders.
        told = [turn for turn in due if turn.remind_at <= now or not _is_player_connected(turn)]
        users = {turn.user_id for turn in told}
        with_devices = find_users_with_push_devices(users)
        notified = [turn for turn in told if turn.user_id in with_devices]
        opponents = _player_names_by_table(notified)
        queue_notifications(
            notices=[_build_notice(turn, opponents[turn.table_id], now) for turn in notified], now=now
        )
        with_addresses = find_email_addresses(users)
        # No email, not even a reminder, to a player with the page open, which shows the same.
        mailed = [turn for turn in told if turn.user_id in with_addresses and not _is_player_connected(turn)]
        queue_turn_emails(mailed, now=now)
        rows = SlowTurn.objects.filter(pk__in=[turn.pk for turn in due])
        rows.filter(remind_at__lte=now).update(notice_at=None)
        rows.filter(remind_at__gt=now).update(notice_at=F("remind_at"))
    return len(waiting)


def _is_player_connected(turn: SlowTurn) -> bool:
    """Return whether the player who must make this move is connected to the table."""
    return turn.seat in find_connected_seats(turn.table_id)


def _build_notice(turn: SlowTurn, names_by_seat: dict[int, str], now: datetime) -> Notice:
    """Return the push notification of a player's turn. It is a reminder if `turn.remind_at` has passed."""
    others = ", ".join(name for seat, name in sorted(names_by_seat.items()) if seat != turn.seat)
    return Notice(
        turn.user_id,
        NoticeKind.TURN_REMINDER if turn.remind_at <= now else NoticeKind.TURN,
        {"players": others},
        reverse("table", args=[turn.table_id]),
        turn.table_id,
        # The notification stays valid for MIN_LIFETIME even if the deadline is earlier.
        max(turn.deadline_at - now, MIN_LIFETIME),
    )


def _player_names_by_table(turns: list[SlowTurn]) -> dict[str, dict[int, str]]:
    """Map table ids to the players' names by seat."""
    names: dict[str, dict[int, str]] = {turn.table_id: {} for turn in turns}
    for table_id, seat, name in Seat.objects.filter(table__in=names).values_list("table_id", "seat", "name"):
        names[table_id][seat] = name
    return names
