"""What a topic of the rules declares: its actions with their decisions, its events with their effects.

This is the Decider pattern (decide, evolve): `decide` turns an action into an event or raises a Refusal,
`apply` (evolve) turns an event into the next state. The engine, the wire format of actions, the encoding of
events in the log and what viewers get of them follow from these declarations.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from games.rules.state import State

A = TypeVar("A")
E = TypeVar("E")

Reader = Callable[[object], Any]
"""Reads a field of JSON; raises ValueError with a sentence for people."""
NO_FIELDS: Mapping[str, Reader] = {}


class ActionRule(NamedTuple, Generic[A]):
    """One kind of action."""

    action: type[A]
    decide: Callable[[State, int | None, A, str | None], Any]
    """Takes the state, seat, action, and who moves for the seat; gives an event or raises a Refusal."""
    wire: str | None = None
    """Its `type` in what clients send; None: clients can't."""
    fields: Mapping[str, Reader] = NO_FIELDS
    """How each of its fields is read from what clients send."""
    held: bool = False
    """Whether a halted table refuses it."""


class EventRule(NamedTuple, Generic[E]):
    """One kind of event."""

    event: type[E]
    type: str
    """Its name in the log and in what clients get."""
    apply: Callable[[State, E, datetime], State]
    redact: Callable[[E, int | None], dict[str, Any] | None]
    """What a viewer (None: a spectator) may know of it; None where not even that it happened."""
    personal: bool = False
    """Whether viewers may know unequally much of it."""
    quiet: bool = False
    """Whether the same seats have to act as before."""
    decision: bool = False
    """Whether the time until it is charged to a seat's clock; such events have `seat`, `by` and `lag`."""
    renews_clock: bool = False
    """Whether those who have to act begin to think after it, even if they had to act before."""


class Topic(NamedTuple):
    """A chapter of the rules."""

    name: str
    actions: tuple[ActionRule[Any], ...] = ()
    events: tuple[EventRule[Any], ...] = ()
    follow_up: Mapping[str, Callable[[State], Any]] = {}
    """By status: the event that follows by itself, None where somebody has to decide."""


def nothing(event: object, viewer: int | None) -> dict[str, Any]:
    """Redaction of an event of which everybody may know that it happened, and there is no more to know."""
    return {}


def public(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """Redaction that gives everybody these fields, and nobody the others."""
    if len(names) == 1:
        name = names[0]
        return lambda event, viewer: {name: getattr(event, name)}
    values = attrgetter(*names)
    return lambda event, viewer: dict(zip(names, values(event), strict=True))
