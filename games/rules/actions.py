"""How JSON becomes an action: what clients may send follows from what the topics declare."""

from typing import Any

from core.refusal import BadRequest
from games.rules.topics import TOPICS, Action, PlayerAction
from games.rules.topics.topic import ActionRule

__all__ = ["Action", "PlayerAction", "parse_action"]

_RULES: dict[str, ActionRule[Any]] = {
    rule.wire: rule for topic in TOPICS for rule in topic.actions if rule.wire is not None
}
"""By the action's `type`."""


def parse_action(data: object) -> PlayerAction:
    """Make an action of `{"type": …, fields}`; raises BadRequest with the faults by field."""
    if not isinstance(data, dict):
        raise BadRequest({"action": ["This must be an object."]})
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _RULES:
        raise BadRequest({"type": [f"This must be one of {', '.join(_RULES)}."]})
    rule = _RULES[kind]
    errors = {
        str(name): ["There is no such field."] for name in data if name not in rule.fields and name != "type"
    }
    values: dict[str, Any] = {}
    for name, read in rule.fields.items():
        try:
            values[name] = read(data.get(name))
        except ValueError as fault:
            errors[name] = [str(fault)]
    if errors:
        raise BadRequest(errors)
    action: PlayerAction = rule.action(**values)
    return action
