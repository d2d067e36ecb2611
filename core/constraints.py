"""Constraints on JSON values, as annotations of the types they narrow; pure, because the rules use them.

`Seat = Annotated[int, Constraint(minimum=0, maximum=5)]` is an `int` for mypy and at runtime. At the edge,
`core.wire` decodes, validates and documents values from the same annotation.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class Constraint(NamedTuple):
    """A constraint on the values of an annotated type. Fields are named as in JSON Schema where possible."""

    description: str = ""
    minimum: float | None = None
    maximum: float | None = None
    exclusive_maximum: float | None = None
    min_length: int | None = None
    """The minimum length of a string or a list."""
    max_length: int | None = None
    pattern: str = ""
    format: str = ""
    one_of: tuple[str | int, ...] = ()
    accepts: Callable[[Any], bool] | None = None
    """A check for anything the other constraints cannot express; it does not appear in schemas."""
    error: str = ""
    """The error sentence for a value that is not allowed; if empty, a sentence that lists `one_of`."""
    type_error: str = ""
    """The error sentence for a value of the wrong type; if empty, `error` is used."""
