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
    """A response of an endpoint."""

    status: str
    description: str
    fields: list[FieldRow]


class EndpointSection(NamedTuple):
    """An endpoint: a method at a path."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[JsonObject]
    fields: list[FieldRow]
    answers: list[ResponseSection]


class SchemaSection(NamedTuple):
    """A named schema."""

    name: str
    description: str
    shape: str
    pattern: str
    fields: list[FieldRow]


@require_safe
def show_api_docs(request: HttpRequest) -> HttpResponse:
    """Render a page that documents all API endpoints, grouped by tag, and all named schemas."""
    shown = {"info": openapi_document()["info"], "groups": _endpoints_by_tag(), "shapes": _schema_sections()}
    return render(request, "wizard_site/api_docs.html", shown)


@cache
def _endpoints_by_tag() -> dict[str, list[EndpointSection]]:
    """Return the documentation of all endpoints by tag, in the order of the OpenAPI document."""
    groups: dict[str, list[EndpointSection]] = {}
    for path, item in openapi_document()["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                tag = operation.get("tags", ["other"])[0]
                groups.setdefault(tag, []).append(_endpoint_section(path, method, operation))
    return groups


@cache
def _schema_sections() -> list[SchemaSection]:
    """Return the documentation of each named schema in the OpenAPI document."""
    return [
        SchemaSection(
            name=name,
            description=schema.get("description", ""),
            shape="" if "properties" in schema or "oneOf" in schema else _describe_type(schema),
            pattern=schema.get("pattern", ""),
            fields=_field_rows(schema),
        )
        for name, schema in openapi_document()["components"]["schemas"].items()
    ]


def _endpoint_section(path: str, method: str, operation: JsonObject) -> EndpointSection:
    """Build the documentation of an endpoint from an operation in the OpenAPI document."""
    return EndpointSection(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        parameters=[
            {**p, "shape": _describe_type(p.get("schema", {}))} for p in operation.get("parameters", [])
        ],
        fields=_field_rows(_body_schema(operation.get("requestBody", {}))),
        answers=[_response_section(status, each) for status, each in operation.get("responses", {}).items()],
    )


def _response_section(status: str, response: JsonObject) -> ResponseSection:
    """Build the documentation of an endpoint's response with the HTTP status `status`, such as "404".

    The documentation of an error lists no fields, because all errors have the same fields.
    """
    is_error = "application/problem+json" in response.get("content", {})
    fields = [] if is_error else _field_rows(_body_schema(response))
    return ResponseSection(status, response.get("description", ""), fields)


def _body_schema(request_or_response: JsonObject) -> Schema:
    """Return the schema of a request's or response's body, with a `$ref` resolved; {} if there is no body."""
    media: JsonObject = next(iter(request_or_response.get("content", {}).values()), {})
    return _resolve_reference(media.get("schema", {}))


def _resolve_reference(schema: Schema) -> Schema:
    """Return the named schema to which a schema's `$ref` points, or {} if no schema has that name.

    Return a schema without `$ref` unchanged.
    """
    if ref := schema.get("$ref"):
        schemas: dict[str, Schema] = openapi_document()["components"]["schemas"]
        return schemas.get(ref.rsplit("/", 1)[-1], {})
    return schema


def _field_rows(schema: Schema) -> list[FieldRow]:
    """Return a table row for each field of a schema.

    A union of schemas has the fields of all its members.
    """
    schemas = [_resolve_reference(each) for each in schema.get("oneOf", [schema])]
    names = dict.fromkeys(name for each in schemas for name in each.get("properties", {}))
    return [_field_row(name, schemas) for name in names]


def _field_row(name: str, schemas: list[Schema]) -> FieldRow:
    """Return the table row that describes the field `name`.

    `schemas` contains the members of a union, or a single schema. At least one of the schemas has the field;
    schemas without the field are ignored. The row lists all types of the field, and uses the first
    description. The field counts as required if all schemas that have the field require it.

    If no more than MAX_NAMED_KINDS schemas of a union have the field, and others lack the field, the
    description begins with the types of the schemas that have it.
    """
    having = [kind for kind in schemas if name in kind.get("properties", {})]
    fields = [kind["properties"][name] for kind in having]
    description = fields[0].get("description", "")
    if len(having) < len(schemas) and len(having) <= MAX_NAMED_KINDS:
        named = (_describe_type(kind["properties"].get("type", {})) for kind in having)
        description = f"for {', '.join(named)}. {description}"
    return FieldRow(
        name=name,
        shape=" or ".join(dict.fromkeys(_describe_type(field) for field in fields)),
        required=all(name in kind.get("required", []) for kind in having),
        description=description,
    )


def _describe_type(schema: Schema) -> str:
    """Describe a schema's type in words, such as `list of integer` or `one of on, off`."""
    if ref := schema.get("$ref"):
        resolved = _resolve_reference(schema)
        return _describe_type(resolved) if "enum" in resolved else ref.rsplit("/", 1)[-1]
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"])
    for union in ("oneOf", "anyOf", "allOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(_describe_type(part) for part in schema[union]))
    kind = schema.get("type", "object")
    if "items" in schema or kind == "array":
        inner = f"list of {_describe_type(schema.get('items', {}))}"
        return inner if kind == "array" else f"{inner} or null"
    return " or ".join(kind) if isinstance(kind, list) else kind
