"""People who are not there: after a while a stand-in moves for them, until their first sign of life."""

import logging
from datetime import datetime

from games import broadcast, presence
from games.models import LogEntry, Seat
from games.models.table import RUNNING
from games.rules.actions import ComeBack, GoAway
from games.rules.errors import NothingChanged, Refusal, WrongPhase
from games.rules.events import PlayerAway
from games.services.act import knock
from games.services.arrivals import note_arrival
from games.services.renewing import STILL
from games.services.settle import Request
from games.store import tables
from games.store.entries import COLUMNS, entry_of

logger = logging.getLogger(__name__)

GRACES = (60.0, 30.0, 15.0)
"""Seconds that somebody may be gone: the first time in a game, the second, and from then on."""
ASK_EVERY = 5.0
"""Seconds between two questions to the database for all who sit at running tables."""
AT_LEAST_SILENT = 5.0
"""Seconds without a sign of life after which somebody counts as gone."""
FOUND_AT_ONCE = 100
"""Who is newly found gone in one look: each table has to be read, and after a restart that may be all.

The others are found at the next looks; when a stand-in comes hangs on the last sign of life alone.
"""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


def come_back(*, table_id: str, user: int, now: datetime) -> None:
    """Give `user` the seat back if a stand-in has it; never fails."""
    try:
        loaded = tables.load(table_id)
        seat = loaded.state.seat_of(user)
        if seat is not None and seat in loaded.state.away:
            _ask(table_id, ComeBack(seat), now)
    except Exception:
        logger.exception("Nobody can come back to table %s", table_id)


def look_in(*, table_id: str, user: int, now: datetime) -> None:
    """A sign of life over HTTP: it is noted, and gives `user` the seat back; never fails."""
    note_arrival(table_id=table_id, user=user, now=now)
    loaded = tables.cached(table_id)
    if loaded is not None and loaded.state.seat_of(user) in loaded.state.away:
        come_back(table_id=table_id, user=user, now=now)


def go_away(*, table_id: str, seat: int, now: datetime) -> None:
    """Let a stand-in move for a seat; who comes back in this very moment has it back at once."""
    _ask(table_id, GoAway(seat), now)
    if seat in presence.connected(table_id):
        _ask(table_id, ComeBack(seat), now)


def _ask(table_id: str, action: GoAway | ComeBack, now: datetime) -> None:
    """At the door; another process may have been faster, or the game be over."""
    reply = knock(Request(table_id, action, now))
    if isinstance(reply, Refusal) and not isinstance(reply, NothingChanged | WrongPhase):
        logger.warning("%s was refused at table %s: %s", action, table_id, reply.code)


def places() -> list[Place]:
    """Where people sit at running tables that are not halted."""
    rows = Seat.objects.filter(table__status__in=RUNNING, table__halted=False, user__isnull=False)
    return list(rows.values_list("table_id", "seat", "user_id"))


def grace(table_id: str, seat: int) -> float:
    """Seconds that the person on a seat may be gone, by how often that was so in this game."""
    rows = LogEntry.objects.filter(table_id=table_id, type="player_away").values_list(*COLUMNS)
    events = [entry_of(row).event for row in rows]
    gone = sum(isinstance(event, PlayerAway) and event.seat == seat and not event.left for event in events)
    return GRACES[min(gone, len(GRACES) - 1)]


def is_away(table_id: str, seat: int) -> bool:
    """Whether a stand-in moves for a seat already, or none can: no game runs."""
    state = tables.load(table_id).state
    return seat in state.away or seat not in state.clients() or state.status not in RUNNING


class Leavers:
    """Counts down for all who are gone; `steady` is a clock in seconds that no setting of the time moves."""

    def __init__(self, steady: float) -> None:
        self._opened = steady
        self._minded = steady
        """When this was last asked to look."""
        self._asked = float("-inf")
        self._places: list[Place] = []
        self._first_seen: dict[Place, float] = {}
        self._ends: dict[Place, float] = {}
        """When the grace of those who are gone is over."""
        self._gone: dict[Place, float] = {}
        """Those for whom a stand-in moves, or who were gone when that was last tried."""
        self._found = 0
        """How many have been found gone in this look."""

    def mind(self, *, now: datetime, steady: float) -> None:
        """Look at all who sit anywhere; where they sit is asked for anew now and then."""
        if steady - self._minded > STILL:
            self._begin_anew()
        self._minded = steady
        if steady - self._asked >= ASK_EVERY:
            self._asked, self._places = steady, places()
        self.look(self._places, now=now, steady=steady)

    def _begin_anew(self) -> None:
        """This process stood still, and heard nobody meanwhile: all have a full grace, as after a restart."""
        for place in tuple(self._ends):
            self._call_off(place, there=True)
        self._first_seen.clear()

    def look(self, found: list[Place], *, now: datetime, steady: float) -> None:
        """Begin and end countdowns for the people at these places, and send stand-ins where one is over.

        Whoever is seen first has a full grace from then: after a restart everybody has.
        """
        self._keep(found)
        self._found = 0
        for place in found:
            self._first_seen.setdefault(place, steady)
            try:
                self._look_at(place, now, steady)
            except Exception:
                logger.exception("Nobody can be away at table %s", place[0])

    def _look_at(self, place: Place, now: datetime, steady: float) -> None:
        table_id, seat, _ = place
        seen = self._last_life(place, steady)
        if steady - seen < AT_LEAST_SILENT or self._gone.get(place) == seen:
            self._call_off(place, there=steady - seen < AT_LEAST_SILENT)
            return
        if place not in self._ends:
            if self._found == FOUND_AT_ONCE:
                return
            self._found += 1
            if is_away(table_id, seat):
                self._gone[place] = seen
                return
            self._ends[place] = seen + grace(table_id, seat)
            self._tell(place, now.timestamp() + self._ends[place] - steady, now)
        if steady >= self._ends[place]:
            self._gone[place] = seen
            self._call_off(place, there=False)
            go_away(table_id=table_id, seat=seat, now=now)

    def _last_life(self, place: Place, steady: float) -> float:
        table_id, seat, _ = place
        if seat in presence.connected(table_id):
            presence.note_life(table_id, seat, steady)
        noted = presence.last_life(table_id, seat)
        return max(self._first_seen[place], noted or self._opened)

    def _call_off(self, place: Place, *, there: bool) -> None:
        if there:
            self._gone.pop(place, None)
        if self._ends.pop(place, None) is not None:
            broadcast.announce(broadcast.Countdown(place[0], place[1], None))

    def _tell(self, place: Place, at: float, now: datetime) -> None:
        away_at = datetime.fromtimestamp(at, now.tzinfo)
        broadcast.announce(broadcast.Countdown(place[0], place[1], away_at.isoformat()))

    def _keep(self, found: list[Place]) -> None:
        """Forget who sits no more at a running table."""
        seated = set(found)
        for place in self._ends.keys() - seated:
            self._call_off(place, there=True)
        for kept in (self._first_seen, self._gone):
            for place in kept.keys() - seated:
                del kept[place]
