"""The errors that each API operation can return, and their description in the OpenAPI document."""

from collections.abc import Sequence
from typing import Any, TypedDict

from core.json import JsonObject

PROBLEM: JsonObject = {
    "type": "object",
    "description": "The shape of every error (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "minLength": 1, "description": "A sentence to show to people."},
        "code": {
            "type": "string",
            "pattern": "^[a-z_]+$",
            "description": "What went wrong, for programs. Codes are never renamed.",
        },
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "With code `bad_request`: what is wrong, by field.",
        },
    },
    "required": ["type", "title", "status", "detail", "code"],
}

WHEN = {
    400: ("The input is not valid. `errors` says what is wrong, by field.", "bad_request"),
    401: ("No valid token or session, or wrong credentials.", "not_authenticated"),
    403: ("The caller is not allowed to do this, or a browser session sent no CSRF token.", "forbidden"),
    404: ("It does not exist, or the caller may not see it.", "not_found"),
    406: ("The client does not accept JSON.", "not_acceptable"),
    409: ("Not possible now, or against the rules. Nothing has changed.", ""),
    413: ("The request is too large.", "too_large"),
    415: ("The request body is not JSON.", "unsupported_media_type"),
    429: ("Too many requests. `Retry-After` says how many seconds to wait.", "throttled"),
    503: ("The table cannot be reached at the moment. Nothing has changed; try again.", "unavailable"),
}
ALWAYS = (406, 429)
"""Errors that all operations can return: too many requests, or a media type that is not offered."""


HEADERS: dict[int, JsonObject] = {
    401: {
        "WWW-Authenticate": {
            "description": "The scheme to authenticate with.",
            "required": True,
            "schema": {"const": "Bearer"},
        }
    },
    429: {
        "Retry-After": {
            "description": "How many seconds to wait before the next try.",
            "required": True,
            "schema": {"type": "integer", "minimum": 0},
        }
    },
}


EXTENSION_KEY = "x-problems"
"""The operation's key that holds the result of `declare_problems` until the document is complete."""
UNSAFE = ("post", "put", "patch", "delete")


class OperationProblems(TypedDict):
    """The errors that an operation declares, besides the errors implied by its other declarations."""

    statuses: Sequence[int]
    refusals: Sequence[str]
    unauthorized: Sequence[str]


def declare_problems(
    *statuses: int, refusals: Sequence[str] = (), unauthorized: Sequence[str] = ()
) -> dict[str, OperationProblems]:
    """Return the errors of an API operation as a value for `extend_schema(extensions=…)`.

    `statuses` are HTTP statuses. `refusals` are the error codes of responses with status 409. `unauthorized`
    are the error codes of responses with status 401, in addition to `not_authenticated`. Errors that follow
    from the operation's inputs need not be declared, because `describe_problems` adds them.
    """
    return {EXTENSION_KEY: {"statuses": statuses, "refusals": refusals, "unauthorized": unauthorized}}


def describe_problems(result: JsonObject, generator: Any, request: Any, public: bool) -> JsonObject:
    """Add the error responses of all operations to the OpenAPI document `result`, and return `result`.

    This is a postprocessing hook: drf-spectacular calls it after it has generated the document. The other
    parameters are not used.
    """
    schemas = result["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for method, operation in operations.items():
            operation["responses"] |= _error_responses(method, operation)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _error_responses(method: str, operation: JsonObject) -> dict[str, JsonObject]:
    """Return the OpenAPI descriptions of an operation's error responses, keyed by HTTP status.

    Delete the key EXTENSION_KEY, which holds the errors declared with `declare_problems`, from the operation.
    """
    declared: JsonObject = operation.pop(EXTENSION_KEY, {})
    refusals, unauthorized = sorted(declared.get("refusals", ())), list(declared.get("unauthorized", ()))
    statuses = {*ALWAYS, *_implied_statuses(method, operation), *declared.get("statuses", ())}
    statuses |= {status for status, codes in ((401, unauthorized), (409, refusals)) if codes}
    codes = {status: [code] for status, (_, code) in WHEN.items()}
    codes |= {409: refusals, 503: ["quarantined", "unavailable"]}
    codes[401] += unauthorized
    return {str(status): _error_response(status, codes[status]) for status in sorted(statuses)}


def _implied_statuses(method: str, operation: JsonObject) -> set[int]:
    """Return the error statuses that follow from an operation's method and inputs.

    For example, a path parameter means that 404 is possible.
    """
    found: set[int] = set()
    credentials = [name for choice in operation.get("security", ()) for name in choice]
    parameters = {each["name"]: each["in"] for each in operation.get("parameters", ())}
    if credentials:
        # Even if no log-in is required, an expired token is refused.
        found.add(401)
    if credentials and method in UNSAFE:
        found.add(403)
    if "path" in parameters.values() or "page" in parameters:
        found.add(404)
    if "query" in parameters.values():
        found.add(400)
    if "requestBody" in operation:
        found |= {400, 413, 415}
    return found


def _error_response(status: int, codes: list[str]) -> JsonObject:
    """Return the OpenAPI description of an error response with this status and one of these codes."""
    shape: JsonObject = {
        "$ref": "#/components/schemas/Problem",
        "properties": {"status": {"const": status}, "code": {"enum": codes}},
    }
    if status == 400:
        shape["required"] = ["errors"]
    named = ", ".join(f"`{code}`" for code in codes)
    answer = {
        "content": {"application/problem+json": {"schema": shape}},
        "description": f"{WHEN[status][0]} Code: {named}.",
    }
    if headers := HEADERS.get(status):
        answer["headers"] = headers
    return answer
