"""Checks client input against a serializer; invalid input is answered with 400 and the errors by field."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

ValidatedData = dict[str, Any]
"""The values of a serializer's fields, by name."""
Input = serializers.Serializer[None]
"""The base of serializers that check what a client sends: no object is ever shown with them."""
Output = serializers.Serializer[Mapping[str, object]]
"""The base of serializers that describe what a client gets."""


def checked_body(shape: type[Input], request: Request) -> ValidatedData:
    """The body's fields; raises ValidationError."""
    return _checked(shape(data=request.data))


def checked_query(shape: type[Input], request: Request) -> ValidatedData:
    """The query's fields; raises ValidationError."""
    # As a plain mapping: a field of a form that is empty would be taken for one that is not there.
    return _checked(shape(data=request.query_params.dict()))


def _checked(serializer: Input) -> ValidatedData:
    serializer.is_valid(raise_exception=True)
    data: ValidatedData = serializer.validated_data
    return data
