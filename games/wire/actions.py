"""Decodes actions from JSON. The fields and their error messages follow from the topics' declarations."""

from core.refusal import BadRequest
from core.sentence import Sentence, must_be_one_of
from core.wire.decode import fields_decoder
from games.rules.actions import WIRE_ACTIONS, PlayerAction

__all__ = ["PlayerAction", "parse_action"]

_DECODERS = {kind: fields_decoder(action, ignored=("type",)) for kind, action in WIRE_ACTIONS.items()}
"""Built at startup, so that the first action takes no longer than any other."""


def parse_action(data: object) -> PlayerAction:
    """Decode a player's action from a parsed JSON object.

    Raise BadRequest, with error messages by field, if it is invalid.
    """
    if not isinstance(data, dict):
        raise BadRequest({"action": [Sentence("This must be an object.")]})
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _DECODERS:
        raise BadRequest({"type": [must_be_one_of(WIRE_ACTIONS)]})
    action: PlayerAction = _DECODERS[kind](data)
    return action
