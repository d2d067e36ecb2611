"""The components of the OpenAPI document that are generated from the wire types."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from core.json import JsonObject
from core.wire.schema import Definitions, Schema
from games.wire.http import COMPONENTS, NAMED, component_name

PREFIX = "#/components/schemas/"


@cache
def component_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of all types that the API sends and accepts, by OpenAPI component name."""
    return Definitions(COMPONENTS, NAMED, PREFIX).schemas()


def schema_reference(name: str) -> Schema:
    """Return a JSON Schema that refers to an OpenAPI component by a `$ref`.

    `name` is the component's name, such as `LastTrick`, or the same name in snake_case, such as `last_trick`.
    """
    return {"$ref": PREFIX + (name if name in COMPONENTS else component_name(name))}


class AnyJsonField(serializers.JSONField):
    """A field for any JSON, which the OpenAPI document describes by a type's name or by the given schema."""

    def __init__(self, shape: str | Schema, **kwargs: Any) -> None:
        """Describe the field in the OpenAPI document by `shape`: an API type's name, or a JSON Schema."""
        super().__init__(**kwargs)
        set_override(self, "field", schema_reference(shape) if isinstance(shape, str) else shape)


def http_action_schema() -> Schema:
    """Return the JSON Schema of a player's action in a request's body: the action's fields and its `id`."""
    kinds = [
        {
            **kind,
            "title": kind["properties"]["type"]["const"],
            "properties": {"id": schema_reference("action_id"), **kind["properties"]},
            "required": ["id", *kind["required"]],
        }
        for kind in component_schemas()["Action"]["oneOf"]
    ]
    return {"oneOf": kinds, "description": "An action; `id` is the client's own."}


def add_wire_schemas(result: JsonObject, generator: Any, request: Any, public: bool) -> JsonObject:
    """Add the schemas of the API's types to the OpenAPI document `result`, and return the document.

    Only types to which the document refers are added. The schema `Action` is replaced. Raise ValueError if a
    serializer's schema has the same name as one of these types. This is a hook for drf-spectacular: the
    other parameters are required by it and not used.
    """
    schemas = result["components"]["schemas"]
    # drf-spectacular's own has the fields of ActionSerializer, which is `id` alone.
    del schemas["Action"]
    if taken := set(schemas) & set(component_schemas()):
        raise ValueError(f"Types of the wire have these names, too: {sorted(taken)}.")
    shared: dict[str, Schema] = {"Action": http_action_schema()}
    while missing := (set(_referenced_components([result, shared])) & set(component_schemas())) - set(shared):
        shared |= {name: component_schemas()[name] for name in missing}
    result["components"]["schemas"] = dict(sorted((schemas | shared).items()))
    return result


def _referenced_components(part: Any) -> Iterator[str]:
    """Yield the names of all components that `part` of the OpenAPI document refers to, at any depth."""
    if isinstance(part, dict):
        if str(ref := part.get("$ref", "")).startswith(PREFIX):
            yield ref.removeprefix(PREFIX)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _referenced_components(inner)
