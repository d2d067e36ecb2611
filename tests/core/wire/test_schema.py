"""JSON Schema from annotated types: references, choices, nullable values and descriptions."""

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict, final

from core.constraints import Constraint
from core.wire.annotations import Choice, add_type_field, describe_object_type
from core.wire.schema import Definitions

Colour = Annotated[str, Constraint("Of the paint.", one_of=("red", "blue"))]
Width = Annotated[float, Constraint(minimum=0, exclusive_maximum=10)]


class Board(TypedDict):
    """A board, which is
    painted."""

    colour: Colour
    width: Width
    """In metres."""
    nails: NotRequired[Annotated[list[int], Constraint(max_length=3)]]


@final
class Door(Board):
    """A door."""

    lock: Colour | None
    """Null without one."""
    kind: Literal["door"]


class Paint(NamedTuple):
    """Paint a board."""

    colour: Colour
    coats: int = 1


DEFINITIONS = Definitions({"colour": Colour, "board": Board, "made": Choice((Board, Door), "What is made.")})
COLOUR = {"$ref": "#/$defs/colour"}
BOARD = {
    "colour": COLOUR,
    "width": {
        "type": "number",
        "format": "double",
        "minimum": 0,
        "exclusiveMaximum": 10,
        "description": "In metres.",
    },
    "nails": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
}


def test_named_types_are_described_once_and_referred_to():
    assert DEFINITIONS.definition("colour") == {
        "type": "string",
        "enum": ["red", "blue"],
        "description": "Of the paint.",
    }
    assert DEFINITIONS.definition("board") == {
        "type": "object",
        "properties": BOARD,
        "required": ["colour", "width"],
        "additionalProperties": True,
        "description": "A board, which is painted.",
    }


def test_a_final_object_is_closed_and_has_the_fields_of_its_base():
    assert DEFINITIONS.schema(Door) == {
        "type": "object",
        "properties": {
            **BOARD,
            "lock": {"oneOf": [COLOUR, {"type": "null"}], "description": "Null without one."},
            "kind": {"const": "door"},
        },
        "required": ["colour", "kind", "lock", "width"],
        "additionalProperties": False,
        "description": "A door.",
    }


def test_a_choice_refers_to_what_is_named_and_describes_the_rest():
    made = DEFINITIONS.definition("made")
    assert made["oneOf"] == [{"$ref": "#/$defs/board"}, DEFINITIONS.schema(Door)]
    assert made["description"] == "What is made."


def test_what_has_no_name_is_nullable_by_its_type():
    assert DEFINITIONS.schema(Width | None)["type"] == ["number", "null"]
    size = Annotated[int, Constraint(one_of=(1, 2))]
    assert DEFINITIONS.schema(size | None) == {"type": ["integer", "null"], "enum": [1, 2, None]}
    assert DEFINITIONS.schema(dict[str, list[str]]) == {
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }


def test_a_tag_comes_first_and_fields_with_a_default_may_be_missing():
    schema = DEFINITIONS.schema(add_type_field("paint", describe_object_type(Paint)))
    assert list(schema["properties"]) == ["type", "colour", "coats"]
    assert schema["required"] == ["colour", "type"]
