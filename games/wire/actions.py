"""How JSON becomes an action: its fields and their faults follow from what the topics declare."""

from core.refusal import BadRequest
from core.sentence import Sentence, one_of
from core.wire.decode import fields_decoder
from games.rules.actions import WIRE_ACTIONS, PlayerAction

__all__ = ["PlayerAction", "parse_action"]

_DECODERS = {kind: fields_decoder(action, ignored=("type",)) for kind, action in WIRE_ACTIONS.items()}
"""Made when the server starts, so that its first action takes no longer than any other."""


def parse_action(data: object) -> PlayerAction:
    """Return the action in decoded JSON, an object with its `type` and its fields.

    Raise BadRequest with the errors by field.
    """
    if not isinstance(data, dict):
        raise BadRequest({"action": [Sentence("This must be an object.")]})
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _DECODERS:
        raise BadRequest({"type": [one_of(WIRE_ACTIONS)]})
    action: PlayerAction = _DECODERS[kind](data)
    return action
