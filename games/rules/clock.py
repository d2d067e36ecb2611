"""Clocks: how long a decision may take, what is left of each seat's bank, and when the time is over.

Pure arithmetic on moments that it is given; the state after each event of a table with a clock passes here.
"""

from datetime import datetime, timedelta

from games.rules import legal
from games.rules.events import (
    BidMade,
    CardPlayed,
    ClockRenewed,
    Event,
    GameStarted,
    PlayerBack,
    PlayerReplaced,
    TableResumed,
    TrumpNamed,
)
from games.rules.options import BANK
from games.rules.state import BIDDING, PAUSE, Clocks, State

SHORTEST = 5_000
"""Milliseconds that a decision has at least, however many were missed before."""
MOST_LAG = 500
"""Milliseconds of the network's time that are given back at most."""
LATE = "clock"
"""Who moves for a seat whose time is over, in the words of log and record."""
_DECISIONS = (BidMade, CardPlayed, TrumpNamed)
_ANEW = (TableResumed, ClockRenewed, PlayerReplaced, PlayerBack)
"""Events after which whoever has to act begins to think, even if they had to before."""


def ticked(before: State | None, event: Event, at: datetime, state: State) -> State:
    """`state` with its clocks as they are after `event`, which led to it from `before` at `at`."""
    if isinstance(event, GameStarted):
        zeros = (0,) * len(state.seats)
        return state._replace(clocks=Clocks(at, zeros, zeros))
    clocks = state.clocks
    if clocks is None or before is None:
        return state
    turn = legal.turn(before)
    if isinstance(event, _DECISIONS):
        clocks = _charged(before, turn, clocks, event, at)
    elif isinstance(event, (PlayerReplaced, PlayerBack)):
        clocks = clocks._replace(missed=_with(clocks.missed, event.seat, 0))
    if _begins(before, turn, event, state):
        clocks = Clocks(at, clocks.spent, clocks.missed)
    return state if clocks is state.clocks else state.with_clocks(clocks)


def deadline(state: State) -> datetime | None:
    """When the time of those who have to act is over; None where no person's clock runs."""
    clocks, seats = state.clocks, thinking(state)
    if clocks is None or not seats:
        return None
    left = max if len(seats) > 1 else min
    return clocks.since + timedelta(milliseconds=left(_time(state, clocks, seat) for seat in seats))


def thinking(state: State) -> tuple[int, ...]:
    """Those who have to act now and are there to do so; the house's bots don't think."""
    present = state.present()
    return tuple(seat for seat in legal.turn(state) if seat in present)


def bank_left(state: State, seat: int) -> int | None:
    """Milliseconds left of a seat's bank; None at a table without a clock."""
    if state.clocks is None or state.options.clock is None:
        return None
    return bank(state.options.clock) - state.clocks.spent[seat]


def bank(clock: int) -> int:
    """A seat's bank for the game in milliseconds, where a decision has `clock` seconds."""
    return clock * BANK * 1000


def _time(state: State, clocks: Clocks, seat: int) -> int:
    """Milliseconds that a seat's decision may take. Secret bids are made side by side, without the bank."""
    together = len(legal.turn(state)) > 1
    return _decision(state, clocks, seat) + (0 if together else bank_left(state, seat) or 0)


def _decision(state: State, clocks: Clocks, seat: int) -> int:
    """Without the bank: half as long after each decision in a row that the clock ended."""
    assert state.options.clock is not None
    return max(SHORTEST, state.options.clock * 1000 >> clocks.missed[seat])


def _charged(
    before: State,
    turn: tuple[int, ...],
    clocks: Clocks,
    event: BidMade | CardPlayed | TrumpNamed,
    at: datetime,
) -> Clocks:
    """What a decision of one of those whose `turn` it was took of the bank; one that the clock ended, all."""
    seat = event.seat
    if seat in before.away or not before.is_client(seat):
        return clocks
    since, spent, missed = clocks
    late = event.by == LATE
    missing = _with(missed, seat, missed[seat] + 1 if late else 0)
    if len(turn) > 1:
        return Clocks(since, spent, missing)
    took = round((at - since).total_seconds() * 1000) - min(event.lag, MOST_LAG)
    left = bank_left(before, seat) or 0
    over = left if late else max(0, min(left, took - _decision(before, clocks, seat)))
    return Clocks(since, _with(spent, seat, spent[seat] + over), missing)


def _begins(before: State, turn: tuple[int, ...], event: Event, state: State) -> bool:
    """Whether somebody begins to think now. Secret bids are thought of together: none gives others time."""
    if isinstance(event, _ANEW):
        return True
    if state.status == PAUSE or turn == (following := legal.turn(state)):
        return False
    together = before.status == state.status == BIDDING and isinstance(event, BidMade) and event.secret
    return not together or len(following) == 1 == len(turn)


def _with(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    return (*items[:index], item, *items[index + 1 :])
