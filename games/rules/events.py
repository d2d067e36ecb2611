"""Converts events to and from their form in the log, and to their form on the wire, as topics declare it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any, get_type_hints

from games.rules.protocol.events import ShownEvent
from games.rules.sight import format_iso
from games.rules.topics import TOPICS, Event
from games.rules.topics.topic import PUBLIC, EventRule

__all__ = [
    "PERSONAL",
    "QUIET",
    "SHOWN",
    "TYPES",
    "Event",
    "decode_event",
    "event_fields",
    "event_type_name",
    "redact_event",
]


def _visible_fields(rule: EventRule[Any]) -> tuple[str, ...]:
    """Return the names of the fields of an event that viewers may see, in the order that clients get.

    `rule` describes the type of the event.
    """
    if rule.shown is not None:
        return tuple(rule.shown.__annotations__)
    hints = get_type_hints(rule.event, include_extras=True)
    return tuple(name for name, hint in hints.items() if PUBLIC in getattr(hint, "__metadata__", ()))


def _make_field_filter(rule: EventRule[Any]) -> Callable[[Any, int | None], Mapping[str, Any] | None]:
    """Return a function that picks the fields that a viewer may see from events of one type.

    `rule` describes the type of the events. The returned function takes an event and the viewer (a seat, or
    None for a spectator). It returns a mapping of the visible fields, or None if the viewer may not see the
    event at all.
    """
    if rule.redact is not None:
        return rule.redact
    names = _visible_fields(rule)
    if not names:
        return lambda event, viewer: {}
    if len(names) == 1:
        name = names[0]
        return lambda event, viewer: {name: getattr(event, name)}
    values = attrgetter(*names)
    return lambda event, viewer: dict(zip(names, values(event), strict=True))


_RULES: dict[type[Any], EventRule[Any]] = {rule.event: rule for topic in TOPICS for rule in topic.events}
TYPES: dict[type[Any], str] = {event: rule.type for event, rule in _RULES.items()}
"""Maps the class of each event to its type, as named in the contract."""
QUIET: frozenset[type[Any]] = frozenset(event for event, rule in _RULES.items() if rule.quiet)
"""The classes of events that do not change which seats have to act."""
PERSONAL: frozenset[type[Any]] = frozenset(event for event, rule in _RULES.items() if rule.personal)
"""The classes of events that look different to different viewers."""
SHOWN: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    rule.type: (rule.shown or rule.event, _visible_fields(rule)) for rule in _RULES.values()
}
"""Maps the type of each event to the class that declares the fields shown to viewers, and their names."""
_REDACTIONS = {event: _make_field_filter(rule) for event, rule in _RULES.items()}
_CLASSES = {name: event for event, name in TYPES.items()}


def event_type_name(event: Event) -> str:
    """Return the name of the event's type, as it appears in the log and in messages to clients."""
    return TYPES[type(event)]


def event_fields(event: Event) -> dict[str, Any]:
    """Return the event's fields as stored in the log, without fields that have their default value."""
    usual = event._field_defaults
    return {
        name: value
        for name, value in zip(event._fields, event, strict=True)
        if name not in usual or value != usual[name]
    }


def decode_event(type_name: str, data: dict[str, Any]) -> Event:
    """Create an event from its type name and its fields in the log.

    Raise KeyError for an unknown type, and TypeError for missing or unknown fields.
    """
    # Most events contain no list, and replaying a log calls this function for each event.
    if list in map(type, data.values()):
        data = {name: _convert_lists_to_tuples(value) for name, value in data.items()}
    event: Event = _CLASSES[type_name](**data)
    return event


def _convert_lists_to_tuples(value: Any) -> Any:
    """Convert a JSON list, and all lists in it, to tuples; return any other value unchanged."""
    return tuple(_convert_lists_to_tuples(item) for item in value) if isinstance(value, list) else value


def redact_event(event: Event, viewer: int | None, *, number: int, at: datetime) -> ShownEvent:
    """Return the event's log entry with only the fields that the viewer may see.

    `viewer` is a seat, or None for a spectator. `number` and `at` are the entry's number and time. If the
    whole event is hidden, only the number is left.
    """
    # Every event passes through this function before it is shown to anybody.
    known = _REDACTIONS[type(event)](event, viewer)
    if known is None:
        return {"number": number}
    return {"type": TYPES[type(event)], "number": number, "at": format_iso(at), **known}  # type: ignore[typeddict-item]
