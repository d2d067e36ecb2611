"""Abandoned lobbies: seats at tables that have not begun are freed when their players are absent too long.

Much earlier, a table at which nobody is present is hidden from the lobby until somebody returns. A table that
everybody has left is abandoned.
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
from games.services.uncharged_time import STANDSTILL_SECONDS
from games.shards import ServedShards, Shards, serve_all

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

    def __init__(self, served: ServedShards = serve_all) -> None:
        self._served = served
        self._ticked = float("-inf")
        self._first_seen: dict[Place, float] = {}

    def tick(self, *, now: datetime, steady: float) -> None:
        """Free the seats of players who have been absent too long, and list or unlist tables in the lobby.

        Does nothing until LOOK_INTERVAL_SECONDS have passed since the last check. Absence is counted from
        when this process first saw the player in the seat, or later; it is counted anew if this process did
        not run for a while. At slow tables, absence before that counts, too, as far as visits are stored.
        """
        passed = steady - self._ticked
        if passed < LOOK_INTERVAL_SECONDS:
            return
        self._ticked = steady
        found = _seat_timeouts(self._served())
        # During a standstill no sign of life was received: count from now, as after a restart.
        is_new = passed > LOOK_INTERVAL_SECONDS + STANDSTILL_SECONDS
        known = _stored_absences(now, steady) if is_new else self._first_seen
        self._first_seen = {place: known.get(place, steady) for place in found}
        for place, timeout in found.items():
            if steady - self._last_sign_at(place, steady) >= timeout:
                _leave_seat(place, now)
        self._update_listings(found, steady)

    def _last_sign_at(self, place: Place, steady: float) -> float:
        """Return when the player last gave a sign of life, or was first checked here if that is later."""
        noted = _known_sign_at(place, steady)
        return self._first_seen[place] if noted is None else max(self._first_seen[place], noted)

    def _update_listings(self, found: Iterable[Place], steady: float) -> None:
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
                if any(_was_recently_present(place, steady) for place in places):
                    back.append(table_id)
            elif all(
                steady - self._last_sign_at(place, steady) >= UNLISTED_TIMEOUT_SECONDS for place in places
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


def _known_sign_at(place: Place, steady: float) -> float | None:
    """Return the monotonic time of the last sign of life known to this process, or None.

    If the player is connected, this check counts as a sign of life and is recorded at the time `steady`.
    """
    table_id, seat, _ = place
    if seat in presence.connected_seats(table_id):
        presence.record_sign_of_life(table_id, seat, steady)
    return presence.last_sign_of_life(table_id, seat)


def _was_recently_present(place: Place, steady: float) -> bool:
    """Whether the player has given a sign of life in the last UNLISTED_TIMEOUT_SECONDS."""
    noted = _known_sign_at(place, steady)
    return noted is not None and steady - noted < UNLISTED_TIMEOUT_SECONDS


def _stored_absences(now: datetime, steady: float) -> dict[Place, float]:
    """Return, in monotonic time, since when people have been absent from open slow tables.

    Their seats are kept for longer than a server usually runs, so this is computed from what is stored: the
    last visit to the site, or when the last player sat down. Guests, whose visits are not stored, are left
    out.
    """
    rows = Seat.objects.filter(
        table__status=GameStatus.OPEN, table__pace=TablePace.SLOW, user__last_seen_at__isnull=False
    )
    seated = Max("table__log__at", filter=Q(table__log__type="seat_taken"))
    places = rows.annotate(seated_at=seated).order_by()
    return {
        (table_id, seat, user): steady - max(0.0, (now - max(seen_at, seated_at)).total_seconds())
        for table_id, seat, user, seen_at, seated_at in places.values_list(
            "table_id", "seat", "user_id", "user__last_seen_at", "seated_at"
        )
    }


def _seat_timeouts(shards: Shards) -> dict[Place, float]:
    """Return, for each seat of a person at an open table, the seconds of absence after which it is freed.

    Only tables in these shards are looked at.
    """
    rows = Seat.objects.filter(
        in_shards(shards, "table__shard"),
        table__status=GameStatus.OPEN,
        table__quarantined="",
        user__isnull=False,
    )
    places = rows.values_list("table_id", "seat", "user_id", "table__visibility", "table__pace")
    return {
        (table_id, seat, user): _seat_timeout(visibility, pace)
        for table_id, seat, user, visibility, pace in places
    }


def _seat_timeout(visibility: str, pace: str) -> float:
    """Return how many seconds a player may be absent before their seat is freed."""
    if pace == TablePace.SLOW:
        return SLOW_SEAT_TIMEOUT_SECONDS
    return SEAT_TIMEOUT_SECONDS[TableVisibility(visibility)]


def _leave_seat(place: Place, now: datetime) -> None:
    """Free a seat.

    An exception is only logged, and so is a refusal because the game has just started.
    """
    table_id, seat, _ = place
    try:
        outcome = dispatch(Command(table_id, LeaveSeat(), now, seat=seat))
    except Exception:
        logger.exception("Nobody can get up at table %s", table_id)
        return
    if isinstance(outcome, Refusal):
        logger.warning("Seat %s of table %s is kept: %s", seat, table_id, outcome.code)
