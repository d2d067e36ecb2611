"""Absent players in games in progress: after a grace period, a stand-in moves for them until they return."""

import logging
from datetime import datetime

from core.realtime import bus
from core.refusal import Refusal
from games import broadcast, presence
from games.models import Seat
from games.models.shards import in_shards
from games.models.table import RUNNING, TablePace
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.topics.absence import ComeBack, GoAway, has_stand_in_or_request
from games.services.attendance.connected_players import ConnectedPlayers, SeatedPlayer, connected_opponents
from games.services.attendance.grace import cannot_have_stand_in, grace_seconds, stand_in_needs_request
from games.services.attendance.signs_of_life import record_arrival
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.uncharged_time import STALL_SECONDS
from games.shards import ALL_SHARDS, ServedShards, Shards, all_shards
from games.store import tables

logger = logging.getLogger(__name__)

UNREQUESTED_SECONDS = 600.0
"""Seconds after which a stand-in comes without a request, if nobody is there who could request it."""
SEATS_INTERVAL_SECONDS = 5.0
"""Seconds between two queries for all players in games in progress."""
MIN_SILENT_SECONDS = 5.0
"""Seconds without a sign of life after which a player counts as absent."""
MAX_FOUND_AT_ONCE = 100
"""Maximum players newly found absent in one tick, because their tables are read; after a restart, many are.

The others are found at the next ticks, without a delay: a grace period runs from the last sign of life.
"""


def return_seat_to_player(*, table_id: str, user: int, now: datetime) -> None:
    """End a player's absence, so that the player decides again instead of a bot.

    Do nothing if the player does not count as absent. Exceptions are only logged.
    """
    try:
        snapshot = tables.load_snapshot(table_id)
        seat = snapshot.state.seat_of(user)
        if seat is not None and has_stand_in_or_request(snapshot.state, seat):
            _dispatch_absence_action(table_id, ComeBack(seat), now)
    except Exception:
        logger.exception("Nobody can come back to table %s", table_id)


def record_visit(*, table_id: str, user: int, now: datetime) -> None:
    """Record that a player is present, and take the seat back from a stand-in bot.

    Exceptions are only logged.
    """
    record_arrival(table_id=table_id, user=user, now=now)
    snapshot = tables.cached_snapshot(table_id)
    seat = None if snapshot is None else snapshot.state.seat_of(user)
    if snapshot is not None and seat is not None and has_stand_in_or_request(snapshot.state, seat):
        return_seat_to_player(table_id=table_id, user=user, now=now)


def send_stand_in(*, table_id: str, seat: int, now: datetime) -> None:
    """Let a bot take over an absent player's seat.

    If the player has just connected again, return the seat to the player at once.
    """
    _dispatch_absence_action(table_id, GoAway(seat), now)
    # A player who connected just before the dispatch found no stand-in to take the seat back from.
    if seat in presence.connected_seats(table_id):
        _dispatch_absence_action(table_id, ComeBack(seat), now)


def _dispatch_absence_action(table_id: str, action: GoAway | ComeBack, now: datetime) -> None:
    """Submit the action that begins (GoAway) or ends (ComeBack) an absence. Log an unexpected refusal."""
    outcome = dispatch(Command(table_id, action, now))
    # Expected: another process was faster, or no game is in progress.
    if isinstance(outcome, Refusal) and not isinstance(outcome, NothingChanged | WrongPhase):
        logger.warning("%s was refused at table %s: %s", action, table_id, outcome.code)


def players_in_live_games(shards: Shards = ALL_SHARDS) -> list[SeatedPlayer]:
    """Return the players in running games, except the site's own bots.

    `shards` are the groups of tables to search. Slow tables (days per move), tables that the organisers or
    the players have paused, and tables with a damaged log are left out.
    """
    rows = Seat.objects.filter(
        in_shards(shards, "table__shard"),
        table__status__in=RUNNING,
        table__pace=TablePace.LIVE,
        table__halted=False,
        table__quarantined="",
        user__isnull=False,
    )
    return list(rows.values_list("table_id", "seat", "user_id"))


class AbsenceWatch:
    """Runs the countdowns after which stand-ins replace absent players, and sends the stand-ins."""

    def __init__(self, monotonic_now: float, served: ServedShards = all_shards) -> None:
        """Create the periodic job that lets bots play for absent players.

        The job handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served
        self._started = monotonic_now
        self._ticked = monotonic_now
        self._queried = float("-inf")
        self._players: list[SeatedPlayer] = []
        self._first_seen: dict[SeatedPlayer, float] = {}
        self._ends: dict[SeatedPlayer, float] = {}
        """The monotonic time at which each running countdown ends."""
        self._handled: dict[SeatedPlayer, float] = {}
        """Players for whom a stand-in was sent or not needed, mapped to their last activity before that."""
        self._alone_since: dict[SeatedPlayer, float] = {}
        """Absent players whose stand-in comes on request, mapped to when somebody could last request it."""
        self._found = 0
        """The number of players newly found absent in this tick."""
        self._connected = ConnectedPlayers(monotonic_now)

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Start, check and end the countdowns after which bots replace absent players.

        If this process was blocked for a while, cancel all countdowns first.
        """
        if monotonic_now - self._ticked > STALL_SECONDS:
            self._reset_after_stall()
        self._ticked = monotonic_now
        if monotonic_now - self._queried >= SEATS_INTERVAL_SECONDS:
            self._queried, self._players = monotonic_now, players_in_live_games(self._served())
        self.check(self._players, now=now, monotonic_now=monotonic_now)

    def _reset_after_stall(self) -> None:
        """Cancel all countdowns after a stall of this process, which may have missed activity of players."""
        for player in tuple(self._ends):
            self._cancel_countdown(player, is_present=True)
        self._first_seen.clear()
        self._connected = ConnectedPlayers(self._ticked)

    def check(self, players: list[SeatedPlayer], *, now: datetime, monotonic_now: float) -> None:
        """Start or cancel these players' countdowns, and send a bot when a countdown ends.

        Cancel the countdowns of players who are not in the list.
        """
        if players is not self._connected.players:
            self._forget_other_players(players)
        self._found = 0
        for player in self._players_to_check(players, monotonic_now):
            # Earlier time does not count, so that everybody gets the full time after a restart.
            self._first_seen.setdefault(player, monotonic_now)
            try:
                self._check_player(player, now, monotonic_now)
            except Exception:
                logger.exception("Nobody can be away at table %s", player[0])

    def _players_to_check(self, players: list[SeatedPlayer], monotonic_now: float) -> list[SeatedPlayer]:
        """Update which players are connected, and return the players to check.

        These are all absent players, and connected players recorded as absent.
        """
        before, self._connected = self._connected, self._connected.check_again(players, monotonic_now)
        for player in before.connected - self._connected.connected:
            self._first_seen.setdefault(player, before.checked_at)
        noted = self._ends.keys() | self._handled.keys() | self._alone_since.keys()
        return [*self._connected.absent, *(noted & self._connected.connected)]

    def _check_player(self, player: SeatedPlayer, now: datetime, monotonic_now: float) -> None:
        """Start or cancel a player's countdown, or send a bot when the countdown has ended."""
        table_id, seat, _ = player
        last_active = self._last_active_at(player, monotonic_now)
        is_present = monotonic_now - last_active < MIN_SILENT_SECONDS
        if is_present or self._handled.get(player) == last_active:
            self._alone_since.pop(player, None)
            self._cancel_countdown(player, is_present=is_present)
            return
        if player in self._alone_since:
            self._send_stand_in_if_requested(player, last_active, now, monotonic_now)
            return
        if player not in self._ends:
            # The others wait for the next tick; each table read here costs a query.
            if self._found == MAX_FOUND_AT_ONCE:
                return
            self._found += 1
            if cannot_have_stand_in(table_id, seat):
                self._handled[player] = last_active
                return
            if stand_in_needs_request(table_id):
                self._alone_since[player] = monotonic_now
                return
            self._ends[player] = last_active + grace_seconds(table_id, seat)
            # Clients count down by the wall clock, while this countdown runs by the monotonic clock.
            self._announce_countdown(player, now.timestamp() + self._ends[player] - monotonic_now, now)
        if monotonic_now >= self._ends[player]:
            self._handled[player] = last_active
            self._cancel_countdown(player, is_present=False)
            send_stand_in(table_id=table_id, seat=seat, now=now)

    def _send_stand_in_if_requested(
        self, player: SeatedPlayer, last_active: float, now: datetime, monotonic_now: float
    ) -> None:
        """Send a bot for the player if all connected opponents have requested it.

        Without connected opponents, send the bot after UNREQUESTED_SECONDS.
        """
        table_id, seat, _ = player
        # Read only once, because this runs for each absent player in each tick.
        state = tables.load_snapshot(table_id).state
        if seat in state.away:
            del self._alone_since[player]
            self._handled[player] = last_active
            return
        if people := connected_opponents(table_id, state, seat):
            self._alone_since[player] = monotonic_now
            if not all((each, seat) in state.stand_in_asked for each in people):
                return
        elif monotonic_now - self._alone_since[player] < UNREQUESTED_SECONDS:
            return
        del self._alone_since[player]
        self._handled[player] = last_active
        send_stand_in(table_id=table_id, seat=seat, now=now)

    def _last_active_at(self, player: SeatedPlayer, monotonic_now: float) -> float:
        """Return when the player was last active or first checked, whichever is later, in monotonic time.

        A connected player counts as active now.
        """
        table_id, seat, _ = player
        if seat in presence.connected_seats(table_id):
            presence.record_player_activity(table_id, seat, monotonic_now)
        noted = presence.last_player_activity(table_id, seat)
        return max(self._first_seen[player], noted or self._started)

    def _cancel_countdown(self, player: SeatedPlayer, *, is_present: bool) -> None:
        """Cancel the player's countdown, if there is one, and tell all processes.

        `is_present` means that the absence is over, so that the player's next absence starts a new countdown.
        Otherwise, no other countdown starts until the player has been active again.
        """
        if is_present:
            # The player's next absence starts a new countdown.
            self._handled.pop(player, None)
        if self._ends.pop(player, None) is not None:
            bus.publish_message(broadcast.Countdown(player[0], player[1], None))

    def _announce_countdown(self, player: SeatedPlayer, ends_at: float, now: datetime) -> None:
        """Tell all processes when a bot will take the player's seat. `ends_at` is a Unix timestamp."""
        away_at = datetime.fromtimestamp(ends_at, now.tzinfo)
        bus.publish_message(broadcast.Countdown(player[0], player[1], away_at.isoformat()))

    def _forget_other_players(self, players: list[SeatedPlayer]) -> None:
        """Cancel the countdowns and forget the absences of all players who are not in `players`."""
        seated = set(players)
        for player in self._ends.keys() - seated:
            self._cancel_countdown(player, is_present=True)
        for kept in (self._first_seen, self._handled, self._alone_since):
            for player in kept.keys() - seated:
                del kept[player]
