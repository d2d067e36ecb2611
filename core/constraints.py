"""Constraints of JSON values, written beside the types that they narrow; pure, because the rules use them.

`Seat = Annotated[int, Constraint(minimum=0, maximum=5)]` is an `int` for mypy and at runtime. At the edge,
`core.wire` decodes, validates and documents values from the same annotation.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class Constraint(NamedTuple):
    """What the values of an annotated type fulfil, in the words of JSON Schema where it has them."""

    description: str = ""
    minimum: float | None = None
    maximum: float | None = None
    exclusive_maximum: float | None = None
    min_length: int | None = None
    """Of a text, or of a list."""
    max_length: int | None = None
    pattern: str = ""
    format: str = ""
    one_of: tuple[str | int, ...] = ()
    accepts: Callable[[Any], bool] | None = None
    """What the other constraints cannot express; it is not in the documents."""
    error: str = ""
    """The sentence for people who sent another value; with `one_of` it is made from the choices."""
    type_error: str = ""
    """The sentence for a value of another type; empty: `error`."""
