"""The shapes that sockets and HTTP share: told once, by docs/socket.schema.json; knows no values."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from django.conf import settings
from drf_spectacular.drainage import set_override
from rest_framework import serializers

DEFINITION, SOCKETS, COMPONENT = "#/$defs/", "#/sockets/", "#/components/schemas/"
"""Where references lead: in the sockets' document, while the OpenAPI document is made, and in it."""


@cache
def definitions() -> dict[str, Any]:
    """The sockets' definitions by the names that the OpenAPI document has for them."""
    shapes = json.loads((settings.BASE_DIR / "docs" / "socket.schema.json").read_text())["$defs"]
    return {component_of(name): _moved(shape, DEFINITION, shape_of) for name, shape in shapes.items()}


def component_of(name: str) -> str:
    """The name of a definition in the OpenAPI document: `last_trick` is `LastTrick`."""
    return "".join(part.capitalize() for part in name.split("_"))


def shape_of(name: str) -> dict[str, Any]:
    """A reference to one of the sockets' definitions."""
    return {"$ref": SOCKETS + component_of(name)}


def _component(name: str) -> dict[str, Any]:
    return {"$ref": COMPONENT + name}


def _moved(part: Any, old: str, new: Callable[[str], dict[str, Any]]) -> Any:
    """The same, with its references that lead to `old` moved."""
    if isinstance(part, list):
        return [_moved(inner, old, new) for inner in part]
    if not isinstance(part, dict):
        return part
    moved = {name: _moved(inner, old, new) for name, inner in part.items()}
    if str(ref := part.get("$ref", "")).startswith(old):
        moved |= new(ref.removeprefix(old))
    return moved


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
    """Add each definition that the document refers to, and those that these refer to.

    Raises ValueError where a serializer bears the name of one of them.
    """
    schemas = result["components"]["schemas"]
    schemas["Action"] = http_action()
    shared: dict[str, Any] = {}
    while missing := set(_referred([result, shared])) - set(shared):
        shared |= {name: definitions()[name] for name in missing}
    if taken := set(schemas) & set(shared):
        raise ValueError(f"docs/socket.schema.json has shapes of these names, too: {sorted(taken)}.")
    result["components"]["schemas"] = dict(sorted((schemas | shared).items()))
    told: dict[str, Any] = _moved(result, SOCKETS, _component)
    return told


def _referred(part: Any) -> Iterator[str]:
    """The sockets' shapes that are referred to anywhere in here."""
    if isinstance(part, dict):
        if str(ref := part.get("$ref", "")).startswith(SOCKETS):
            yield ref.removeprefix(SOCKETS)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _referred(inner)
