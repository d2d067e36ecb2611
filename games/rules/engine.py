"""The entry point of the rules: verifies an action, turns it into an event, and adds the events that follow.

`decide` and `apply` are the Decider pattern's decide and evolve. Both look up the rules that topics declare.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.rules.clock import advance_clocks
from games.rules.legal import check_not_on_hold, require_seat
from games.rules.protocol.values import Mover
from games.rules.state import State
from games.rules.topics import TOPICS, Action, Event
from games.rules.topics.absence import find_agreed_stand_in
from games.rules.topics.holds import find_agreed_pause
from games.rules.topics.lobby import OpenTable
from games.rules.topics.lobby import open_table as _open
from games.rules.topics.topic import ActionRule, EventRule
from games.rules.undo.asking import find_agreed_undo

_ACTIONS: dict[type[Any], ActionRule[Any]] = {rule.action: rule for topic in TOPICS for rule in topic.actions}
_EVENTS: dict[type[Any], EventRule[Any]] = {rule.event: rule for topic in TOPICS for rule in topic.events}
_FOLLOW_UPS: dict[str, Callable[[State], Event | None]] = {
    status: follow_up for topic in TOPICS for status, follow_up in topic.follow_up.items()
}
_APPLY: dict[type[Any], tuple[Callable[[Any, Any, datetime], State], bool, bool]] = {
    event: (rule.apply, rule.decision, rule.renews_clock) for event, rule in _EVENTS.items()
}
"""The parts of a rule that `apply` needs: on this hot path, a tuple is cheaper than attribute look-ups."""
_UNLOGGED: frozenset[type[Any]] = frozenset(event for event, rule in _EVENTS.items() if rule.unlogged)


def open_table(action: OpenTable, at: datetime) -> tuple[State, list[Event]]:
    """Open a table, and return its first state and a list with its first event.

    Raise BadRequest unless there are 3 to 6 seats, or WrongNumberOfPlayers if the options forbid the number.
    """
    # An invalid server seed raises ValueError.
    event = _open(action)
    return apply(None, event, at), [event]


def take_action(
    state: State, seat: int | None, action: Action, at: datetime, by: Mover | None = None, lag: int = 0
) -> tuple[State, list[Event]]:
    """Apply an action, and return the new state and the events to log.

    `seat` is None for the server and for people without a seat. `by` says who acts in the player's place,
    such as "clock", or is None for the player. `lag` is the network delay in milliseconds. Raise a Refusal if
    the action is not possible.
    """
    event: Any = decide(state, seat, action, by)
    # The log stores the network delay in ms, because a replay must charge the banks for the same time.
    if lag and state.clocks is not None and _EVENTS[type(event)].decision:
        event = event._replace(lag=lag)
    events: list[Event] = []
    following: Event | None = event
    # Marking a card or a bid for a later turn adds no event to the log.
    if type(event) in _UNLOGGED:
        state = apply(state, event, at)
        following = follow_up_event(state)
    while following is not None:
        state = apply(state, following, at)
        events.append(following)
        following = follow_up_event(state)
    return state, events


def decide(state: State, seat: int | None, action: Action, by: Mover | None) -> Event:
    """Check an action against the rules, and return the event that the action causes.

    Do not apply the event. `seat` is None for the server and for people without a seat. `by` says who acts in
    the player's place, such as "clock", or is None for the player. Raise a Refusal if the action is not
    allowed.
    """
    rule = _ACTIONS[type(action)]
    if state.halted and rule.held:
        # Checked first, so that people without a seat get the same refusal as at a running table.
        require_seat(seat)
        check_not_on_hold(state)
    event: Event = rule.decide(state, seat, action, by)
    return event


def apply(state: State | None, event: Event, at: datetime) -> State:
    """Return the table's state after an event that happened at the time `at`, with the clocks updated.

    `state` is the state before the event, or None for a table's first event. The event is not checked again.
    """
    change, decision, renews = _APPLY[type(event)]
    after = change(state, event, at)
    if after.clocks is None or state is None:
        return after
    ended: Any = event if decision else None
    return advance_clocks(state, ended, at, after, restart_turn=renews)


def replay_events(entries: Iterable[tuple[Event, datetime]]) -> State | None:
    """Rebuild a table's state from all events of its log; return None for an empty log."""
    state: State | None = None
    for event, at in entries:
        state = apply(state, event, at)
    return state


def follow_up_event(state: State) -> Event | None:
    """Return the event that follows automatically from this state, such as the next deal, or None."""
    if state.halted:
        return None
    # Before the status's own follow-up: an agreed pause begins even if the next event is automatic.
    if state.pause_asked and (pause := find_agreed_pause(state)):
        return pause
    if state.stand_in_asked and (away := find_agreed_stand_in(state)):
        return away
    current = state.round
    if current is not None and current.undo.ask is not None and (undone := find_agreed_undo(state)):
        return undone
    following = _FOLLOW_UPS.get(state.status)
    return following(state) if following else None
