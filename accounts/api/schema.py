"""What the OpenAPI document says about errors, texts and accounts beyond what their code shows."""

from collections.abc import Sequence
from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.utils import OpenApiResponse

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "How every error looks (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "minLength": 1, "description": "A sentence for a person."},
        "code": {"type": "string", "pattern": "^[a-z_]+$", "description": "For programs; never renamed."},
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "By field, with code `bad_request`.",
        },
    },
    "required": ["type", "title", "status", "detail", "code"],
}

WHEN = {
    400: ("The input is not valid; `errors` says why, by field.", "bad_request"),
    401: ("No valid token, no session, or a wrong password.", "not_authenticated"),
    403: ("Not allowed, or a session without CSRF token.", "forbidden"),
    404: ("There is no such thing, or not for you.", "not_found"),
    406: ("The client accepts no JSON.", "not_acceptable"),
    409: ("The rules or the moment refuse it.", ""),
    413: ("The request is too large.", "too_large"),
    415: ("The body is not JSON.", "unsupported_media_type"),
    429: ("Too often; `Retry-After` says for how long to wait.", "throttled"),
    503: ("The table cannot be reached at this moment; nothing changed.", "unavailable"),
}
ALWAYS = (406, 429)
"""Any call can come too often, or from a client that understands no answer."""


def problems(
    *statuses: int, refusals: Sequence[str] = (), unauthorized: Sequence[str] = ()
) -> dict[tuple[int, str], OpenApiResponse]:
    """The errors that a call can answer with, for `extend_schema(responses=…)`.

    `refusals` are the codes of its 409s, `unauthorized` those of its 401s beside the usual one.
    """
    codes = {status: [code] for status, (_, code) in WHEN.items()}
    codes |= {409: sorted(refusals), 503: ["quarantined", "unavailable"]}
    codes[401] += unauthorized
    answers = {*statuses, *ALWAYS, *([409] if refusals else [])}
    return {
        (status, "application/problem+json"): _answer(status, codes[status]) for status in sorted(answers)
    }


def _answer(status: int, codes: list[str]) -> OpenApiResponse:
    shape: dict[str, Any] = {
        "$ref": "#/components/schemas/Problem",
        "properties": {"status": {"const": status}, "code": {"enum": codes}},
    }
    if status == 400:
        shape["required"] = ["errors"]
    named = ", ".join(f"`{code}`" for code in codes)
    return OpenApiResponse(shape, f"{WHEN[status][0]} Code: {named}.")


class BearerScheme(OpenApiAuthenticationExtension):
    """Tells the document about our tokens."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """A token in the header, as `auth/login` and its siblings give it."""
        return {"type": "http", "scheme": "bearer"}


class TextShape(OpenApiSerializerFieldExtension):
    """Tells the document that texts hold no NUL."""

    target_class = "accounts.api.fields.Text"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """A string; where it may be empty, REST framework's own description adds that as another choice."""
        if any(isinstance(each, RegexValidator) for each in self.target.validators):
            return {"type": "string"}
        return {"type": "string", "pattern": r"^[^\x00]+$"}
