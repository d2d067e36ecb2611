"""How JSON becomes an action: its fields and their faults follow from what the topics declare."""

from core.refusal import BadRequest
from core.wire.decode import decode_fields
from games.rules.actions import WIRE_ACTIONS, PlayerAction

__all__ = ["PlayerAction", "parse_action"]


def parse_action(data: object) -> PlayerAction:
    """Make an action of `{"type": …, fields}`; raises BadRequest with the faults by field."""
    if not isinstance(data, dict):
        raise BadRequest({"action": ["This must be an object."]})
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in WIRE_ACTIONS:
        raise BadRequest({"type": [f"This must be one of {', '.join(WIRE_ACTIONS)}."]})
    action: PlayerAction = decode_fields(WIRE_ACTIONS[kind], data, ignored=("type",))
    return action
