"""Translates annotations for msgspec, which checks values and describes them in JSON Schema."""

from typing import Annotated, Any, Literal

import msgspec

from core.constraints import Constraint
from core.wire.annotations import split_constraints


def msgspec_type(annotation: Any) -> Any:
    """Convert an annotated scalar type, such as a string with a maximum length, to a type for msgspec."""
    base, narrowed = split_constraints(annotation)
    for constraint in narrowed:
        base = _apply_constraint(base, constraint)
    return base


def _apply_constraint(base: Any, constraint: Constraint) -> Any:
    """Return the type with a constraint, in the form that msgspec requires.

    A constraint that lists choices becomes a Literal type.
    """
    if constraint.one_of:
        return Literal[constraint.one_of]
    words = {
        "ge": constraint.minimum,
        "le": constraint.maximum,
        "lt": constraint.exclusive_maximum,
        "min_length": constraint.min_length,
        "max_length": constraint.max_length,
        "pattern": constraint.pattern or None,
        "extra_json_schema": {"format": constraint.format} if constraint.format else None,
    }
    given: dict[str, Any] = {word: value for word, value in words.items() if value is not None}
    return Annotated[base, msgspec.Meta(**given)] if given else base
