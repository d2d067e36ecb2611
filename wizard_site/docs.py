"""The API's readable page, drawn from the OpenAPI schema on the server: no script, nothing from elsewhere."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.openapi.document import document

MAX_NAMED_KINDS = 3
"""How many kinds of body a field's line names; a field of more kinds speaks for itself."""
METHODS = ("get", "post", "put", "patch", "delete")


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Show all calls by the schema's tags."""
    shown = {"info": document()["info"], "groups": _groups(), "shapes": _shapes()}
    return render(request, "wizard_site/api_docs.html", shown)


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


@cache
def _shapes() -> list[dict[str, Any]]:
    """The shapes that calls refer to by name."""
    return [
        {
            "name": name,
            "description": schema.get("description", ""),
            "shape": "" if "properties" in schema or "oneOf" in schema else _shape(schema),
            "pattern": schema.get("pattern", ""),
            "fields": _fields(schema),
        }
        for name, schema in document()["components"]["schemas"].items()
    ]


def _call(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": [{**p, "shape": _shape(p.get("schema", {}))} for p in operation.get("parameters", [])],
        "fields": _fields(_content(operation.get("requestBody", {}))),
        "answers": [_answer(status, each) for status, each in operation.get("responses", {}).items()],
    }


def _answer(status: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Return a response's fields; errors have none, since all of them have the shape Problem."""
    fields = [] if "application/problem+json" in answer.get("content", {}) else _fields(_content(answer))
    return {"status": status, "description": answer.get("description", ""), "fields": fields}


def _content(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a body, resolved if it is a reference."""
    media: dict[str, Any] = next(iter(part.get("content", {}).values()), {})
    return _resolved(media.get("schema", {}))


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if ref := schema.get("$ref"):
        schemas: dict[str, dict[str, Any]] = document()["components"]["schemas"]
        return schemas.get(ref.rsplit("/", 1)[-1], {})
    return schema


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields by name; of a union of bodies, those that any of them has."""
    kinds = [_resolved(kind) for kind in schema.get("oneOf", [schema])]
    names = dict.fromkeys(name for kind in kinds for name in kind.get("properties", {}))
    return [_field(name, kinds) for name in names]


def _field(name: str, kinds: list[dict[str, Any]]) -> dict[str, Any]:
    having = [kind for kind in kinds if name in kind.get("properties", {})]
    fields = [kind["properties"][name] for kind in having]
    description = fields[0].get("description", "")
    if len(having) < len(kinds) and len(having) <= MAX_NAMED_KINDS:
        named = (_shape(kind["properties"].get("type", {})) for kind in having)
        description = f"for {', '.join(named)}. {description}"
    return {
        "name": name,
        "shape": " or ".join(dict.fromkeys(_shape(field) for field in fields)),
        "required": all(name in kind.get("required", []) for kind in having),
        "description": description,
    }


def _shape(schema: dict[str, Any]) -> str:
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
