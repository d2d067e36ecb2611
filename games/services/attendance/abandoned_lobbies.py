"""Frees the seats of players who are absent for too long from tables where the game has not begun.

A table at which nobody is present is removed from the lobby's list much earlier, until a player returns. A
table that everybody has left is abandoned.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from accounts.models import AccountKind
from core.refusal import Refusal
from games import presence
from games.models import Seat, Table
from games.models.shards import in_shards
from games.models.table import GameStatus, TablePace, TableVisibility
from games.rules.topics.lobby import LeaveSeat
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.uncharged_time import STALL_SECONDS
from games.shards import ServedShards, Shards, all_shards

logger = logging.getLogger(__name__)

SEAT_TIMEOUT_SECONDS = {TableVisibility.PUBLIC: 3600.0, TableVisibility.PRIVATE: 86_400.0}
"""Seconds for which an absent player's seat is kept: longer at private tables, opened perhaps for tonight."""
SLOW_SEAT_TIMEOUT_SECONDS = 14 * 86_400.0
"""Seconds for which an absent player's seat is kept at slow tables, where nobody has to be present."""
UNLISTED_TIMEOUT_SECONDS = 300.0
"""Seconds without a sign of life from any player after which the lobby no longer lists a table."""
POLL_INTERVAL_SECONDS = 5.0
"""Seconds between two checks of all players at open tables."""
SeatedPlayer = tuple[str, int, int]
"""A table id, a seat, and the id of the user in that seat."""


class AbandonedLobbies:
    """Frees the seats of absent players at tables waiting for players, and unlists deserted tables."""

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that frees the seats of absent players at tables waiting for players.

        The job handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served
        self._ticked = float("-inf")
        self._first_seen: dict[SeatedPlayer, float] = {}

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Free the seats of players who have been absent from open tables for too long.

        In the lobby, hide tables where all players are absent.
        """
        passed = monotonic_now - self._ticked
        if passed < POLL_INTERVAL_SECONDS:
            return
        self._ticked = monotonic_now
        found = _seat_timeouts(self._served())
        # During a stall, no signs of life were received, so count from now, as after a restart.
        # At slow tables, count from the last stored visit instead.
        is_new = passed > POLL_INTERVAL_SECONDS + STALL_SECONDS
        known = _stored_absence_starts(now, monotonic_now) if is_new else self._first_seen
        self._first_seen = {player: known.get(player, monotonic_now) for player in found}
        for player, timeout in found.items():
            if monotonic_now - self._last_active_at(player, monotonic_now) >= timeout:
                _free_seat(player, now)
        self._update_listings(found, monotonic_now)

    def _last_active_at(self, player: SeatedPlayer, monotonic_now: float) -> float:
        """Return when the player was last active or first checked, whichever is later, in monotonic time.

        A connected player counts as active now. After a restart or a stall of this process, the stored start
        of an absence at a slow table counts instead of the first check.
        """
        noted = _refresh_last_activity(player, monotonic_now)
        return self._first_seen[player] if noted is None else max(self._first_seen[player], noted)

    def _update_listings(self, seated_players: Iterable[SeatedPlayer], monotonic_now: float) -> None:
        """Hide tables from the lobby's list after all players were absent for UNLISTED_TIMEOUT_SECONDS.

        List a hidden table again when one of its players has returned. Never hide tables opened by bot
        accounts, or slow tables (days per move), where nobody has to be present.
        """
        by_table: defaultdict[str, list[SeatedPlayer]] = defaultdict(list)
        for player in seated_players:
            by_table[player[0]].append(player)
        unlisted = set(_open_tables().filter(unlisted=True).values_list("id", flat=True))
        gone, back = [], []
        for table_id, players in by_table.items():
            # A process that has just started considers nobody absent, but nobody present either.
            if table_id in unlisted:
                if any(_was_recently_present(player, monotonic_now) for player in players):
                    back.append(table_id)
            elif all(
                monotonic_now - self._last_active_at(player, monotonic_now) >= UNLISTED_TIMEOUT_SECONDS
                for player in players
            ):
                gone.append(table_id)
        if gone:
            _open_tables().filter(pk__in=gone, pace=TablePace.LIVE).exclude(
                opened_by__kind=AccountKind.BOT
            ).update(unlisted=True)
        if back:
            _open_tables().filter(pk__in=back).update(unlisted=False)


def _open_tables() -> QuerySet[Table]:
    """Return the tables that are waiting for players."""
    return Table.objects.filter(status=GameStatus.OPEN)


def _refresh_last_activity(player: SeatedPlayer, monotonic_now: float) -> float | None:
    """Return the monotonic time of the player's last activity, or None if no activity is known.

    A connected player is active now, so record the current time as the player's last activity first.
    """
    table_id, seat, _ = player
    if seat in presence.connected_seats(table_id):
        presence.record_player_activity(table_id, seat, monotonic_now)
    return presence.last_player_activity(table_id, seat)


def _was_recently_present(player: SeatedPlayer, monotonic_now: float) -> bool:
    """Return whether the player was active within the last UNLISTED_TIMEOUT_SECONDS."""
    noted = _refresh_last_activity(player, monotonic_now)
    return noted is not None and monotonic_now - noted < UNLISTED_TIMEOUT_SECONDS


def _stored_absence_starts(now: datetime, monotonic_now: float) -> dict[SeatedPlayer, float]:
    """Return the monotonic time at which each player's absence began, for slow tables that await players.

    A slow table allows days per move. Guests are left out.
    """
    # Guests' visits are not stored.
    # Not from memory, because seats at slow tables are kept for longer than a server usually runs.
    rows = Seat.objects.filter(
        table__status=GameStatus.OPEN, table__pace=TablePace.SLOW, user__last_seen_at__isnull=False
    )
    seated = Max("table__log__at", filter=Q(table__log__type="seat_taken"))
    players = rows.annotate(seated_at=seated).order_by()
    # An absence begins with the last visit or, if later, when anybody last took a seat at the table.
    return {
        (table_id, seat, user): monotonic_now - max(0.0, (now - max(seen_at, seated_at)).total_seconds())
        for table_id, seat, user, seen_at, seated_at in players.values_list(
            "table_id", "seat", "user_id", "user__last_seen_at", "seated_at"
        )
    }


def _seat_timeouts(shards: Shards) -> dict[SeatedPlayer, float]:
    """Return the seconds that each user at an open table may be absent before losing the seat.

    `shards` are the groups of tables to search. Tables with a damaged log are left out.
    """
    rows = Seat.objects.filter(
        in_shards(shards, "table__shard"),
        table__status=GameStatus.OPEN,
        table__quarantined="",
        user__isnull=False,
    )
    players = rows.values_list("table_id", "seat", "user_id", "table__visibility", "table__pace")
    return {
        (table_id, seat, user): _seat_timeout(visibility, pace)
        for table_id, seat, user, visibility, pace in players
    }


def _seat_timeout(visibility: str, pace: str) -> float:
    """Return how many seconds a player at an open table may be absent before losing the seat.

    `visibility` is public or private, and `pace` is live or slow.
    """
    if pace == TablePace.SLOW:
        return SLOW_SEAT_TIMEOUT_SECONDS
    return SEAT_TIMEOUT_SECONDS[TableVisibility(visibility)]


def _free_seat(player: SeatedPlayer, now: datetime) -> None:
    """Free the seat of an absent player. A failure or refusal is only logged."""
    table_id, seat, _ = player
    try:
        outcome = dispatch(Command(table_id, LeaveSeat(), now, seat=seat))
    except Exception:
        logger.exception("Nobody can get up at table %s", table_id)
        return
    # For example, the game may have just started.
    if isinstance(outcome, Refusal):
        logger.warning("Seat %s of table %s is kept: %s", seat, table_id, outcome.code)
