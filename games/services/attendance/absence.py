"""Absent players at running tables: after a grace period a stand-in moves for them, until they are back."""

import logging
from datetime import datetime

from core.realtime import bus
from core.refusal import Refusal
from core.scheduling.outages import STANDSTILL_SECONDS
from games import broadcast, presence
from games.models import LogEntry, Seat
from games.models.table import RUNNING
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.topics.absence import ComeBack, GoAway, PlayerAway
from games.services.attendance.signs_of_life import note_arrival
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.store import tables
from games.store.entries import COLUMNS, entry_of

logger = logging.getLogger(__name__)

GRACE_SECONDS = (60.0, 30.0, 15.0)
"""How long somebody may be gone: the first time in a game, the second, and from then on."""
SEATS_INTERVAL_SECONDS = 5.0
"""Between two queries for all who sit at running tables."""
MIN_SILENT_SECONDS = 5.0
"""Without a sign of life for so long somebody counts as gone."""
MAX_FOUND_AT_ONCE = 100
"""People newly found gone in one tick: each table has to be read, and after a restart that may be all.

The others are found at the next ticks. Nobody loses by it: a grace period runs from the last sign of life.
"""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


def come_back(*, table_id: str, user: int, now: datetime) -> None:
    """Give `user` the seat back if a stand-in has it; never fails."""
    try:
        snapshot = tables.load(table_id)
        seat = snapshot.state.seat_of(user)
        if seat is not None and seat in snapshot.state.away:
            _dispatch(table_id, ComeBack(seat), now)
    except Exception:
        logger.exception("Nobody can come back to table %s", table_id)


def look_in(*, table_id: str, user: int, now: datetime) -> None:
    """Note a sign of life over HTTP, which gives `user` the seat back; never fails."""
    note_arrival(table_id=table_id, user=user, now=now)
    snapshot = tables.cached(table_id)
    if snapshot is not None and snapshot.state.seat_of(user) in snapshot.state.away:
        come_back(table_id=table_id, user=user, now=now)


def go_away(*, table_id: str, seat: int, now: datetime) -> None:
    """Let a stand-in move for a seat."""
    _dispatch(table_id, GoAway(seat), now)
    # Whoever connected in this very moment found no stand-in to take the seat back from.
    if seat in presence.connected(table_id):
        _dispatch(table_id, ComeBack(seat), now)


def _dispatch(table_id: str, action: GoAway | ComeBack, now: datetime) -> None:
    """Refusals are expected where another process was faster, or the game is over."""
    outcome = dispatch(Command(table_id, action, now))
    if isinstance(outcome, Refusal) and not isinstance(outcome, NothingChanged | WrongPhase):
        logger.warning("%s was refused at table %s: %s", action, table_id, outcome.code)


def occupied_places() -> list[Place]:
    """Return the seats of people at running tables that are not halted."""
    rows = Seat.objects.filter(table__status__in=RUNNING, table__halted=False, user__isnull=False)
    return list(rows.values_list("table_id", "seat", "user_id"))


def grace_seconds(table_id: str, seat: int) -> float:
    """Return how long a player may be absent, by how often a stand-in has replaced them in this game."""
    rows = LogEntry.objects.filter(table_id=table_id, type="player_away").values_list(*COLUMNS)
    events = [entry_of(row).event for row in rows]
    gone = sum(isinstance(event, PlayerAway) and event.seat == seat and not event.left for event in events)
    return GRACE_SECONDS[min(gone, len(GRACE_SECONDS) - 1)]


def needs_no_stand_in(table_id: str, seat: int) -> bool:
    """Whether a stand-in moves for the seat already, or none can: the seat is a bot's, or no game runs."""
    state = tables.load(table_id).state
    return seat in state.away or seat not in state.clients() or state.status not in RUNNING


class AbsenceWatch:
    """Counts down for all who are gone; `steady` is a clock in seconds that no setting of the time moves."""

    def __init__(self, steady: float) -> None:
        self._started = steady
        self._ticked = steady
        self._queried = float("-inf")
        self._places: list[Place] = []
        self._first_seen: dict[Place, float] = {}
        self._ends: dict[Place, float] = {}
        """When the running grace periods end."""
        self._handled: dict[Place, float] = {}
        """Places where a stand-in was sent or not needed, by the last sign of life before that."""
        self._found = 0
        """How many have been found gone in this tick."""

    def tick(self, *, now: datetime, steady: float) -> None:
        """Check all people at running tables; the list of them is queried every few seconds."""
        if steady - self._ticked > STANDSTILL_SECONDS:
            self._start_anew()
        self._ticked = steady
        if steady - self._queried >= SEATS_INTERVAL_SECONDS:
            self._queried, self._places = steady, occupied_places()
        self.check(self._places, now=now, steady=steady)

    def _start_anew(self) -> None:
        """This process stood still and heard nobody meanwhile: all get a full grace period, as at a start."""
        for place in tuple(self._ends):
            self._cancel(place, is_present=True)
        self._first_seen.clear()

    def check(self, places: list[Place], *, now: datetime, steady: float) -> None:
        """Start and cancel countdowns for the people at these places, and send stand-ins when one ends.

        The full grace period runs from when somebody is first seen here: after a restart everybody has it.
        """
        self._forget_others(places)
        self._found = 0
        for place in places:
            self._first_seen.setdefault(place, steady)
            try:
                self._check_place(place, now, steady)
            except Exception:
                logger.exception("Nobody can be away at table %s", place[0])

    def _check_place(self, place: Place, now: datetime, steady: float) -> None:
        table_id, seat, _ = place
        last_life = self._last_life(place, steady)
        is_present = steady - last_life < MIN_SILENT_SECONDS
        if is_present or self._handled.get(place) == last_life:
            self._cancel(place, is_present=is_present)
            return
        if place not in self._ends:
            if self._found == MAX_FOUND_AT_ONCE:
                return
            self._found += 1
            if needs_no_stand_in(table_id, seat):
                self._handled[place] = last_life
                return
            self._ends[place] = last_life + grace_seconds(table_id, seat)
            self._announce(place, now.timestamp() + self._ends[place] - steady, now)
        if steady >= self._ends[place]:
            self._handled[place] = last_life
            self._cancel(place, is_present=False)
            go_away(table_id=table_id, seat=seat, now=now)

    def _last_life(self, place: Place, steady: float) -> float:
        table_id, seat, _ = place
        if seat in presence.connected(table_id):
            presence.note_life(table_id, seat, steady)
        noted = presence.last_life(table_id, seat)
        return max(self._first_seen[place], noted or self._started)

    def _cancel(self, place: Place, *, is_present: bool) -> None:
        """End a countdown, if one runs; a stand-in may be sent again to somebody who was present."""
        if is_present:
            self._handled.pop(place, None)
        if self._ends.pop(place, None) is not None:
            bus.announce(broadcast.Countdown(place[0], place[1], None))

    def _announce(self, place: Place, at: float, now: datetime) -> None:
        """Announce to all processes when the stand-in will come, `at` in seconds since the epoch."""
        away_at = datetime.fromtimestamp(at, now.tzinfo)
        bus.announce(broadcast.Countdown(place[0], place[1], away_at.isoformat()))

    def _forget_others(self, places: list[Place]) -> None:
        """Forget people who no longer sit at a running table."""
        seated = set(places)
        for place in self._ends.keys() - seated:
            self._cancel(place, is_present=True)
        for kept in (self._first_seen, self._handled):
            for place in kept.keys() - seated:
                del kept[place]
