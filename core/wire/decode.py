"""Values from clients, checked against annotated types; every fault is named, in sentences for people."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from core.constraints import Constraint
from core.refusal import BadRequest
from core.wire.annotations import alternatives, constraints, object_type
from core.wire.library import library_type

T = TypeVar("T")
TYPE_ERRORS = {int: "This must be a whole number.", bool: "This must be true or false."}
PYTHON_TYPES: dict[Any, tuple[type, ...]] = {float: (int, float)}
"""What JSON's parser makes of a type's values, where it is not the type itself."""


class _Reader(NamedTuple):
    """Reads one scalar."""

    type: Any
    """As msgspec understands it."""
    nullable: bool
    python_types: tuple[type, ...]
    error: str
    type_error: str
    accepts: Callable[[Any], bool] | None

    def read(self, value: object) -> Any:
        """The value; raises ValueError with a sentence."""
        if value is None and self.nullable:
            return None
        try:
            found = msgspec.convert(value, self.type)
        # A lone surrogate is valid JSON and a str of Python, which cannot be encoded.
        except (msgspec.ValidationError, UnicodeEncodeError):
            # A bool is an int for Python, and a number of JSON is never one.
            typed = isinstance(value, self.python_types) and not isinstance(value, bool)
            raise ValueError(self.error if typed else self.type_error) from None
        if self.accepts is not None and not self.accepts(found):
            raise ValueError(self.error)
        return found


def decode_fields(declared: Callable[..., T], data: Mapping[Any, object], *, ignored: tuple[str, ...]) -> T:
    """Make a NamedTuple of an object's fields; raises BadRequest with the faults by field.

    A missing field is read as its default, or else as null. Fields that nobody declared are refused, save
    those that are `ignored`.
    """
    readers, defaults = _readers(declared)
    errors = {
        str(name): ["There is no such field."] for name in data if name not in readers and name not in ignored
    }
    values = {}
    for name, reader in readers.items():
        try:
            values[name] = reader.read(data.get(name, defaults.get(name)))
        except ValueError as fault:
            errors[name] = [str(fault)]
    if errors:
        raise BadRequest(errors)
    return declared(**values)


def value_decoder(annotation: Any) -> Callable[[object], Any]:
    """What decodes values of a scalar type; it raises ValueError with a sentence for people."""
    return _reader(annotation).read


@cache
def _readers(declared: Any) -> tuple[dict[str, _Reader], dict[str, object]]:
    fields = object_type(declared).fields
    return {field.name: _reader(field.annotation) for field in fields}, declared._field_defaults


def _reader(annotation: Any) -> _Reader:
    """The reader of a scalar type, which may be nullable."""
    (annotation,), nullable = alternatives(annotation)
    base, narrowed = constraints(annotation)
    constraint = narrowed[-1] if narrowed else Constraint()
    error = constraint.error or _listed(constraint.one_of)
    return _Reader(
        type=library_type(annotation),
        nullable=nullable,
        python_types=PYTHON_TYPES.get(base, (base,)),
        error=error,
        type_error=constraint.type_error or TYPE_ERRORS.get(base, error),
        accepts=constraint.accepts,
    )


def _listed(choices: tuple[str | int, ...]) -> str:
    return f"This must be one of {', '.join(map(str, choices))}." if choices else ""
