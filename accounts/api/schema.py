"""Additions to the OpenAPI document that the code does not show: bearer tokens and closed inputs."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from core.json import JsonObject

CLOSED = ("PatchedProfileChanges",)
"""Input components that refuse unknown fields. All others ignore them, as later versions may add fields."""


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes bearer tokens in the OpenAPI document."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the description of bearer tokens in the OpenAPI document."""
        return {"type": "http", "scheme": "bearer"}


def forbid_unknown_fields(result: JsonObject, generator: Any, request: Any, public: bool) -> JsonObject:
    """Forbid unknown fields in the OpenAPI schemas listed in CLOSED, and return the document.

    This is a postprocessing hook of drf-spectacular.
    """
    for name in CLOSED:
        result["components"]["schemas"][name]["additionalProperties"] = False
    return result
