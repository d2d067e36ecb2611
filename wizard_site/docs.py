"""The API's human-readable documentation, rendered on the server from the OpenAPI schema, without scripts."""

from functools import cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.json import JsonObject
from core.openapi.document import openapi_document
from core.wire.schema import Schema

MAX_NAMED_KINDS = 3
"""Maximum number of kinds of body that the row of a field lists."""
METHODS = ("get", "post", "put", "patch", "delete")


class FieldRow(NamedTuple):
    """A row of a table of fields."""

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
def show_api_docs(request: HttpRequest) -> HttpResponse:
    """Show a page that documents all calls of the API, grouped by tag, and all named schemas."""
    shown = {"info": openapi_document()["info"], "groups": _calls_by_tag(), "shapes": _schema_sections()}
    return render(request, "wizard_site/api_docs.html", shown)


@cache
def _calls_by_tag() -> dict[str, list[CallSection]]:
    """Return the sections of all API calls, grouped by tag, in the order of the OpenAPI document."""
    groups: dict[str, list[CallSection]] = {}
    for path, item in openapi_document()["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                tag = operation.get("tags", ["other"])[0]
                groups.setdefault(tag, []).append(_call_section(path, method, operation))
    return groups


@cache
def _schema_sections() -> list[ShapeSection]:
    """Return a section for each named schema of the OpenAPI document."""
    return [
        ShapeSection(
            name=name,
            description=schema.get("description", ""),
            shape="" if "properties" in schema or "oneOf" in schema else _shape_text(schema),
            pattern=schema.get("pattern", ""),
            fields=_field_rows(schema),
        )
        for name, schema in openapi_document()["components"]["schemas"].items()
    ]


def _call_section(path: str, method: str, operation: JsonObject) -> CallSection:
    """Return the section about one call of the API."""
    return CallSection(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        parameters=[
            {**p, "shape": _shape_text(p.get("schema", {}))} for p in operation.get("parameters", [])
        ],
        fields=_field_rows(_body_schema(operation.get("requestBody", {}))),
        answers=[_response_section(status, each) for status, each in operation.get("responses", {}).items()],
    )


def _response_section(status: str, answer: JsonObject) -> ResponseSection:
    """Return the section about one response of a call, with the fields of the response's body.

    The section of an error has no fields, because all errors have the schema Problem.
    """
    fields = (
        [] if "application/problem+json" in answer.get("content", {}) else _field_rows(_body_schema(answer))
    )
    return ResponseSection(status, answer.get("description", ""), fields)


def _body_schema(part: JsonObject) -> Schema:
    """Return the schema of a request's or response's body, or {} if there is no body.

    If the schema is a reference, return the schema to which it refers.
    """
    media: JsonObject = next(iter(part.get("content", {}).values()), {})
    return _resolve_reference(media.get("schema", {}))


def _resolve_reference(schema: Schema) -> Schema:
    """Return the schema to which a reference refers, or {} if there is no such schema.

    Return a schema that is not a reference unchanged.
    """
    if ref := schema.get("$ref"):
        schemas: dict[str, Schema] = openapi_document()["components"]["schemas"]
        return schemas.get(ref.rsplit("/", 1)[-1], {})
    return schema


def _field_rows(schema: Schema) -> list[FieldRow]:
    """Return a row for each field of a body. A union has the fields of all its alternatives."""
    kinds = [_resolve_reference(kind) for kind in schema.get("oneOf", [schema])]
    names = dict.fromkeys(name for kind in kinds for name in kind.get("properties", {}))
    return [_field_row(name, kinds) for name in names]


def _field_row(name: str, kinds: list[Schema]) -> FieldRow:
    """Return the row for a field that occurs in at least one of `kinds`, the alternative schemas of a body.

    If the field is missing from some alternatives and occurs in at most MAX_NAMED_KINDS, the description
    names those that contain it.
    """
    having = [kind for kind in kinds if name in kind.get("properties", {})]
    fields = [kind["properties"][name] for kind in having]
    description = fields[0].get("description", "")
    if len(having) < len(kinds) and len(having) <= MAX_NAMED_KINDS:
        named = (_shape_text(kind["properties"].get("type", {})) for kind in having)
        description = f"for {', '.join(named)}. {description}"
    return FieldRow(
        name=name,
        shape=" or ".join(dict.fromkeys(_shape_text(field) for field in fields)),
        required=all(name in kind.get("required", []) for kind in having),
        description=description,
    )


def _shape_text(schema: Schema) -> str:
    """Return a readable name for a schema's type, such as `list of integer` or `one of open, playing`."""
    if ref := schema.get("$ref"):
        resolved = _resolve_reference(schema)
        return _shape_text(resolved) if "enum" in resolved else ref.rsplit("/", 1)[-1]
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"])
    for union in ("oneOf", "anyOf", "allOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(_shape_text(part) for part in schema[union]))
    kind = schema.get("type", "object")
    if "items" in schema or kind == "array":
        inner = f"list of {_shape_text(schema.get('items', {}))}"
        return inner if kind == "array" else f"{inner} or null"
    return " or ".join(kind) if isinstance(kind, list) else kind
