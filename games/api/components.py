"""The components of the OpenAPI document that are made from the types of the wire."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from core.wire.schema import Definitions
from games.wire.http import COMPONENTS, NAMED, component

PREFIX = "#/components/schemas/"


@cache
def definitions() -> dict[str, Any]:
    """All components by their names."""
    return Definitions(COMPONENTS, NAMED, PREFIX).schemas()


def shape_of(name: str) -> dict[str, Any]:
    """A reference to one of the types, by its name in the sockets' document or as a component."""
    return {"$ref": PREFIX + (name if name in COMPONENTS else component(name))}


class Shape(serializers.JSONField):
    """Any JSON; the document shows it as the definition `shape`, or as the schema that is given."""

    def __init__(self, shape: str | dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        set_override(self, "field", shape_of(shape) if isinstance(shape, str) else shape)


def http_action() -> dict[str, Any]:
    """The body of an action: the sockets' action with the client's `id` among its fields."""
    kinds = [
        {
            **kind,
            "title": kind["properties"]["type"]["const"],
            "properties": {"id": shape_of("action_id"), **kind["properties"]},
            "required": ["id", *kind["required"]],
        }
        for kind in definitions()["Action"]["oneOf"]
    ]
    return {"oneOf": kinds, "description": "An action; `id` is the client's own."}


def add_shapes(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add each type that the document refers to, and those that these refer to.

    Raises ValueError where a serializer bears the name of one of them.
    """
    schemas = result["components"]["schemas"]
    del schemas["Action"]
    if taken := set(schemas) & set(definitions()):
        raise ValueError(f"Types of the wire have these names, too: {sorted(taken)}.")
    shared: dict[str, Any] = {"Action": http_action()}
    while missing := (set(_referred([result, shared])) & set(definitions())) - set(shared):
        shared |= {name: definitions()[name] for name in missing}
    result["components"]["schemas"] = dict(sorted((schemas | shared).items()))
    return result


def _referred(part: Any) -> Iterator[str]:
    """The components that are referred to anywhere in here."""
    if isinstance(part, dict):
        if str(ref := part.get("$ref", "")).startswith(PREFIX):
            yield ref.removeprefix(PREFIX)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _referred(inner)
