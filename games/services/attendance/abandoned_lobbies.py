"""Abandoned lobbies: seats at tables that have not begun are freed when their players are absent too long.

Much earlier, a table at which nobody is present is hidden from the lobby until somebody returns. A table that
everybody has left is abandoned.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import AccountKind
from core.refusal import Refusal
from games import presence
from games.models import Seat, Table
from games.models.table import GameStatus, TablePace, TableVisibility
from games.rules.topics.lobby import LeaveSeat
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.uncharged_time import STANDSTILL_SECONDS

logger = logging.getLogger(__name__)

SEAT_TIMEOUT_SECONDS = {TableVisibility.PUBLIC: 3600.0, TableVisibility.PRIVATE: 86_400.0}
"""Seconds for which an absent player's seat is kept; longer at private tables, which may be for tonight."""
SLOW_SEAT_TIMEOUT_SECONDS = 14 * 86_400.0
"""The same for slow tables, where nobody has to be present."""
UNLISTED_TIMEOUT_SECONDS = 300.0
"""Seconds without any player's sign of life after which the lobby no longer lists a table."""
LOOK_INTERVAL_SECONDS = 5.0
"""Seconds between two checks of all players at open tables."""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


class AbandonedLobbies:
    """Frees the seats of players who have left open tables; `steady` is a monotonic time in seconds."""

    def __init__(self) -> None:
        self._ticked = float("-inf")
        self._first_seen: dict[Place, float] = {}

    def tick(self, *, now: datetime, steady: float) -> None:
        """Free the seats of players who have been absent too long, and list or unlist tables in the lobby.

        Does nothing until LOOK_INTERVAL_SECONDS have passed since the last check. Absence counts at the
        earliest from when this process first saw the player in the seat, and starts again after this process
        stood still.
        """
        passed = steady - self._ticked
        if passed < LOOK_INTERVAL_SECONDS:
            return
        self._ticked = steady
        found = _seat_timeouts()
        # During a standstill no sign of life was received: count from now, as after a restart.
        known = self._first_seen if passed <= LOOK_INTERVAL_SECONDS + STANDSTILL_SECONDS else {}
        self._first_seen = {place: known.get(place, steady) for place in found}
        for place, timeout in found.items():
            if steady - self._last_life(place, steady) >= timeout:
                _leave_seat(place, now)
        self._list_tables(found, steady)

    def _last_life(self, place: Place, steady: float) -> float:
        """Return when the player last gave a sign of life, or was first seen here if that is later."""
        noted = _noted_life(place, steady)
        return self._first_seen[place] if noted is None else max(self._first_seen[place], noted)

    def _list_tables(self, found: Iterable[Place], steady: float) -> None:
        """Unlist tables at which nobody is present, and list them again when somebody returns.

        Slow tables, and tables opened by bot accounts, stay listed.
        """
        by_table: defaultdict[str, list[Place]] = defaultdict(list)
        for place in found:
            by_table[place[0]].append(place)
        unlisted = set(_open_tables().filter(unlisted=True).values_list("id", flat=True))
        gone, back = [], []
        for table_id, places in by_table.items():
            # A process that has just started considers nobody gone, but nobody present either.
            if table_id in unlisted:
                if any(_was_present(place, steady) for place in places):
                    back.append(table_id)
            elif all(steady - self._last_life(place, steady) >= UNLISTED_TIMEOUT_SECONDS for place in places):
                gone.append(table_id)
        if gone:
            _open_tables().filter(pk__in=gone, pace=TablePace.LIVE).exclude(
                opened_by__kind=AccountKind.BOT
            ).update(unlisted=True)
        if back:
            _open_tables().filter(pk__in=back).update(unlisted=False)


def _open_tables() -> QuerySet[Table]:
    """Return the tables that wait for players."""
    return Table.objects.filter(status=GameStatus.OPEN)


def _noted_life(place: Place, steady: float) -> float | None:
    """Return the monotonic time of the last sign of life known to this process, or None.

    If the player is connected, `steady` is first recorded as a sign of life.
    """
    table_id, seat, _ = place
    if seat in presence.connected_seats(table_id):
        presence.note_sign_of_life(table_id, seat, steady)
    return presence.last_sign_of_life(table_id, seat)


def _was_present(place: Place, steady: float) -> bool:
    """Whether the player has given a sign of life in the last UNLISTED_TIMEOUT_SECONDS."""
    noted = _noted_life(place, steady)
    return noted is not None and steady - noted < UNLISTED_TIMEOUT_SECONDS


def _seat_timeouts() -> dict[Place, float]:
    """Return the seats of people at open tables, each with the seconds of absence after which it is freed."""
    rows = Seat.objects.filter(table__status=GameStatus.OPEN, table__quarantined="", user__isnull=False)
    places = rows.values_list("table_id", "seat", "user_id", "table__visibility", "table__pace")
    return {
        (table_id, seat, user): _seat_timeout(visibility, pace)
        for table_id, seat, user, visibility, pace in places
    }


def _seat_timeout(visibility: str, pace: str) -> float:
    """Return the seconds for which an absent player's seat is kept."""
    if pace == TablePace.SLOW:
        return SLOW_SEAT_TIMEOUT_SECONDS
    return SEAT_TIMEOUT_SECONDS[TableVisibility(visibility)]


def _leave_seat(place: Place, now: datetime) -> None:
    """Free a seat; an exception, or a refusal because the game has just begun, is only logged."""
    table_id, seat, _ = place
    try:
        outcome = dispatch(Command(table_id, LeaveSeat(), now, seat=seat))
    except Exception:
        logger.exception("Nobody can get up at table %s", table_id)
        return
    if isinstance(outcome, Refusal):
        logger.warning("Seat %s of table %s is kept: %s", seat, table_id, outcome.code)
