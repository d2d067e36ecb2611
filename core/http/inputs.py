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


def checked_body(shape: type[Input], request: Request) -> ValidatedData:
    """Validate the request's body, and return its fields. Raise ValidationError if it is invalid."""
    return _validated_data(shape(data=request.data))


def checked_query(shape: type[Input], request: Request) -> ValidatedData:
    """Validate the query parameters, and return them. Raise ValidationError if they are invalid."""
    # As a plain mapping: in form data, an empty field would be treated as a missing one.
    return _validated_data(shape(data=request.query_params.dict()))


def _validated_data(serializer: Input) -> ValidatedData:
    """Return the serializer's validated data. Raise ValidationError if its input is invalid."""
    serializer.is_valid(raise_exception=True)
    data: ValidatedData = serializer.validated_data
    return data
