"""Serializer fields for single inputs that accept no value of another JSON type."""

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Text(serializers.CharField):
    """A string that came as a string; REST framework would take numbers, too."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Email(serializers.EmailField):
    """An e-mail address that came as a string."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number without fraction; "4", 4.0 and true are none."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class TrueOrFalse(serializers.BooleanField):
    """A JSON boolean; "true", "on" and 1 are none."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string", "enum": ["1", "true", "True", "0", "false", "False"]})
class Flag(serializers.BooleanField):
    """Yes or no in a query."""

    TRUE_VALUES = {"1", "true", "True"}
    FALSE_VALUES = {"0", "false", "False"}
    NULL_VALUES = set()


class WordChoice(serializers.ChoiceField):
    """One of a few words; the error for any other value lists them all."""

    def to_internal_value(self, data: Any) -> Any:
        if data not in list(self.choices):
            raise serializers.ValidationError(f"This must be one of {', '.join(self.choices)}.")
        return super().to_internal_value(data)


class QueryNumber(serializers.IntegerField):
    """A number in a query: digits alone; Python would read "1_0", " 1" and the digits of all scripts."""

    def to_internal_value(self, data: Any) -> int:
        if not is_number(data):
            self.fail("invalid")
        return super().to_internal_value(data)


def is_number(text: str) -> bool:
    """Whether a word of a query is a number."""
    return text.isascii() and text.isdigit()


class TextShape(OpenApiSerializerFieldExtension):
    """Describes in the OpenAPI document that texts contain no NUL."""

    target_class = "core.http.fields.Text"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, str]:
        """A string; where it may be empty, REST framework's own description adds that as another choice."""
        if any(isinstance(each, RegexValidator) for each in self.target.validators):
            return {"type": "string"}
        return {"type": "string", "pattern": r"^[^\x00]+$"}
