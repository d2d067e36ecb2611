"""The way into the rules: an action is verified and becomes events, and what follows by itself follows.

`decide` and `apply` are the Decider pattern's decide and evolve; both look up what the topics declare.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.rules import errors
from games.rules.clock import tick
from games.rules.state import State
from games.rules.topics import TOPICS, Action, Event
from games.rules.topics.guards import require_seat
from games.rules.topics.holds import agreed_hold
from games.rules.topics.lobby import OpenTable
from games.rules.topics.lobby import open_table as _open
from games.rules.topics.topic import ActionRule, EventRule

_ACTIONS: dict[type[Any], ActionRule[Any]] = {rule.action: rule for topic in TOPICS for rule in topic.actions}
_EVENTS: dict[type[Any], EventRule[Any]] = {rule.event: rule for topic in TOPICS for rule in topic.events}
_FOLLOW_UPS: dict[str, Callable[[State], Event | None]] = {
    status: follow_up for topic in TOPICS for status, follow_up in topic.follow_up.items()
}
_APPLY: dict[type[Any], tuple[Callable[[Any, Any, datetime], State], bool, bool]] = {
    event: (rule.apply, rule.decision, rule.renews_clock) for event, rule in _EVENTS.items()
}
"""What `apply` needs of a rule: looking it up at once is cheaper than attributes on this hot path."""


def open_table(action: OpenTable, at: datetime) -> tuple[State, list[Event]]:
    """A new table; raises WrongNumberOfPlayers or BadRequest where the options do not fit the seats."""
    event = _open(action)
    return apply(None, event, at), [event]


def step(
    state: State, seat: int | None, action: Action, at: datetime, by: str | None = None, lag: int = 0
) -> tuple[State, list[Event]]:
    """Do `action` for `seat` (None: somebody without one, or the server) at the moment `at`.

    Gives the new state and the events that led to it; `by` says who moves for the seat if not its own player,
    `lag` is how many milliseconds the network is measured to have taken.
    Raises a Refusal, and nothing has changed.
    """
    event: Any = decide(state, seat, action, by)
    if lag and state.clocks is not None and _EVENTS[type(event)].decision:
        event = event._replace(lag=lag)
    events: list[Event] = []
    following: Event | None = event
    while following is not None:
        state = apply(state, following, at)
        events.append(following)
        following = follow_up(state)
    return state, events


def verify(state: State, seat: int | None, action: Action) -> None:
    """Raise the Refusal that `step` would raise; change nothing."""
    decide(state, seat, action, None)


def decide(state: State, seat: int | None, action: Action, by: str | None) -> Event:
    """The event that `action` becomes; raises a Refusal. A halted table hears no seat."""
    rule = _ACTIONS[type(action)]
    if state.halted and rule.held:
        require_seat(seat)
        raise errors.Halted()
    event: Event = rule.decide(state, seat, action, by)
    return event


def apply(state: State | None, event: Event, at: datetime) -> State:
    """The state after `event`, which happened at `at`; the first event of a table takes no state."""
    change, decision, renews = _APPLY[type(event)]
    after = change(state, event, at)
    if after.clocks is None or state is None:
        return after
    ended: Any = event if decision else None
    return tick(state, ended, at, after, renew=renews)


def replay(entries: Iterable[tuple[Event, datetime]]) -> State | None:
    """The state that a whole log leads to; None for an empty one."""
    state: State | None = None
    for event, at in entries:
        state = apply(state, event, at)
    return state


def follow_up(state: State) -> Event | None:
    """The event that follows by itself now, None where somebody has to decide."""
    if state.halted:
        return None
    if state.pause_asked and (hold := agreed_hold(state)):
        return hold
    following = _FOLLOW_UPS.get(state.status)
    return following(state) if following else None
