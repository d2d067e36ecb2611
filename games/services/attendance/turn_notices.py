"""Notifies absent players of their turns at live tables, once for each turn."""

import logging
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from games import presence
from games.models import Seat
from games.models.shards import in_shards
from games.models.table import RUNNING
from games.rules.legal import pending_decision_id
from games.rules.options.pace import LIVE
from games.services.uncharged_time import STALL_SECONDS
from games.shards import ALL_SHARDS, ServedShards, Shards, all_shards
from games.store import tables
from notifications.kinds import NoticeKind
from notifications.services import notify_users, record_occasion_if_new

logger = logging.getLogger(__name__)

SEATS_INTERVAL_SECONDS = 5.0
"""Seconds between two queries for players who have a device for notifications."""
MAX_SEATS_AT_ONCE = 200
"""Maximum seats checked in one tick: each may cost a read, and returning players wait for the same thread."""
MIN_SILENT_SECONDS = 5.0
"""Seconds without a sign of life after which a player counts as absent."""


class NotifiableSeat(NamedTuple):
    """The seat of a player with a device for notifications; `number` is the table's log number."""

    table_id: str
    seat: int
    user: int
    number: int


class Turn(NamedTuple):
    """A player's turn. Two turns are equal as long as the same decision is pending."""

    table_id: str
    seat: int
    user: int
    decision: str
    """Identifies the decision within the game; see `pending_decision_id`."""


class TurnWatch:
    """Notifies absent players of their turns, PUSH_TURN_GRACE seconds after this process first saw the turn.

    Turns are kept only in memory, so this time starts again after a restart. Which notifications have been
    sent is stored in the database.
    """

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that notifies absent players of their turns.

        The job handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served
        self._ticked = self._queried = float("-inf")
        self._seats: list[NotifiableSeat] = []
        """The seats still to be checked in the current pass."""
        self._known: dict[Turn, float] = {}
        self._first_seen: dict[Turn, float] = {}
        """When each turn was first seen, in monotonic time; `_known` is for turns of the previous pass."""

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Notify absent players of turns that have lasted for PUSH_TURN_GRACE seconds.

        Check at most MAX_SEATS_AT_ONCE seats at a time.
        """
        if not settings.PUSH:
            return
        if monotonic_now - self._ticked > SEATS_INTERVAL_SECONDS + STALL_SECONDS:
            # No signs of life were received in the meantime, so count from now, as after a restart.
            self._seats, self._first_seen = [], {}
        self._ticked = monotonic_now
        if not self._seats and monotonic_now - self._queried >= SEATS_INTERVAL_SECONDS:
            self._queried, self._seats = monotonic_now, notifiable_seats(self._served())
            self._known, self._first_seen = self._first_seen, {}
        seats, self._seats = self._seats[:MAX_SEATS_AT_ONCE], self._seats[MAX_SEATS_AT_ONCE:]
        for notifiable_seat in seats:
            if (turn := _current_turn(notifiable_seat)) is not None:
                self._check_turn(turn, now, monotonic_now)

    def _check_turn(self, turn: Turn, now: datetime, monotonic_now: float) -> None:
        """Notify an absent player whose turn has lasted for PUSH_TURN_GRACE seconds.

        The time counts from the first check of this turn.
        """
        since = self._first_seen[turn] = self._known.get(turn, monotonic_now)
        if monotonic_now - since >= settings.PUSH_TURN_GRACE and not _is_present(turn, monotonic_now):
            notify_of_turn(turn, now=now)


def notifiable_seats(shards: Shards = ALL_SHARDS) -> list[NotifiableSeat]:
    """Return the seats in running live games whose players have a device for push notifications.

    `shards` are the groups of tables to search. Slow tables (days per move), tables that the organisers or
    the players have paused, and tables with a damaged log are left out.
    """
    rows = Seat.objects.filter(
        in_shards(shards, "table__shard"),
        table__status__in=RUNNING,
        table__halted=False,
        table__quarantined="",
        # Slow tables have notices of their own: `games/services/slow_tables`.
        table__pace=LIVE,
        user__push_devices__isnull=False,
    )
    found = rows.values_list("table_id", "seat", "user_id", "table__number").distinct()
    return [NotifiableSeat(*row) for row in found.order_by("table_id", "seat")]


def notify_of_turn(turn: Turn, *, now: datetime) -> None:
    """Send a push notification of a turn, unless one was sent before. Exceptions are only logged."""
    try:
        with transaction.atomic():
            if record_occasion_if_new(
                user_id=turn.user, topic=turn.table_id, occasion=f"{turn.seat} {turn.decision}", now=now
            ):
                names = Seat.objects.filter(table=turn.table_id).exclude(seat=turn.seat).order_by("seat")
                notify_users(
                    user_ids=[turn.user],
                    kind=NoticeKind.TURN,
                    facts={"players": ", ".join(names.values_list("name", flat=True))},
                    path=reverse("table", args=[turn.table_id]),
                    subject=turn.table_id,
                    now=now,
                )
    except Exception:
        logger.exception("Nobody can be told of a turn at table %s", turn.table_id)


def _is_present(turn: Turn, monotonic_now: float) -> bool:
    """Return whether the player is connected, or was active within the last MIN_SILENT_SECONDS."""
    if turn.seat in presence.connected_seats(turn.table_id):
        return True
    noted = presence.last_player_activity(turn.table_id, turn.seat)
    return noted is not None and monotonic_now - noted < MIN_SILENT_SECONDS


def _current_turn(notifiable_seat: NotifiableSeat) -> Turn | None:
    """Return the turn of the player in this seat, or None if the player has nothing to decide.

    Return None also if the table cannot be read.
    """
    table_id, seat, user, number = notifiable_seat
    try:
        decision = pending_decision_id(tables.load_snapshot(table_id, min_number=number).state, seat)
    except Exception:
        logger.exception("Nobody knows whose turn it is at table %s", table_id)
        return None
    return Turn(table_id, seat, user, decision) if decision else None
