"""Clocks: the time for a decision, what is left of each seat's bank, and when time is up.

Pure arithmetic on the times passed in; every event at a table with a clock goes through `advance_clocks`.
"""

from datetime import datetime, timedelta
from typing import Protocol

from games.rules import legal
from games.rules.movers import CLAIM, CLOCK
from games.rules.options import BANK, Options
from games.rules.options.pace import SLOW, Break, add_time_outside_breaks
from games.rules.state import Clocks, State, replace_item
from games.rules.statuses import BIDDING, PAUSE

MIN_DECISION_MS = 5_000
"""Minimum milliseconds for a decision, however many decisions were missed before."""
MAX_LAG_MS = 500
"""Maximum milliseconds of network delay that are not charged."""


class TimedDecision(Protocol):
    """An event that records a seat's decision, and so stops its clock."""

    @property
    def seat(self) -> int:
        """The seat for which the decision was made."""

    @property
    def by(self) -> str | None:
        """Who made the decision, such as `clock`; may be None if the seat's own player did."""

    @property
    def lag(self) -> int:
        """The measured network delay in milliseconds, which is not charged."""


def start_clocks(options: Options, players: int, at: datetime) -> Clocks | None:
    """Return new clocks for a game that starts at the time `at`, or None at a live table without a clock."""
    if options.clock is None and options.pace != SLOW:
        return None
    zeros = (0,) * players
    return Clocks(at, zeros, zeros, ((),) * players)


def advance_clocks(
    before: State, decision: TimedDecision | None, at: datetime, state: State, *, restart_turn: bool
) -> State:
    """Return `state` with its clocks advanced to `at`, the time of the event that led to it from `before`.

    `decision` is that event if it was a seat's decision. If `restart_turn` is True, the seats to act get
    their full time again, even if it was already their turn before. A state without clocks is returned
    unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    seats_before = legal.seats_to_act(before)
    if decision is not None:
        clocks = _charge_bank(before, seats_before, clocks, decision, at)
    if restart_turn or _starts_new_turn(before, seats_before, decision, state):
        clocks = clocks._replace(since=at)
    return state if clocks is state.clocks else state.with_clocks(clocks)


def reset_missed_decisions(state: State, seat: int) -> State:
    """Return the state with the seat's missed decisions reset to 0, for a player who has just taken the seat.

    At a table without clocks, the state is returned unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    return state.with_clocks(clocks._replace(missed=replace_item(clocks.missed, seat, 0)))


def clock_deadline(state: State) -> datetime | None:
    """Return the moment when the time of a seat to act is up, or None if no clock is running.

    At a slow table it is the earliest of the seats' own deadlines; at a live table, seats that bid in secret
    at the same time share one deadline.
    """
    clocks = state.clocks
    if clocks is None or not (seats := seats_on_clock(state)):
        return None
    # At a slow table each seat has a deadline of its own, even if several bid in secret at the same time.
    if state.options.pace == SLOW:
        return min(_slow_deadline(state, clocks, seat) for seat in seats)
    # Otherwise those seats share one deadline: that of the seat with the most time.
    left = max if len(seats) > 1 else min
    return clocks.since + timedelta(milliseconds=left(_time_left_ms(state, clocks, seat) for seat in seats))


def set_vacations(state: State, seat: int, breaks: tuple[Break, ...]) -> State:
    """Return the state with `breaks` as the vacations of the seat's player.

    At a table without clocks, the state is returned unchanged.
    """
    if state.clocks is None:
        return state
    return state.with_clocks(state.clocks._replace(breaks=replace_item(state.clocks.breaks, seat, breaks)))


def restart_turn_time(before: State, state: State, at: datetime) -> State:
    """Return the state with full time, from `at` on, for the seats to act, after a player has come back.

    At a slow table, time restarts only if everybody was away, so that players gain nothing by leaving and
    coming back. In any other case the state is returned unchanged.
    """
    clocks = state.clocks
    if clocks is None or (state.options.pace == SLOW and not before.is_deserted):
        return state
    return state.with_clocks(clocks._replace(since=at))


def slow_turn_deadline(state: State, seat: int) -> datetime | None:
    """Return the moment when a seat that is to act at a slow table runs out of time; None at a live table."""
    if state.clocks is None or state.options.pace != SLOW:
        return None
    return _slow_deadline(state, state.clocks, seat)


def seats_on_clock(state: State) -> tuple[int, ...]:
    """Return the seats to act whose player is present; the site's bots and absent players have no clock."""
    present = state.present_seats()
    return tuple(seat for seat in legal.seats_to_act(state) if seat in present)


def slow_turn_reminder_at(state: State, seat: int) -> datetime | None:
    """Return the moment when a third of a seat's time at a slow table is left, or None at a live table."""
    if state.clocks is None or state.options.pace != SLOW:
        return None
    return _slow_deadline(state, state.clocks, seat, share_of_time=2 / 3)


def _slow_deadline(state: State, clocks: Clocks, seat: int, *, share_of_time: float = 1.0) -> datetime:
    """Return when `share_of_time` of the seat's days for a decision have passed, not counting vacations."""
    days = timedelta(days=state.options.days or 0)
    return add_time_outside_breaks(clocks.since, days * share_of_time, clocks.breaks[seat])


def bank_left_ms(state: State, seat: int) -> int | None:
    """Return the milliseconds left in a seat's bank, its time reserve for the whole game.

    Return None at a slow table or one without a clock.
    """
    if state.clocks is None or state.options.clock is None:
        return None
    return initial_bank_ms(state.options.clock) - state.clocks.spent[seat]


def initial_bank_ms(clock_seconds: int) -> int:
    """Return a seat's bank at the start of the game, in milliseconds.

    `clock_seconds` is the time allowed for each decision.
    """
    return clock_seconds * BANK * 1000


def _time_left_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return how many milliseconds a seat has for its decision, including its bank (time reserve).

    The bank does not count while several seats bid in secret at the same time.
    """
    together = len(legal.seats_to_act(state)) > 1
    return _decision_ms(state, clocks, seat) + (0 if together else bank_left_ms(state, seat) or 0)


def _decision_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return the milliseconds that a seat has for its decision, without its bank.

    The time is halved for each consecutive decision that the clock has made for the seat, but is never less
    than MIN_DECISION_MS.
    """
    assert state.options.clock is not None
    return max(MIN_DECISION_MS, state.options.clock * 1000 >> clocks.missed[seat])


def _charge_bank(
    before: State, seats_before: tuple[int, ...], clocks: Clocks, decision: TimedDecision, at: datetime
) -> Clocks:
    """Return the clocks after charging a seat's decision to its bank (time reserve).

    The bank pays for time beyond the allowance for one decision, and is used up if the clock decided. Nothing
    is charged at slow tables, to the site's bots and absent players, for claimed cards, or while several
    seats decide at once. The seat's count of missed decisions grows by one if the clock decided, and becomes
    0 if the player did.
    """
    seat = decision.seat
    # At a slow table each decision has its days, and nothing is left over or missing for the next one.
    if before.options.pace == SLOW:
        return clocks
    # The cards of a claim are played automatically: nobody has to think about them.
    if seat in before.away or not before.has_client(seat) or decision.by == CLAIM:
        return clocks
    since, spent, missed, _ = clocks
    late = decision.by == CLOCK
    missing = replace_item(missed, seat, missed[seat] + 1 if late else 0)
    if len(seats_before) > 1:
        return clocks._replace(missed=missing)
    took = round((at - since).total_seconds() * 1000) - min(decision.lag, MAX_LAG_MS)
    left = bank_left_ms(before, seat) or 0
    # The deadline comes after the decision's time and the bank, so a late decision has used up both.
    over = left if late else max(0, min(left, took - _decision_ms(before, clocks, seat)))
    return clocks._replace(spent=replace_item(spent, seat, spent[seat] + over), missed=missing)


def _starts_new_turn(
    before: State, seats_before: tuple[int, ...], decision: TimedDecision | None, state: State
) -> bool:
    """Whether a new turn starts in `state`, so that the seats to act get their full time.

    `state` followed from `before` by `decision`, or by another event if `decision` is None. False in a pause,
    if the same seats were to act before, and after one of several simultaneous secret bids.
    """
    if state.status == PAUSE or seats_before == (following := legal.seats_to_act(state)):
        return False
    secret_bid = (
        decision is not None
        and before.status == state.status == BIDDING
        and before.round is not None
        and not before.round.revealed
    )
    return not secret_bid or len(following) == 1 == len(seats_before)
