"""Clocks: the time for a decision, what is left of each seat's bank, and when the time is over.

Pure arithmetic on moments that it is given; the state after each event of a table with a clock passes here.
"""

from datetime import datetime, timedelta
from typing import Protocol

from games.rules import legal
from games.rules.movers import CLAIM, CLOCK
from games.rules.options import BANK, Options
from games.rules.options.pace import SLOW, Break, add_breaks
from games.rules.state import Clocks, State, replace_item
from games.rules.statuses import BIDDING, PAUSE

MIN_DECISION_MS = 5_000
"""Minimum milliseconds for a decision, however many decisions were missed before."""
MAX_LAG_MS = 500
"""Maximum milliseconds of network delay that are not charged."""


class TimedDecision(Protocol):
    """An event by which a seat has decided, so that its clock stops."""

    @property
    def seat(self) -> int: ...

    @property
    def by(self) -> str | None: ...

    @property
    def lag(self) -> int: ...


def start_clocks(options: Options, players: int, at: datetime) -> Clocks | None:
    """Return the clocks at the start of a game, or None at a live table without a clock."""
    if options.clock is None and options.pace != SLOW:
        return None
    zeros = (0,) * players
    return Clocks(at, zeros, zeros, ((),) * players)


def advance_clocks(
    before: State, decision: TimedDecision | None, at: datetime, state: State, *, renew: bool
) -> State:
    """Return `state` with its clocks advanced to `at`, after an event that led to it from `before`.

    `decision` is the event if a seat decided by it. With `renew` the time of the seats to act starts anew,
    even if the same seats were to act before. Without a clock the state is returned unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    turn = legal.seats_to_act(before)
    if decision is not None:
        clocks = _charge_bank(before, turn, clocks, decision, at)
    if renew or _starts_new_turn(before, turn, decision, state):
        clocks = clocks._replace(since=at)
    return state if clocks is state.clocks else state.with_clocks(clocks)


def reset_missed_decisions(state: State, seat: int) -> State:
    """Return the state with no missed decisions at a seat to which somebody has come.

    The state is unchanged at a table without a clock.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    return state.with_clocks(clocks._replace(missed=replace_item(clocks.missed, seat, 0)))


def clock_deadline(state: State) -> datetime | None:
    """Return when the time of the seats that must act is over, or None if no person's clock runs."""
    clocks, seats = state.clocks, seats_on_clock(state)
    if clocks is None or not seats:
        return None
    # At a slow table each seat has a deadline of its own, even if several bid in secret at the same time.
    if state.options.pace == SLOW:
        return min(_slow_deadline(state, clocks, seat) for seat in seats)
    # Otherwise those seats share one deadline: that of the seat with the most time.
    left = max if len(seats) > 1 else min
    return clocks.since + timedelta(milliseconds=left(_time_left_ms(state, clocks, seat) for seat in seats))


def set_breaks(state: State, seat: int, breaks: tuple[Break, ...]) -> State:
    """Return the state with the vacations of the player on a seat; unchanged at a table without clocks."""
    if state.clocks is None:
        return state
    return state.with_clocks(state.clocks._replace(breaks=replace_item(state.clocks.breaks, seat, breaks)))


def restart_time(before: State, state: State, at: datetime) -> State:
    """Return the state with the time of the seats to act restarted, because a player is back on their seat.

    At a slow table, time goes on: otherwise leaving and coming back would renew it. It is restarted only if
    everybody had been away, so that no stand-in moved. The state is unchanged at a table without a clock.
    """
    clocks = state.clocks
    if clocks is None or (state.options.pace == SLOW and not before.is_deserted):
        return state
    return state.with_clocks(clocks._replace(since=at))


def deadline_of_seat(state: State, seat: int) -> datetime | None:
    """Return when the days of a seat to act at a slow table are over, or None at a live table."""
    if state.clocks is None or state.options.pace != SLOW:
        return None
    return _slow_deadline(state, state.clocks, seat)


def seats_on_clock(state: State) -> tuple[int, ...]:
    """Return the seats that have to act and whose player is present; the site's bots have no clock."""
    present = state.present_seats()
    return tuple(seat for seat in legal.seats_to_act(state) if seat in present)


def reminder_of_seat(state: State, seat: int) -> datetime | None:
    """Return when a third of a seat's days at a slow table is left, or None at a live table."""
    if state.clocks is None or state.options.pace != SLOW:
        return None
    return _slow_deadline(state, state.clocks, seat, share=2 / 3)


def _slow_deadline(state: State, clocks: Clocks, seat: int, *, share: float = 1.0) -> datetime:
    """Return when this share of a seat's days for a decision is over; vacations do not count."""
    days = timedelta(days=state.options.days or 0)
    return add_breaks(clocks.since, days * share, clocks.breaks[seat])


def bank_left_ms(state: State, seat: int) -> int | None:
    """Return the milliseconds left of a seat's bank, its time reserve for the game.

    Returns None at a table without a clock.
    """
    if state.clocks is None or state.options.clock is None:
        return None
    return initial_bank_ms(state.options.clock) - state.clocks.spent[seat]


def initial_bank_ms(clock: int) -> int:
    """Return a seat's bank for the whole game in milliseconds, at a table with `clock` seconds a decision."""
    return clock * BANK * 1000


def _time_left_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return the milliseconds that a seat's decision may take.

    The bank is left out while several seats bid in secret at once.
    """
    together = len(legal.seats_to_act(state)) > 1
    return _decision_ms(state, clocks, seat) + (0 if together else bank_left_ms(state, seat) or 0)


def _decision_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return the milliseconds for a decision without the bank, at least MIN_DECISION_MS.

    They are halved for each decision in a row that the clock ended.
    """
    assert state.options.clock is not None
    return max(MIN_DECISION_MS, state.options.clock * 1000 >> clocks.missed[seat])


def _charge_bank(
    before: State, turn: tuple[int, ...], clocks: Clocks, decision: TimedDecision, at: datetime
) -> Clocks:
    """Return the clocks after a decision was charged to its seat's bank.

    The seat pays the time beyond the decision's own, or the whole bank if time ran out. Bots and absent
    players are not charged, nor is anybody for cards of a claim, or while several seats decide at once
    (`turn`). The count of missed decisions goes up by one if the clock decided, and back to 0 if the player
    did.
    """
    seat = decision.seat
    # At a slow table each decision has its days, and nothing is left over or missing for the next one.
    if before.options.pace == SLOW:
        return clocks
    # The cards of a claim play themselves: nobody has to think about them.
    if seat in before.away or not before.is_client(seat) or decision.by == CLAIM:
        return clocks
    since, spent, missed, _ = clocks
    late = decision.by == CLOCK
    missing = replace_item(missed, seat, missed[seat] + 1 if late else 0)
    if len(turn) > 1:
        return clocks._replace(missed=missing)
    took = round((at - since).total_seconds() * 1000) - min(decision.lag, MAX_LAG_MS)
    left = bank_left_ms(before, seat) or 0
    # The deadline comes after the decision's time and the bank, so a late decision has used up both.
    over = left if late else max(0, min(left, took - _decision_ms(before, clocks, seat)))
    return clocks._replace(spent=replace_item(spent, seat, spent[seat] + over), missed=missing)


def _starts_new_turn(
    before: State, turn: tuple[int, ...], decision: TimedDecision | None, state: State
) -> bool:
    """Whether the time of the seats to act starts now; a secret bid does not restart anybody's time."""
    if state.status == PAUSE or turn == (following := legal.seats_to_act(state)):
        return False
    secret_bid = (
        decision is not None
        and before.status == state.status == BIDDING
        and before.round is not None
        and not before.round.revealed
    )
    return not secret_bid or len(following) == 1 == len(turn)
