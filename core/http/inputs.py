"""Checks client input against a serializer; invalid input is answered with 400 and the errors by field."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

ValidatedData = dict[str, Any]
"""The values of a serializer's fields, by name."""
Input = serializers.Serializer[None]
"""The base of serializers that validate requests; no object is ever serialized with them."""
Output = serializers.Serializer[Mapping[str, object]]
"""The base of serializers that describe responses."""


def validate_body(serializer_class: type[Input], request: Request) -> ValidatedData:
    """Validate a request's body with a serializer class, and return the values keyed by field name.

    Raise ValidationError if the body is invalid.
    """
    return _get_validated_data(serializer_class(data=request.data))


def validate_query(serializer_class: type[Input], request: Request) -> ValidatedData:
    """Validate a request's query parameters with a serializer class, and return the values keyed by name.

    Raise ValidationError if a parameter is invalid.
    """
    # As a plain mapping: in form data, an empty field would be treated as a missing one.
    return _get_validated_data(serializer_class(data=request.query_params.dict()))


def _get_validated_data(serializer: Input) -> ValidatedData:
    """Validate a serializer's input, and return the values keyed by field name.

    Raise ValidationError if the input is invalid.
    """
    serializer.is_valid(raise_exception=True)
    data: ValidatedData = serializer.validated_data
    return data
