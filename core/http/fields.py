"""Serializer fields for single inputs that accept no value of another JSON type."""

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.plain_text import UnfitText, clean_text
from core.sentence import Sentence, message_of_error, must_be_one_of
from core.translation import translate


class Text(serializers.CharField):
    """A string field that refuses numbers, which REST framework would turn into text."""

    def to_internal_value(self, data: Any) -> str:
        """Return the validated string. Raise ValidationError for anything but a JSON string."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PlainName(Text):
    """A name that a user gives to something of their own: one line of visible characters."""

    def to_internal_value(self, data: Any) -> str:
        """Return the cleaned name. It may be empty if the field allows that.

        Raise ValidationError if the name is too long or has forbidden characters.
        """
        text = super().to_internal_value(data)
        if not text:
            return text
        assert self.max_length is not None
        try:
            return clean_text(text, max_length=self.max_length, name=Sentence("A name"))
        except UnfitText as fault:
            raise serializers.ValidationError(translate(message_of_error(fault))) from None


class Email(serializers.EmailField):
    """An email address field that accepts only a JSON string."""

    def to_internal_value(self, data: Any) -> str:
        """Return the email address. Raise ValidationError for anything but a string with a valid address."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """An integer field that accepts only a JSON integer, not "4", 4.0 or true."""

    def to_internal_value(self, data: Any) -> int:
        """Return the validated integer. Raise ValidationError for anything but a JSON integer."""
        # In Python, True and False are integers, too.
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """A boolean field that accepts only a JSON boolean, not "true", "on" or 1."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean. Raise ValidationError for anything but a JSON boolean."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string", "enum": ["1", "true", "True", "0", "false", "False"]})
class Flag(serializers.BooleanField):
    """A boolean query parameter: 1 or true, 0 or false."""

    TRUE_VALUES = {"1", "true", "True"}
    FALSE_VALUES = {"0", "false", "False"}
    NULL_VALUES = set()


class StrictChoice(serializers.ChoiceField):
    """A choice field whose error lists all choices."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the chosen value. For an unknown value, raise ValidationError with a list of all choices."""
        if data not in list(self.choices):
            raise serializers.ValidationError(translate(must_be_one_of(self.choices)))
        return super().to_internal_value(data)


class DigitsOnlyInteger(serializers.IntegerField):
    """A query parameter that must consist of ASCII digits.

    Python's `int` would also accept "1_0", " 1" and digits of other scripts.
    """

    def to_internal_value(self, data: Any) -> int:
        """Convert a string of ASCII digits to an integer. Raise ValidationError for any other string."""
        if not is_digit_string(data):
            self.fail("invalid")
        return super().to_internal_value(data)


def is_digit_string(text: str) -> bool:
    """Return whether the text consists of at least one ASCII digit and nothing else."""
    return text.isascii() and text.isdigit()


class TextFieldSchema(OpenApiSerializerFieldExtension):
    """Documents in the OpenAPI schema that strings contain no NUL."""

    target_class = "core.http.fields.Text"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, str]:
        """Return a text field's OpenAPI schema.

        It has a pattern that forbids NUL characters, unless the field has a RegexValidator.
        """
        if any(isinstance(each, RegexValidator) for each in self.target.validators):
            return {"type": "string"}
        return {"type": "string", "pattern": r"^[^\x00]+$"}
