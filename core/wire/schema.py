"""JSON Schema of annotated types: named types become definitions, which other types refer to."""

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
    describe_object_type,
    is_object_class,
    split_constraints,
    split_union,
)
from core.wire.library import msgspec_type

Schema = JsonObject


class Definitions:
    """The named types of a document, described in JSON Schema."""

    def __init__(
        self, types: Mapping[str, Any], aliases: Mapping[Any, str] | None = None, prefix: str = "#/$defs/"
    ) -> None:
        """Set the types to define in JSON Schema, by name.

        `aliases` maps other annotations to names of these types. Schemas refer to a type or an alias by a
        `$ref`: `prefix` followed by the name.
        """
        self._types = types
        self._prefix = prefix
        declared = {_type_key(annotation): name for name, annotation in types.items()}
        self._names = {**declared, **(aliases or {})}

    def schemas(self) -> dict[str, Schema]:
        """Return the JSON Schemas of all defined types, by name."""
        return {name: self.definition(name) for name in self._types}

    def definition(self, name: str) -> Schema:
        """Return the full JSON Schema of the defined type with this name."""
        return self._inline_schema(self._types[name])

    def schema(self, annotation: Any, description: str = "") -> Schema:
        """Return the JSON Schema of a type: a `$ref` if the type has a name, otherwise the full schema.

        If `description` is not empty, it replaces the type's own description.
        """
        name = self._names.get(_type_key(annotation))
        found = {"$ref": self._prefix + name} if name else self._inline_schema(annotation)
        return _add_description(found, description)

    def _inline_schema(self, annotation: Any) -> Schema:
        """Return the JSON Schema of a type, written out even if the type has a name."""
        if isinstance(annotation, ObjectType):
            return self._object_schema(annotation)
        if isinstance(annotation, Choice):
            return _add_description(
                {"oneOf": [self.schema(each) for each in annotation.types]}, annotation.description
            )
        if is_object_class(annotation):
            return self._object_schema(describe_object_type(annotation))
        base, narrowed = split_constraints(annotation)
        schema = self._schema_without_description(annotation, base, narrowed)
        return _add_description(schema, *(constraint.description for constraint in narrowed))

    def _schema_without_description(
        self, annotation: Any, base: Any, constraints: tuple[Constraint, ...]
    ) -> Schema:
        """Return the JSON Schema of a type. Descriptions in the type's constraints are left out.

        `base` and `constraints` are the result of `split_constraints(annotation)`.
        """
        if is_object_class(base):
            return self.schema(base)
        types, nullable = split_union(base)
        if nullable:
            return _allow_null(self.schema(types[0] if len(types) == 1 else Choice(types)))
        if len(types) > 1:
            return self._union_schema(types)
        match get_origin(base):
            case origin if origin in (list, tuple):
                items = self.schema(get_args(base)[0])
                return {"type": "array", "items": items} | _length_limits(constraints)
            case origin if origin is dict:
                return {"type": "object", "additionalProperties": self.schema(get_args(base)[1])}
            case origin if origin is Literal and len(get_args(base)) == 1:
                return {"const": get_args(base)[0]}
        return _scalar_schema(annotation)

    def _union_schema(self, types: tuple[Any, ...]) -> Schema:
        """Return a JSON Schema that allows any one of the types (`oneOf`)."""
        return {"oneOf": [self.schema(each) for each in types]}

    def _object_schema(self, object_type: ObjectType) -> Schema:
        """Return the JSON Schema of an object type, with all fields and the description."""
        schema = {
            "type": "object",
            "properties": {field.name: self._field_schema(field) for field in object_type.fields},
            "required": sorted(field.name for field in object_type.fields if field.required),
            "additionalProperties": not object_type.closed,
        }
        return _add_description(schema, object_type.description)

    def _field_schema(self, field: Field) -> Schema:
        """Return the JSON Schema of a field, with the field's description."""
        return self.schema(field.annotation, field.description)


def _add_description(schema: Schema, *descriptions: str) -> Schema:
    """Return a copy of the schema whose description is the last non-empty text in `descriptions`.

    If all are empty, return the schema unchanged.
    """
    texts = [text for text in descriptions if text]
    return {**schema, "description": texts[-1]} if texts else schema


def _allow_null(schema: Schema) -> Schema:
    """Return a copy of the JSON Schema that also allows null."""
    if not isinstance(schema.get("type"), str):
        return {"oneOf": [schema, {"type": "null"}]}
    nullable = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        nullable["enum"] = [*schema["enum"], None]
    return nullable


def _length_limits(constraints: tuple[Constraint, ...]) -> Schema:
    """Return an array's minimum and maximum length as JSON Schema keywords.

    Only the last constraint counts, even if it limits no length. The result is empty if there is no limit.
    """
    lengths: dict[str, int | None] = {}
    for constraint in constraints:
        lengths |= {"minItems": constraint.min_length, "maxItems": constraint.max_length}
    return {word: length for word, length in lengths.items() if length is not None}


def _scalar_schema(annotation: Any) -> Schema:
    """Return the JSON Schema of a simple type, such as a string with a maximum length.

    Choices keep their declared order.
    """
    if annotation is NoneType:
        return {"type": "null"}
    schema = msgspec.json.schema(msgspec_type(annotation))
    base, narrowed = split_constraints(annotation)
    if base is float:
        # Some generated clients read a number without a format with only single precision.
        schema["format"] = "double"
    for constraint in narrowed:
        if constraint.one_of:
            kind = {str: "string", int: "integer"}[type(constraint.one_of[0])]
            schema = {"type": kind, "enum": list(constraint.one_of)}
    # False sorts before True: `type` comes first, and the other keywords keep their order.
    return {word: schema[word] for word in sorted(schema, key=lambda word: word != "type")}


def _type_key(annotation: Any) -> Any:
    """Return a dictionary key that identifies a type and its constraints."""
    base, narrowed = split_constraints(annotation)
    return (base, narrowed) if narrowed else annotation
