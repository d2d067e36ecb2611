"""What is added to the OpenAPI document when all its calls are known: headers of errors, shared parts."""

from typing import Any

from accounts.api.schema import PROBLEM

HEADERS = {
    "401": {
        "WWW-Authenticate": {
            "description": "How to say who one is.",
            "required": True,
            "schema": {"const": "Bearer"},
        }
    },
    "429": {
        "Retry-After": {
            "description": "Seconds to wait.",
            "required": True,
            "schema": {"type": "integer", "minimum": 0},
        }
    },
}
CLOSED = ("PatchedProfileChanges",)
"""Inputs of which unknown fields are refused; elsewhere those of later versions are passed over."""


def describe_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the shape of errors, and the headers that come with some of them."""
    schemas = result["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for name in CLOSED:
        schemas[name]["additionalProperties"] = False
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, headers in HEADERS.items():
                if answer := operation["responses"].get(status):
                    answer["headers"] = headers
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result
