"""What the OpenAPI document says about tokens and profiles beyond what their code shows."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

CLOSED = ("PatchedProfileChanges",)
"""Inputs of which unknown fields are refused; elsewhere those of later versions are passed over."""


class BearerScheme(OpenApiAuthenticationExtension):
    """Tells the document about our tokens."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """A token in the header, as `auth/login` and its siblings give it."""
        return {"type": "http", "scheme": "bearer"}


def close_inputs(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say which inputs take no other fields than their own."""
    for name in CLOSED:
        result["components"]["schemas"][name]["additionalProperties"] = False
    return result
