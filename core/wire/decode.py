"""Decodes clients' values by annotated types; every error is reported in a user-facing message."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

from core.constraints import Constraint
from core.refusal import BadRequest
from core.sentence import Sentence, message_of_error, must_be_one_of
from core.wire.annotations import split_constraints, split_union
from core.wire.library import msgspec_type

T = TypeVar("T")
Fields = Mapping[Any, object]
"""A JSON object."""
TYPE_ERRORS = {int: Sentence("This must be a whole number."), bool: Sentence("This must be true or false.")}
NUL_ERROR = Sentence("Null characters are not allowed.")
PYTHON_TYPES: dict[Any, tuple[type, ...]] = {float: (int, float)}
"""The Python types that a JSON parser returns for a type, if they differ from the type itself."""


class _ValueDecoder(NamedTuple):
    """Decodes and checks values of one scalar type."""

    type: Any
    """The type with its constraints in msgspec's form."""
    nullable: bool
    python_types: tuple[type, ...]
    error: str
    type_error: str
    accepts: Callable[[Any], bool] | None

    def decode(self, value: object) -> Any:
        """Convert a JSON value to the decoder's type, or return None for null if null is allowed.

        If the value is invalid, raise ValueError with a message for users.
        """
        if value is None and self.nullable:
            return None
        try:
            found = msgspec.convert(value, self.type)
        # A lone surrogate is valid in JSON and in a Python str, but cannot be encoded.
        except (msgspec.ValidationError, UnicodeEncodeError):
            # In Python a bool is an int, but in JSON it is not a number.
            typed = isinstance(value, self.python_types) and not isinstance(value, bool)
            raise ValueError(self.error if typed else self.type_error) from None
        # PostgreSQL cannot store a NUL in a string.
        if isinstance(found, str) and "\0" in found:
            raise ValueError(NUL_ERROR)
        if not (self.accepts is None or self.accepts(found)):
            raise ValueError(self.error)
        return found


def fields_decoder(named_tuple: Callable[..., T], *, ignored: tuple[str, ...]) -> Callable[[Fields], T]:
    """Return a function that converts JSON objects to instances of `named_tuple`.

    The function raises BadRequest for an invalid value, and for an unknown field unless it is in `ignored`.
    """
    hints = get_type_hints(named_tuple, include_extras=True)
    decoders = {name: _make_value_decoder(annotation) for name, annotation in hints.items()}
    defaults: dict[str, object] = named_tuple._field_defaults  # type: ignore[attr-defined]

    def decode_fields(data: Fields) -> T:
        """Convert a JSON object to the class `named_tuple` of the outer function.

        Raise BadRequest if the object is invalid.
        """
        errors: dict[str, list[str]] = {
            str(name): [Sentence("There is no such field.")]
            for name in data
            if name not in decoders and name not in ignored
        }
        values = {}
        for name, decoder in decoders.items():
            try:
                # A missing field gets its default, or null if it has none.
                values[name] = decoder.decode(data.get(name, defaults.get(name)))
            except ValueError as fault:
                errors[name] = [message_of_error(fault)]
        if errors:
            raise BadRequest(errors)
        return named_tuple(**values)

    return decode_fields


def value_decoder(annotation: Any) -> Callable[[object], Any]:
    """Return a function that converts JSON values to the annotated type.

    The function raises ValueError for an invalid value.
    """
    return _make_value_decoder(annotation).decode


def _make_value_decoder(annotation: Any) -> _ValueDecoder:
    """Return a decoder for JSON values of a simple type, such as a string with a maximum length.

    Null is valid if the type is a union with None.
    """
    (annotation,), nullable = split_union(annotation)
    base, narrowed = split_constraints(annotation)
    # Nested `Annotated` types are flattened: the last constraint is the outermost one.
    constraint = narrowed[-1] if narrowed else Constraint()
    error = constraint.error or _choices_error_message(constraint.one_of)
    return _ValueDecoder(
        type=msgspec_type(annotation),
        nullable=nullable,
        python_types=PYTHON_TYPES.get(base, (base,)),
        error=error,
        type_error=constraint.type_error or TYPE_ERRORS.get(base, error),
        accepts=constraint.accepts,
    )


def _choices_error_message(choices: tuple[str | int, ...]) -> str:
    """Return the error message "This must be one of …" with all choices, or "" if there are none."""
    return must_be_one_of(choices) if choices else ""
