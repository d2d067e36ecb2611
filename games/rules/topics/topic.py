"""What a topic of the rules declares: its actions with their decisions, its events with their effects.

This is the Decider pattern (decide, evolve): `decide` turns an action into an event or raises a Refusal,
`apply` (evolve) turns an event into the next state. The engine, the wire format of actions, the encoding of
events in the log and the way viewers see them are derived from these declarations.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from games.rules.state import State

A = TypeVar("A")
E = TypeVar("E")
T = TypeVar("T")

PUBLIC = "public"
Public = Annotated[T, PUBLIC]
"""A field of an event that everybody may know; all others are secret unless a `redact` shows them."""


class ActionRule(NamedTuple, Generic[A]):
    """One kind of action."""

    action: type[A]
    decide: Callable[[State, int | None, A, str | None], Any]
    """Takes the state, seat, action, and who moves for the seat; gives an event or raises a Refusal."""
    wire: str | None = None
    """Its `type` in what clients send, with all its fields; None: clients can't."""
    held: bool = False
    """Whether a halted table refuses it."""


class EventRule(NamedTuple, Generic[E]):
    """One kind of event."""

    event: type[E]
    type: str
    """Its name in the log and in what clients get."""
    apply: Callable[[State, E, datetime], State]
    shown: Any = None
    """A TypedDict of what viewers are shown of it; None: its public fields."""
    redact: Callable[[E, int | None], Mapping[str, Any] | None] | None = None
    """Makes `shown` for a viewer (None: a spectator), or None where they may not even know that it happened.

    Without it, everybody is shown the event's own fields of those names.
    """
    personal: bool = False
    """Whether viewers may know unequally much of it."""
    quiet: bool = False
    """Whether the same seats have to act as before."""
    decision: bool = False
    """Whether the time until it is charged to a seat's clock; such events have `seat`, `by` and `lag`."""
    unlogged: bool = False
    """Whether it changes only what players have marked, and makes no log entry."""
    renews_clock: bool = False
    """Whether those who have to act begin to think after it, even if they had to act before."""


class Topic(NamedTuple):
    """A chapter of the rules."""

    name: str
    actions: tuple[ActionRule[Any], ...] = ()
    events: tuple[EventRule[Any], ...] = ()
    follow_up: Mapping[str, Callable[[State], Any]] = {}
    """By status: the event that follows by itself, None where somebody has to decide."""
