"""Constraints of JSON values, written beside the types that they narrow; pure, because the rules use them.

`Seat = Annotated[int, Constraint(minimum=0, maximum=5)]` is an `int` for mypy and at runtime. At the edge,
`core.wire` decodes, validates and documents values from the same annotation.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class Constraint(NamedTuple):
    """A restriction of an annotated type's values, named as in JSON Schema where that has a word."""

    description: str = ""
    minimum: float | None = None
    maximum: float | None = None
    exclusive_maximum: float | None = None
    min_length: int | None = None
    """The limits of a text's length or of a list's."""
    max_length: int | None = None
    pattern: str = ""
    format: str = ""
    one_of: tuple[str | int, ...] = ()
    accepts: Callable[[Any], bool] | None = None
    """A check for what the other constraints cannot express; it does not appear in schemas."""
    error: str = ""
    """The error sentence for a value that is not allowed; with `one_of` it is made from the choices."""
    type_error: str = ""
    """The error sentence for a value of the wrong type; if empty, `error` is used."""
