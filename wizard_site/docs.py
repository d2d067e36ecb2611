"""The API's readable page, drawn from the OpenAPI schema on the server: no script, nothing from elsewhere."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wizard_site.schema import document

METHODS = ("get", "post", "put", "patch", "delete")


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show all calls by the schema's tags."""
    return render(request, "wizard_site/api_docs.html", {"info": document()["info"], "groups": _groups()})


@cache
def _groups() -> dict[str, list[dict[str, Any]]]:
    """The calls by tag, in the schema's order."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, item in document()["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                tag = operation.get("tags", ["other"])[0]
                groups.setdefault(tag, []).append(_call(path, method, operation))
    return groups


def _call(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": [{**p, "shape": _shape(p.get("schema", {}))} for p in operation.get("parameters", [])],
        "fields": _fields(_content(operation.get("requestBody", {}))),
        "answers": [
            {"status": status, "description": a.get("description", ""), "fields": _fields(_content(a))}
            for status, a in operation.get("responses", {}).items()
        ],
    }


def _content(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a body, resolved if it is a reference."""
    media: dict[str, Any] = next(iter(part.get("content", {}).values()), {})
    return _resolved(media.get("schema", {}))


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if ref := schema.get("$ref"):
        return document()["components"]["schemas"].get(ref.rsplit("/", 1)[-1], {})
    return schema


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", [])
    return [
        {
            "name": name,
            "shape": _shape(field),
            "required": name in required,
            "description": field.get("description", ""),
        }
        for name, field in schema.get("properties", {}).items()
    ]


def _shape(schema: dict[str, Any]) -> str:
    """A type as a person reads it: `string`, `list of integer`, `one of open, playing`."""
    if ref := schema.get("$ref"):
        resolved = _resolved(schema)
        return _shape(resolved) if "enum" in resolved else ref.rsplit("/", 1)[-1]
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"])
    for union in ("oneOf", "anyOf", "allOf"):
        if union in schema:
            return " or ".join(_shape(part) for part in schema[union])
    kind = schema.get("type", "object")
    if kind == "array":
        return f"list of {_shape(schema.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else kind
