"""Values from clients: what fits becomes a NamedTuple, and every fault is named by its field."""

from typing import Annotated, NamedTuple

import pytest

from core.constraints import Constraint
from core.refusal import BadRequest
from core.wire.decode import fields_decoder, value_decoder

NOT_EVEN, NO_COLOUR = "This must be even", "This must be one of red, blue."
Even = Annotated[
    int,
    Constraint(minimum=0, accepts=lambda number: number % 2 == 0, error=NOT_EVEN, type_error="A number."),
]


class Order(NamedTuple):
    """Something to decode."""

    pairs: Even
    colour: Annotated[str, Constraint(one_of=("red", "blue"))] = "red"
    note: Annotated[str, Constraint(max_length=3, error="Too long.")] | None = None


def decoded(**data: object) -> Order:
    return fields_decoder(Order, ignored=("type",))(data)


def test_what_fits_is_taken_and_the_rest_has_its_default():
    assert decoded(type="order", pairs=4) == Order(4)
    assert decoded(pairs=4, colour="blue", note=None) == Order(4, "blue")


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({}, {"pairs": ["A number."]}),
        ({"pairs": "4"}, {"pairs": ["A number."]}),
        ({"pairs": True}, {"pairs": ["A number."]}),
        ({"pairs": 4.0}, {"pairs": ["A number."]}),
        ({"pairs": -2}, {"pairs": [NOT_EVEN]}),
        ({"pairs": 3}, {"pairs": [NOT_EVEN]}),
        ({"pairs": 2, "colour": None}, {"colour": [NO_COLOUR]}),
        ({"pairs": 2, "colour": "\ud800"}, {"colour": [NO_COLOUR]}),
        ({"pairs": 2, "note": "long"}, {"note": ["Too long."]}),
        ({"pairs": 2, "note": "a\0"}, {"note": ["Null characters are not allowed."]}),
        ({"pairs": 2, "size": 1}, {"size": ["There is no such field."]}),
        (
            {"pairs": 1, "colour": 1},
            {"pairs": [NOT_EVEN], "colour": [NO_COLOUR]},
        ),
    ],
)
def test_every_fault_is_named_in_a_sentence(data, errors):
    with pytest.raises(BadRequest) as refused:
        decoded(**data)
    assert refused.value.errors == errors


def test_a_single_value_is_refused_with_a_sentence():
    decode = value_decoder(Even)
    assert decode(10**30) == 10**30
    with pytest.raises(ValueError, match=NOT_EVEN):
        decode(1)
