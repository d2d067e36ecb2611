"""Clocks: how long a decision may take, what is left of each seat's bank, and when the time is over.

Pure arithmetic on moments that it is given; the state after each event of a table with a clock passes here.
"""

from datetime import datetime, timedelta
from typing import Protocol

from games.rules import legal
from games.rules.options import BANK
from games.rules.state import BIDDING, PAUSE, Clocks, State, with_item

MIN_DECISION_MS = 5_000
"""Milliseconds that a decision has at least, however many were missed before."""
MAX_LAG_MS = 500
"""Milliseconds of the network's time that are given back at most."""
CLOCK = "clock"
"""Who moves for a seat whose time is over, in the words of log and record."""


class TimedDecision(Protocol):
    """An event that ends a seat's thinking."""

    @property
    def seat(self) -> int: ...

    @property
    def by(self) -> str | None: ...

    @property
    def lag(self) -> int: ...


def tick(before: State, decision: TimedDecision | None, at: datetime, state: State, *, renew: bool) -> State:
    """`state` with its clocks as they are after an event that led to it from `before` at `at`.

    `decision` is the event if it was one. With `renew` those who have to act begin to think, even if they had
    to act before.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    turn = legal.turn(before)
    if decision is not None:
        clocks = _charged(before, turn, clocks, decision, at)
    if renew or _begins(before, turn, decision, state):
        clocks = Clocks(at, clocks.spent, clocks.missed)
    return state if clocks is state.clocks else state.with_clocks(clocks)


def with_none_missed(state: State, seat: int) -> State:
    """The state after somebody has come (back) to a seat: none of its decisions counts as missed."""
    clocks = state.clocks
    if clocks is None:
        return state
    return state.with_clocks(clocks._replace(missed=with_item(clocks.missed, seat, 0)))


def deadline(state: State) -> datetime | None:
    """When the time of those who have to act is over; None where no person's clock runs."""
    clocks, seats = state.clocks, seats_on_clock(state)
    if clocks is None or not seats:
        return None
    left = max if len(seats) > 1 else min
    return clocks.since + timedelta(milliseconds=left(_time(state, clocks, seat) for seat in seats))


def seats_on_clock(state: State) -> tuple[int, ...]:
    """Return the present seats whose player is to act; the site's bots have no clock."""
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
    return max(MIN_DECISION_MS, state.options.clock * 1000 >> clocks.missed[seat])


def _charged(
    before: State, turn: tuple[int, ...], clocks: Clocks, decision: TimedDecision, at: datetime
) -> Clocks:
    """What a decision of one of those whose `turn` it was took of the bank; one that the clock ended, all."""
    seat = decision.seat
    if seat in before.away or not before.is_client(seat):
        return clocks
    since, spent, missed = clocks
    late = decision.by == CLOCK
    missing = with_item(missed, seat, missed[seat] + 1 if late else 0)
    if len(turn) > 1:
        return Clocks(since, spent, missing)
    took = round((at - since).total_seconds() * 1000) - min(decision.lag, MAX_LAG_MS)
    left = bank_left(before, seat) or 0
    over = left if late else max(0, min(left, took - _decision(before, clocks, seat)))
    return Clocks(since, with_item(spent, seat, spent[seat] + over), missing)


def _begins(before: State, turn: tuple[int, ...], decision: TimedDecision | None, state: State) -> bool:
    """Whether somebody begins to think now. Secret bids are thought of together: none gives others time."""
    if state.status == PAUSE or turn == (following := legal.turn(state)):
        return False
    secret_bid = (
        decision is not None
        and before.status == state.status == BIDDING
        and before.round is not None
        and not before.round.revealed
    )
    return not secret_bid or len(following) == 1 == len(turn)
