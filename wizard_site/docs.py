"""The API's readable page, drawn from the OpenAPI schema on the server: no script, nothing from elsewhere."""

from functools import cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.json import JsonObject
from core.openapi.document import document
from core.wire.schema import Schema

MAX_NAMED_KINDS = 3
"""How many kinds of body a field's line names; a field of more kinds speaks for itself."""
METHODS = ("get", "post", "put", "patch", "delete")


class FieldRow(NamedTuple):
    """A line of a table of fields."""

    name: str
    shape: str
    required: bool
    description: str


class ResponseSection(NamedTuple):
    """A response of a call."""

    status: str
    description: str
    fields: list[FieldRow]


class CallSection(NamedTuple):
    """A call: a method at a path."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[JsonObject]
    fields: list[FieldRow]
    answers: list[ResponseSection]


class ShapeSection(NamedTuple):
    """A named schema."""

    name: str
    description: str
    shape: str
    pattern: str
    fields: list[FieldRow]


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show all calls by the schema's tags."""
    shown = {"info": document()["info"], "groups": _groups(), "shapes": _shapes()}
    return render(request, "wizard_site/api_docs.html", shown)


@cache
def _groups() -> dict[str, list[CallSection]]:
    """The calls by tag, in the schema's order."""
    groups: dict[str, list[CallSection]] = {}
    for path, item in document()["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                tag = operation.get("tags", ["other"])[0]
                groups.setdefault(tag, []).append(_call(path, method, operation))
    return groups


@cache
def _shapes() -> list[ShapeSection]:
    """The shapes that calls refer to by name."""
    return [
        ShapeSection(
            name=name,
            description=schema.get("description", ""),
            shape="" if "properties" in schema or "oneOf" in schema else _shape(schema),
            pattern=schema.get("pattern", ""),
            fields=_fields(schema),
        )
        for name, schema in document()["components"]["schemas"].items()
    ]


def _call(path: str, method: str, operation: JsonObject) -> CallSection:
    return CallSection(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        parameters=[{**p, "shape": _shape(p.get("schema", {}))} for p in operation.get("parameters", [])],
        fields=_fields(_content(operation.get("requestBody", {}))),
        answers=[_answer(status, each) for status, each in operation.get("responses", {}).items()],
    )


def _answer(status: str, answer: JsonObject) -> ResponseSection:
    """Return a response's fields; errors have none, since all of them have the shape Problem."""
    fields = [] if "application/problem+json" in answer.get("content", {}) else _fields(_content(answer))
    return ResponseSection(status, answer.get("description", ""), fields)


def _content(part: JsonObject) -> Schema:
    """The schema of a body, resolved if it is a reference."""
    media: JsonObject = next(iter(part.get("content", {}).values()), {})
    return _resolved(media.get("schema", {}))


def _resolved(schema: Schema) -> Schema:
    if ref := schema.get("$ref"):
        schemas: dict[str, Schema] = document()["components"]["schemas"]
        return schemas.get(ref.rsplit("/", 1)[-1], {})
    return schema


def _fields(schema: Schema) -> list[FieldRow]:
    """Return the fields by name; of a union of bodies, those that any of them has."""
    kinds = [_resolved(kind) for kind in schema.get("oneOf", [schema])]
    names = dict.fromkeys(name for kind in kinds for name in kind.get("properties", {}))
    return [_field(name, kinds) for name in names]


def _field(name: str, kinds: list[Schema]) -> FieldRow:
    having = [kind for kind in kinds if name in kind.get("properties", {})]
    fields = [kind["properties"][name] for kind in having]
    description = fields[0].get("description", "")
    if len(having) < len(kinds) and len(having) <= MAX_NAMED_KINDS:
        named = (_shape(kind["properties"].get("type", {})) for kind in having)
        description = f"for {', '.join(named)}. {description}"
    return FieldRow(
        name=name,
        shape=" or ".join(dict.fromkeys(_shape(field) for field in fields)),
        required=all(name in kind.get("required", []) for kind in having),
        description=description,
    )


def _shape(schema: Schema) -> str:
    """A type as a person reads it: `string`, `list of integer`, `one of open, playing`."""
    if ref := schema.get("$ref"):
        resolved = _resolved(schema)
        return _shape(resolved) if "enum" in resolved else ref.rsplit("/", 1)[-1]
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"])
    for union in ("oneOf", "anyOf", "allOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(_shape(part) for part in schema[union]))
    kind = schema.get("type", "object")
    if "items" in schema or kind == "array":
        inner = f"list of {_shape(schema.get('items', {}))}"
        return inner if kind == "array" else f"{inner} or null"
    return " or ".join(kind) if isinstance(kind, list) else kind
