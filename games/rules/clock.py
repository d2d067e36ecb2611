"""Clocks: the time for each decision, each seat's bank (time reserve), and when time is up.

This is pure arithmetic on times that are passed in. Every event at a table with a clock goes through
`advance_clocks`.
"""

from datetime import datetime, timedelta
from typing import Protocol

from games.rules import legal
from games.rules.movers import CLAIM, CLOCK
from games.rules.options import BANK, Options
from games.rules.options.pace import SLOW, Break, add_time_outside_vacations
from games.rules.state import Clocks, State, replace_item
from games.rules.statuses import BIDDING, PAUSE

MIN_DECISION_MS = 5_000
"""The minimum time for a decision in milliseconds, however many decisions were missed before."""
MAX_LAG_MS = 500
"""The maximum network delay in milliseconds that is not charged."""


class TimedDecision(Protocol):
    """An event that records a decision of a seat, and thereby stops the seat's clock."""

    @property
    def seat(self) -> int:
        """The seat for which the decision was made."""

    @property
    def by(self) -> str | None:
        """Who made the decision, such as "human", or "clock" if the time was up.

        This is one of MOVERS, or None if the seat's player made a bid or named trump. For played cards and
        claims it is never None.
        """

    @property
    def lag(self) -> int:
        """The measured network delay in milliseconds, which does not count as thinking time."""


def start_clocks(options: Options, players: int, at: datetime) -> Clocks | None:
    """Return new clocks for a game that starts at `at`, or None if decisions have no time limit."""
    if options.clock is None and options.pace != SLOW:
        return None
    zeros = (0,) * players
    return Clocks(at, zeros, zeros, ((),) * players, (None,) * players)


def advance_clocks(
    state_before: State,
    decision: TimedDecision | None,
    at: datetime,
    state_after: State,
    *,
    restart_turn: bool,
) -> State:
    """Return `state_after`, the state after an event at the time `at`, with its clocks updated.

    `decision` is the event if it records a decision, otherwise None. If `restart_turn` is set, the seats to
    act get their full time. A state without clocks is returned unchanged.
    """
    clocks = state_after.clocks
    if clocks is None:
        return state_after
    seats_before = legal.seats_to_act(state_before)
    # Overtime is charged to the seat's time bank.
    if decision is not None:
        clocks = _charge_time_bank(state_before, clocks, decision, at)
    # In a new turn, the seats to act get their full time.
    if restart_turn or _starts_new_turn(state_before, seats_before, decision, state_after):
        clocks = clocks._replace(since=at)
    return state_after if clocks is state_after.clocks else state_after.with_clocks(clocks)


def reset_missed_decisions(state: State, seat: int) -> State:
    """Return the state with the seat's count of missed decisions reset to 0.

    A state without clocks is returned unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    return state.with_clocks(clocks._replace(missed=replace_item(clocks.missed, seat, 0)))


def clock_deadline(state: State) -> datetime | None:
    """Return the deadline of the seats to act, or None if no clock is running.

    At a slow table (days per move), return the earliest of their deadlines.
    """
    clocks = state.clocks
    if clocks is None or not (seats := seats_on_clock(state)):
        return None
    # At a slow table each seat has its own deadline, even if several seats bid in secret at the same time.
    if state.options.pace == SLOW:
        return min(_slow_deadline(state, clocks, seat) for seat in seats)
    # Otherwise these seats share one deadline: that of the seat with the most time.
    left = max if len(seats) > 1 else min
    return clocks.since + timedelta(milliseconds=left(_turn_time_ms(state, clocks, seat) for seat in seats))


def set_vacations(state: State, seat: int, vacations: tuple[Break, ...]) -> State:
    """Return the state with `vacations` as the vacations of the seat's player.

    A state without clocks is returned unchanged.
    """
    if state.clocks is None:
        return state
    return state.with_clocks(state.clocks._replace(breaks=replace_item(state.clocks.breaks, seat, vacations)))


def record_departure(state: State, seat: int, at: datetime) -> State:
    """Return the state with `at` stored as the time when the seat's player left.

    A state without clocks is returned unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    return state.with_clocks(clocks._replace(left_at=replace_item(clocks.left_at, seat, at)))


def resume_turn_clock(state_before: State, state: State, seat: int, at: datetime) -> State:
    """Return `state` with the clock of the current turn resumed, after the seat's player returned at `at`.

    `state_before` is the state before the return. If the clock stood still because no other seat had to
    act, do not count the time of the absence. If the table waited because all people were away, give the turn
    its full time again. Otherwise, and without clocks, return `state` unchanged.
    """
    clocks = state.clocks
    if clocks is None:
        return state
    if state_before.is_deserted:
        return state.with_clocks(clocks._replace(since=at))
    left_at = clocks.left_at[seat]
    # While several players bid in secret, the others' clocks ran on, as a slow table's clock always does.
    is_only_seat = legal.seats_to_act(state) == (seat,)
    if state.options.pace == SLOW or not is_only_seat or seat not in state_before.away or left_at is None:
        return state
    # No clock ran meanwhile. A full turn would let players gain time by leaving and coming back.
    away_since = max(clocks.since, left_at)
    return state.with_clocks(clocks._replace(since=clocks.since + (at - away_since)))


def slow_turn_deadline(state: State, seat: int) -> datetime | None:
    """Return the deadline of the seat's turn at a slow table (days per move), or None at other tables."""
    if state.clocks is None or state.options.pace != SLOW:
        return None
    return _slow_deadline(state, state.clocks, seat)


def seats_on_clock(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now, except those of the site's own bots and of absent players."""
    present = state.present_seats()
    return tuple(seat for seat in legal.seats_to_act(state) if seat in present)


def slow_turn_reminder_at(state: State, seat: int) -> datetime | None:
    """Return when a player at a slow table gets a reminder: when a third of the time is left.

    Return None at other tables.
    """
    if state.clocks is None or state.options.pace != SLOW:
        return None
    # Meaningful only for a seat that has to act, because the clocks know only when the current turn began.
    return _slow_deadline(state, state.clocks, seat, share_of_time=2 / 3)


def _slow_deadline(state: State, clocks: Clocks, seat: int, *, share_of_time: float = 1.0) -> datetime:
    """Return when a seat at a slow table will have used up a fraction of its time for a decision.

    `share_of_time` is this fraction. Days of vacation are not counted.
    """
    days = timedelta(days=state.options.days or 0)
    return add_time_outside_vacations(clocks.since, days * share_of_time, clocks.breaks[seat])


def time_bank_left_ms(state: State, seat: int) -> int | None:
    """Return the milliseconds that are left of a seat's extra time for the whole game.

    Return None if the table has no clock.
    """
    if state.clocks is None or state.options.clock is None:
        return None
    return initial_time_bank_ms(state.options.clock) - state.clocks.spent[seat]


def initial_time_bank_ms(clock_seconds: int) -> int:
    """Return a seat's extra time for the whole game, in milliseconds.

    `clock_seconds` is the time allowed for each decision.
    """
    return clock_seconds * BANK * 1000


def _turn_time_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return the milliseconds that a seat has for its turn.

    Include the rest of the seat's time bank (extra time for the whole game) if the seat may use the bank now.
    """
    bank = time_bank_left_ms(state, seat) if _may_use_time_bank(state, clocks) else 0
    return _base_decision_ms(state, clocks, seat) + (bank or 0)


def _may_use_time_bank(state: State, clocks: Clocks) -> bool:
    """Return whether the seat to act may use its time bank (extra time for the whole game) now."""
    # The last of several late secret bidders gets no more time than the others.
    if len(legal.seats_to_act(state)) > 1:
        return False
    current = state.round
    if state.status != BIDDING or current is None or current.revealed:
        return True
    # A player's own bid sets `missed` to zero; a stand-in's bid leaves it as it was.
    return not any(clocks.missed[seat] and seat not in state.away for seat, _ in current.bids_made)


def _base_decision_ms(state: State, clocks: Clocks, seat: int) -> int:
    """Return the milliseconds that a seat has for a decision, without its extra time for the whole game.

    The time halves with each decision that the seat misses in a row, but not below MIN_DECISION_MS.
    """
    assert state.options.clock is not None
    return max(MIN_DECISION_MS, state.options.clock * 1000 >> clocks.missed[seat])


def _charge_time_bank(state_before: State, clocks: Clocks, decision: TimedDecision, at: datetime) -> Clocks:
    """Return `clocks` updated after a decision that was made at the time `at`.

    Subtract overtime from the seat's extra time for the whole game, and count decisions missed in a row.
    """
    seat = decision.seat
    # At a slow table each decision has its own days; nothing is carried over to the next decision.
    if state_before.options.pace == SLOW:
        return clocks
    # The cards of a claim are played automatically, so they take no time to think.
    if seat in state_before.away or not state_before.has_client(seat) or decision.by == CLAIM:
        return clocks
    since, spent, missed = clocks.since, clocks.spent, clocks.missed
    late = decision.by == CLOCK
    missing = replace_item(missed, seat, missed[seat] + 1 if late else 0)
    if not _may_use_time_bank(state_before, clocks):
        return clocks._replace(missed=missing)
    took = round((at - since).total_seconds() * 1000) - min(decision.lag, MAX_LAG_MS)
    left = time_bank_left_ms(state_before, seat) or 0
    # The deadline comes after the decision's time and the bank, so a late decision has used up both.
    over = left if late else max(0, min(left, took - _base_decision_ms(state_before, clocks, seat)))
    return clocks._replace(spent=replace_item(spent, seat, spent[seat] + over), missed=missing)


def _starts_new_turn(
    state_before: State, seats_before: tuple[int, ...], decision: TimedDecision | None, state_after: State
) -> bool:
    """Return whether a new turn starts in `state_after`, so that the seats to act get their full time.

    `seats_before` are the seats to act in `state_before`. `decision` is the decision between the two states,
    or None.
    """
    following = legal.seats_to_act(state_after)
    # The seat that bids last may be the seat that then leads to the first trick.
    if state_after.status == PAUSE or (
        state_after.status == state_before.status and following == seats_before
    ):
        return False
    # No turn starts after a secret bid while other seats still bid.
    secret_bid = (
        decision is not None
        and state_before.status == state_after.status == BIDDING
        and state_before.round is not None
        and not state_before.round.revealed
    )
    return not secret_bid or len(following) == 1 == len(seats_before)
