"""What a topic of the rules declares: its actions and how they are decided, its events and their effects.

This is the Decider pattern (decide, evolve): `decide` turns an action into an event or raises a Refusal, and
`apply` (evolve) turns an event into the next state. The engine, the wire format of actions, the encoding of
events in the log and the events that viewers see are all derived from these declarations.
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
"""A field of an event that everybody may know; other fields are secret unless a `redact` shows them."""


class ActionRule(NamedTuple, Generic[A]):
    """The rule for one type of action."""

    action: type[A]
    decide: Callable[[State, int | None, A, str | None], Any]
    """Takes the state, seat, action and mover; returns an event or raises a Refusal."""
    wire: str | None = None
    """The action's `type` on the wire, where it has all its fields; None if clients cannot send it."""
    held: bool = False
    """Whether the action is refused while the table is on hold."""


class EventRule(NamedTuple, Generic[E]):
    """The rule for one type of event."""

    event: type[E]
    type: str
    """The name of the event's type in the log and on the wire."""
    apply: Callable[[State, E, datetime], State]
    """Takes the state, the event and the time at which it happened; returns the new state."""
    shown: Any = None
    """A TypedDict of the fields that viewers see; None if these are the event's public fields."""
    redact: Callable[[E, int | None], Mapping[str, Any] | None] | None = None
    """Takes the event and a viewer (None for a spectator); returns `shown`, or None to hide the event.

    Without it, everybody sees the event's own fields with the names of the visible fields.
    """
    personal: bool = False
    """Whether the event looks different to different viewers."""
    quiet: bool = False
    """Whether the same seats have to act after the event as before it."""
    decision: bool = False
    """Whether the event stops a seat's clock; such events have `seat`, `by` and `lag`."""
    unlogged: bool = False
    """Whether the event changes only players' marks, so that it is not logged."""
    renews_clock: bool = False
    """Whether the seats to act get their full time after the event, even if they had to act before it."""


class Topic(NamedTuple):
    """A topic (chapter) of the rules."""

    name: str
    actions: tuple[ActionRule[Any], ...] = ()
    events: tuple[EventRule[Any], ...] = ()
    follow_up: Mapping[str, Callable[[State], Any]] = {}
    """Maps a status to a function that returns the event that follows automatically, or None."""
