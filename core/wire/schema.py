"""JSON Schema of annotated types: the shared ones become definitions, which the others refer to."""

from collections.abc import Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

from core.constraints import Constraint
from core.json import JsonObject
from core.wire.annotations import (
    Choice,
    Field,
    ObjectType,
    alternatives,
    constraints,
    is_object,
    object_type,
)
from core.wire.library import library_type

Schema = JsonObject


class Definitions:
    """Types by the names that a document has for them; `prefix` is where its references lead."""

    def __init__(
        self, types: Mapping[str, Any], named: Mapping[Any, str] | None = None, prefix: str = "#/$defs/"
    ) -> None:
        """`named` are annotations that stand for a definition without being its type."""
        self._types = types
        self._prefix = prefix
        declared = {_key(annotation): name for name, annotation in types.items()}
        self._names = {**declared, **(named or {})}

    def schemas(self) -> dict[str, Schema]:
        """All definitions."""
        return {name: self.definition(name) for name in self._types}

    def definition(self, name: str) -> Schema:
        """The schema of a named type."""
        return self._unnamed(self._types[name])

    def schema(self, annotation: Any, description: str = "") -> Schema:
        """The schema of a type, a reference where it is named; `description` takes the place of its own."""
        name = self._names.get(_key(annotation))
        found = {"$ref": self._prefix + name} if name else self._unnamed(annotation)
        return _described(found, description)

    def _unnamed(self, annotation: Any) -> Schema:
        if isinstance(annotation, ObjectType):
            return self._object(annotation)
        if isinstance(annotation, Choice):
            return _described(
                {"oneOf": [self.schema(each) for each in annotation.types]}, annotation.description
            )
        if is_object(annotation):
            return self._object(object_type(annotation))
        base, narrowed = constraints(annotation)
        schema = self._bare(annotation, base, narrowed)
        return _described(schema, *(constraint.description for constraint in narrowed))

    def _bare(self, annotation: Any, base: Any, narrowed: tuple[Constraint, ...]) -> Schema:
        if is_object(base):
            return self.schema(base)
        types, nullable = alternatives(base)
        if nullable:
            return _nullable(self.schema(types[0] if len(types) == 1 else Choice(types)))
        if len(types) > 1:
            return self._one_of(types)
        match get_origin(base):
            case origin if origin in (list, tuple):
                return {"type": "array", "items": self.schema(get_args(base)[0])} | _lengths(narrowed)
            case origin if origin is dict:
                return {"type": "object", "additionalProperties": self.schema(get_args(base)[1])}
            case origin if origin is Literal and len(get_args(base)) == 1:
                return {"const": get_args(base)[0]}
        return _scalar(annotation)

    def _one_of(self, types: tuple[Any, ...]) -> Schema:
        return {"oneOf": [self.schema(each) for each in types]}

    def _object(self, declared: ObjectType) -> Schema:
        schema = {
            "type": "object",
            "properties": {field.name: self._field(field) for field in declared.fields},
            "required": sorted(field.name for field in declared.fields if field.required),
            "additionalProperties": not declared.closed,
        }
        return _described(schema, declared.description)

    def _field(self, field: Field) -> Schema:
        return self.schema(field.annotation, field.description)


def _described(schema: Schema, *descriptions: str) -> Schema:
    """The schema with the last of these descriptions that says anything."""
    texts = [text for text in descriptions if text]
    return {**schema, "description": texts[-1]} if texts else schema


def _nullable(schema: Schema) -> Schema:
    if not isinstance(schema.get("type"), str):
        return {"oneOf": [schema, {"type": "null"}]}
    nullable = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        nullable["enum"] = [*schema["enum"], None]
    return nullable


def _lengths(narrowed: tuple[Constraint, ...]) -> Schema:
    lengths: dict[str, int | None] = {}
    for constraint in narrowed:
        lengths |= {"minItems": constraint.min_length, "maxItems": constraint.max_length}
    return {word: length for word, length in lengths.items() if length is not None}


def _scalar(annotation: Any) -> Schema:
    """As msgspec describes what it accepts, with the choices in the order of their declaration."""
    if annotation is NoneType:
        return {"type": "null"}
    schema = msgspec.json.schema(library_type(annotation))
    for constraint in constraints(annotation)[1]:
        if constraint.one_of:
            kind = {str: "string", int: "integer"}[type(constraint.one_of[0])]
            schema = {"type": kind, "enum": list(constraint.one_of)}
    return {word: schema[word] for word in sorted(schema, key=lambda word: word != "type")}


def _key(annotation: Any) -> Any:
    """What a type is found by: what it accepts, without marks that say nothing about its values."""
    base, narrowed = constraints(annotation)
    return (base, narrowed) if narrowed else annotation
