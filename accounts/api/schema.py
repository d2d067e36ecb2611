"""What the OpenAPI document says about accounts beyond what their code shows; changes no behaviour."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers


class ProblemSerializer(serializers.Serializer):
    """How every error looks."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for a person.")
    code = serializers.CharField(help_text="For programs; never renamed.")
    errors = serializers.DictField(required=False, help_text="By field, with code `bad_request`.")


WHEN = {
    400: "The input is not valid (`bad_request`); `errors` says why, by field.",
    401: "No valid token, no session, or a wrong password (`not_authenticated`).",
    403: "Not allowed, or a session without CSRF token (`forbidden`).",
    404: "There is no such thing, or not for you (`not_found`).",
    409: "The rules or the moment refuse it; `code` says why.",
    413: "The request is too large (`too_large`).",
    415: "The body is not JSON (`unsupported_media_type`).",
    429: "Too often (`throttled`); `Retry-After` says for how long to wait.",
}


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The errors that a call can answer with, for `extend_schema(responses=…)`; any can come too often."""
    return {
        (status, "application/problem+json"): OpenApiResponse(ProblemSerializer, WHEN[status])
        for status in sorted({*statuses, 429})
    }


class BearerScheme(OpenApiAuthenticationExtension):
    """Tells the document about our tokens."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """A token in the header, as `auth/login` and its siblings give it."""
        return {"type": "http", "scheme": "bearer"}
