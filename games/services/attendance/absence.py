"""Absent players in games in progress: after a grace period a stand-in moves for them until they return."""

import logging
from datetime import datetime

from core.realtime import bus
from core.refusal import Refusal
from games import broadcast, presence
from games.models import LogEntry, Seat
from games.models.shards import in_shards
from games.models.table import RUNNING, TablePace
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.options.pace import ON_REQUEST
from games.rules.state import State
from games.rules.topics.absence import ComeBack, GoAway, PlayerAway, is_expected_back
from games.services.attendance.signs_of_life import record_arrival
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.uncharged_time import STANDSTILL_SECONDS
from games.shards import ALL_SHARDS, ServedShards, Shards, serve_all
from games.store import tables
from games.store.entries import COLUMNS, decode_entry

logger = logging.getLogger(__name__)

GRACE_SECONDS = (60.0, 30.0, 15.0)
"""Seconds that a player may be absent: the first time in a game, the second, and from then on."""
UNREQUESTED_SECONDS = 600.0
"""Seconds after which a stand-in that must be requested comes unasked, if nobody is there to request it."""
SEATS_INTERVAL_SECONDS = 5.0
"""Seconds between two queries for all players in games in progress."""
MIN_SILENT_SECONDS = 5.0
"""Seconds without a sign of life after which a player counts as absent."""
MAX_FOUND_AT_ONCE = 100
"""Maximum players newly found absent in one tick: each table is read, and after a restart that may be all.

Others are found at the next ticks, which does not delay them: a grace period runs from the last sign of life.
"""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


def return_seat_to_player(*, table_id: str, user: int, now: datetime) -> None:
    """Give `user` their seat back if a stand-in has it; exceptions are only logged."""
    try:
        snapshot = tables.load_snapshot(table_id)
        seat = snapshot.state.seat_of(user)
        if seat is not None and is_expected_back(snapshot.state, seat):
            _dispatch(table_id, ComeBack(seat), now)
    except Exception:
        logger.exception("Nobody can come back to table %s", table_id)


def record_visit(*, table_id: str, user: int, now: datetime) -> None:
    """Record a sign of life over HTTP, and give `user` their seat back if a stand-in has it; never raises.

    The first visit is stored as the user's arrival. The seat is given back only if this process has the table
    cached.
    """
    record_arrival(table_id=table_id, user=user, now=now)
    snapshot = tables.cached_snapshot(table_id)
    seat = None if snapshot is None else snapshot.state.seat_of(user)
    if snapshot is not None and seat is not None and is_expected_back(snapshot.state, seat):
        return_seat_to_player(table_id=table_id, user=user, now=now)


def send_stand_in(*, table_id: str, seat: int, now: datetime) -> None:
    """Let a stand-in take over a seat; refusals are ignored or logged.

    A player who has just connected gets the seat back at once.
    """
    _dispatch(table_id, GoAway(seat), now)
    # A player who connected just before the dispatch found no stand-in to take the seat back from.
    if seat in presence.connected_seats(table_id):
        _dispatch(table_id, ComeBack(seat), now)


def _dispatch(table_id: str, action: GoAway | ComeBack, now: datetime) -> None:
    """Dispatch an action and log unexpected refusals.

    Refusals because another process was faster, or because the game is over, are ignored.
    """
    outcome = dispatch(Command(table_id, action, now))
    if isinstance(outcome, Refusal) and not isinstance(outcome, NothingChanged | WrongPhase):
        logger.warning("%s was refused at table %s: %s", action, table_id, outcome.code)


def occupied_places(shards: Shards = ALL_SHARDS) -> list[Place]:
    """Return the seats of people at live tables of these shards where a game is in progress and not on hold.

    Slow tables are left out, because nobody has to be present there.
    """
    rows = Seat.objects.filter(
        in_shards(shards, "table__shard"),
        table__status__in=RUNNING,
        table__pace=TablePace.LIVE,
        table__halted=False,
        user__isnull=False,
    )
    return list(rows.values_list("table_id", "seat", "user_id"))


def grace_seconds(table_id: str, seat: int) -> float:
    """Return how many seconds a player may be absent before a stand-in takes over.

    The time comes from the table's options. If they do not set it, it depends on how often a stand-in has
    already replaced the player in this game.
    """
    minutes = tables.load_snapshot(table_id).state.options.stand_in_minutes
    if minutes is not None:
        return minutes * 60.0
    rows = LogEntry.objects.filter(table_id=table_id, type="player_away").values_list(*COLUMNS)
    events = [decode_entry(row).event for row in rows]
    # Leaving on purpose is no absence and does not shorten the next grace period.
    gone = sum(isinstance(event, PlayerAway) and event.seat == seat and not event.left for event in events)
    return GRACE_SECONDS[min(gone, len(GRACE_SECONDS) - 1)]


def connected_opponents(table_id: str, state: State, seat: int) -> frozenset[int]:
    """Return the seats of all other people at the table who are connected."""
    return (state.human_seats() - state.away - {seat}) & frozenset(presence.connected_seats(table_id))


def needs_request(table_id: str) -> bool:
    """Whether the table's options let a stand-in come only when the others ask for one."""
    return tables.load_snapshot(table_id).state.options.stand_in_minutes == ON_REQUEST


def rules_out_stand_in(table_id: str, seat: int) -> bool:
    """Whether no stand-in can take the seat: a bot or stand-in already has it, or no game is in progress."""
    state = tables.load_snapshot(table_id).state
    return seat in state.away or seat not in state.client_seats() or state.status not in RUNNING


class AbsenceWatch:
    """Runs the countdowns of absent players; `steady` is a monotonic time in seconds."""

    def __init__(self, steady: float, served: ServedShards = serve_all) -> None:
        self._served = served
        self._started = steady
        self._ticked = steady
        self._queried = float("-inf")
        self._places: list[Place] = []
        self._first_seen: dict[Place, float] = {}
        self._ends: dict[Place, float] = {}
        """When each current grace period ends."""
        self._handled: dict[Place, float] = {}
        """Places where a stand-in was sent or not needed, with the last sign of life before that."""
        self._alone_since: dict[Place, float] = {}
        """Absent players whose stand-in comes on request: since when nobody has been there to ask for it."""
        self._found = 0
        """The number of players newly found absent in this tick."""

    def tick(self, *, now: datetime, steady: float) -> None:
        """Check all people at tables with a game in progress.

        The list of people is read from the database every SEATS_INTERVAL_SECONDS. If this process has not run
        for a while since the last tick, all countdowns are cancelled first.
        """
        if steady - self._ticked > STANDSTILL_SECONDS:
            self._reset_after_standstill()
        self._ticked = steady
        if steady - self._queried >= SEATS_INTERVAL_SECONDS:
            self._queried, self._places = steady, occupied_places(self._served())
        self.check(self._places, now=now, steady=steady)

    def _reset_after_standstill(self) -> None:
        """Cancel all countdowns: while this process stood still, it cannot have noticed any sign of life."""
        for place in tuple(self._ends):
            self._cancel_countdown(place, is_present=True)
        self._first_seen.clear()

    def check(self, places: list[Place], *, now: datetime, steady: float) -> None:
        """Start and cancel countdowns for the people at these places, and send stand-ins when they end.

        Countdowns for other places are cancelled. A grace period never starts before this process first saw
        the player, so that everybody has it in full after a restart. An exception at one table is logged, and
        only that table is skipped.
        """
        self._forget_absentees(places)
        self._found = 0
        for place in places:
            self._first_seen.setdefault(place, steady)
            try:
                self._check_place(place, now, steady)
            except Exception:
                logger.exception("Nobody can be away at table %s", place[0])

    def _check_place(self, place: Place, now: datetime, steady: float) -> None:
        """Start, cancel or finish the countdown of one player, depending on their last sign of life.

        Once MAX_FOUND_AT_ONCE players have newly been found absent in a tick, further ones are left to the
        next tick.
        """
        table_id, seat, _ = place
        last_life = self._last_sign_at(place, steady)
        is_present = steady - last_life < MIN_SILENT_SECONDS
        if is_present or self._handled.get(place) == last_life:
            self._alone_since.pop(place, None)
            self._cancel_countdown(place, is_present=is_present)
            return
        if place in self._alone_since:
            self._check_request(place, last_life, now, steady)
            return
        if place not in self._ends:
            # The others are found at the next ticks; each table read here costs a query.
            if self._found == MAX_FOUND_AT_ONCE:
                return
            self._found += 1
            if rules_out_stand_in(table_id, seat):
                self._handled[place] = last_life
                return
            if needs_request(table_id):
                self._alone_since[place] = steady
                return
            self._ends[place] = last_life + grace_seconds(table_id, seat)
            # Clients count down by the wall clock, while the countdown itself runs by the steady one.
            self._announce_countdown(place, now.timestamp() + self._ends[place] - steady, now)
        if steady >= self._ends[place]:
            self._handled[place] = last_life
            self._cancel_countdown(place, is_present=False)
            send_stand_in(table_id=table_id, seat=seat, now=now)

    def _check_request(self, place: Place, last_life: float, now: datetime, steady: float) -> None:
        """Send a stand-in that comes only on request, once all other connected people have asked for it.

        It is also sent if for UNREQUESTED_SECONDS nobody who could ask has been connected.
        """
        table_id, seat, _ = place
        # Read once: this is done for each absent player in each tick.
        state = tables.load_snapshot(table_id).state
        if seat in state.away:
            del self._alone_since[place]
            self._handled[place] = last_life
            return
        if people := connected_opponents(table_id, state, seat):
            self._alone_since[place] = steady
            if not all((each, seat) in state.stand_in_asked for each in people):
                return
        elif steady - self._alone_since[place] < UNREQUESTED_SECONDS:
            return
        del self._alone_since[place]
        self._handled[place] = last_life
        send_stand_in(table_id=table_id, seat=seat, now=now)

    def _last_sign_at(self, place: Place, steady: float) -> float:
        """Return the time of the player's last sign of life: `steady`, which is now, if they are connected.

        If no sign of life is known since this process first saw the player, returns the time of that first
        check.
        """
        table_id, seat, _ = place
        if seat in presence.connected_seats(table_id):
            presence.record_sign_of_life(table_id, seat, steady)
        noted = presence.last_sign_of_life(table_id, seat)
        return max(self._first_seen[place], noted or self._started)

    def _cancel_countdown(self, place: Place, *, is_present: bool) -> None:
        """Cancel the countdown for a place, if there is one, and announce that.

        If `is_present` is True, a stand-in may be sent again when the player is next absent.
        """
        if is_present:
            self._handled.pop(place, None)
        if self._ends.pop(place, None) is not None:
            bus.announce_news(broadcast.Countdown(place[0], place[1], None))

    def _announce_countdown(self, place: Place, at: float, now: datetime) -> None:
        """Tell all processes when the stand-in will come; `at` is in seconds since the epoch."""
        away_at = datetime.fromtimestamp(at, now.tzinfo)
        bus.announce_news(broadcast.Countdown(place[0], place[1], away_at.isoformat()))

    def _forget_absentees(self, places: list[Place]) -> None:
        """Cancel the countdowns of people who are not at any of these places, and forget these people."""
        seated = set(places)
        for place in self._ends.keys() - seated:
            self._cancel_countdown(place, is_present=True)
        for kept in (self._first_seen, self._handled, self._alone_since):
            for place in kept.keys() - seated:
                del kept[place]
