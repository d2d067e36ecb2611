"""Events in the log and on the wire: both follow from what the topics declare."""

from datetime import datetime
from typing import Any

from games.rules.protocol.events import ShownEvent
from games.rules.sight import iso
from games.rules.topics import TOPICS, Event
from games.rules.topics.topic import EventRule, redaction, visible_fields

__all__ = ["PERSONAL", "QUIET", "SHOWN", "TYPES", "Event", "event_of", "fields_of", "redact", "type_of"]

_RULES: dict[type[Any], EventRule[Any]] = {rule.event: rule for topic in TOPICS for rule in topic.events}
TYPES: dict[type[Any], str] = {event: rule.type for event, rule in _RULES.items()}
"""The names of all events, in the words of the contract."""
QUIET = tuple(event for event, rule in _RULES.items() if rule.quiet)
"""Events after which the same seats have to act as before."""
PERSONAL = tuple(event for event, rule in _RULES.items() if rule.personal)
"""Events that viewers may know unequally; all others are the same for everybody."""
SHOWN: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    rule.type: (rule.shown or rule.event, visible_fields(rule)) for rule in _RULES.values()
}
"""By type: the class that declares the fields that viewers are shown of an event, and their names."""
_REDACTIONS = {event: redaction(rule) for event, rule in _RULES.items()}
_CLASSES = {name: event for event, name in TYPES.items()}


def type_of(event: Event) -> str:
    """The event's type in the words of the contract."""
    return TYPES[type(event)]


def fields_of(event: Event) -> dict[str, Any]:
    """The event's fields for the log, without those that have their default value."""
    usual = event._field_defaults
    return {
        name: value for name, value in event._asdict().items() if name not in usual or value != usual[name]
    }


def event_of(type_name: str, data: dict[str, Any]) -> Event:
    """The event that was stored as a type and its fields; the inverse of `type_of` and `fields_of`."""
    if list in map(type, data.values()):
        data = {name: _frozen(value) for name, value in data.items()}
    event: Event = _CLASSES[type_name](**data)
    return event


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def redact(event: Event, viewer: int | None, *, number: int, at: datetime) -> ShownEvent:
    """What `viewer` may know of log entry `number`; one that is hidden from them shows only its number.

    Every event that is shown to anyone passes through here.
    """
    known = _REDACTIONS[type(event)](event, viewer)
    if known is None:
        return {"number": number}
    return {"type": TYPES[type(event)], "number": number, "at": iso(at), **known}  # type: ignore[typeddict-item]
