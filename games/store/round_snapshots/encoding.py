"""Encodes the state of a table as JSON, and decodes it.

The decoder checks every value against the annotations of `State` and can make nothing but its classes, unlike
a pickle, which could run any code. A tuple with names becomes an array of its values without their names: the
code's version, stored beside it, says which fields they are.
"""

from typing import Any, get_type_hints

import msgspec

from games.rules.marks import SeatMarks
from games.rules.state import State


class UnreadableState(ValueError):
    """The text is not an encoded state. The message does not reveal its content."""


def _encoded_state_type() -> Any:
    """Return a tuple type for decoding stored game states: the types of the fields of State, in order.

    The field `marks` (moves that players have set in advance) is left out.
    """
    hints = get_type_hints(State, localns={"SeatMarks": SeatMarks})
    return tuple.__class_getitem__(tuple(hints[name] for name in State._fields if name != "marks"))


_MARKS = State._fields.index("marks")
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_encoded_state_type())


def encode_state(state: State) -> str:
    """Encode a game state as JSON, leaving out its `marks` (moves that players have set in advance)."""
    return _encoder.encode((*state[:_MARKS], *state[_MARKS + 1 :])).decode()


def decode_state(text: str) -> State:
    """Decode a game state from the JSON text that `encode_state` returned. Its `marks` are empty.

    Raise UnreadableState if the text cannot be decoded.
    """
    try:
        values = _decoder.decode(text)
    except msgspec.DecodeError as fault:
        # Without its cause, whose message may quote a value.
        raise UnreadableState(type(fault).__name__) from None
    return State._make((*values[:_MARKS], (), *values[_MARKS:]))
