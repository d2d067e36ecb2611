"""A field for a client's preferences: any JSON object up to a size and depth."""

import json
from typing import Any

from rest_framework import serializers

from core.json import JsonObject

MAX_PREFERENCES_BYTES = 4096
"""Bytes of the preferences as JSON in UTF-8."""
MAX_PREFERENCES_DEPTH = 20
"""Levels of nesting. Beyond it, the limit of a database or of Python would become a server error."""


class Preferences(serializers.DictField):
    """A JSON object that is small and that every supported database can store."""

    default_error_messages = {
        "too_large": f"Preferences can have at most {MAX_PREFERENCES_BYTES} bytes.",
        "too_deep": f"Preferences can be nested at most {MAX_PREFERENCES_DEPTH} levels deep.",
        "not_storable": "Preferences contain a number or a character that can't be stored.",
    }

    def to_internal_value(self, data: Any) -> JsonObject:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if _deeper(data, MAX_PREFERENCES_DEPTH):
            self.fail("too_deep")
        try:
            text = json.dumps(data, ensure_ascii=False, allow_nan=False)
            size = len(text.encode())
        except ValueError:
            self.fail("not_storable")
        if "\\u0000" in text.replace("\\\\", ""):
            self.fail("not_storable")
        if size > MAX_PREFERENCES_BYTES:
            self.fail("too_large")
        return data


def _deeper(value: Any, levels: int) -> bool:
    """Whether the value has more than `levels` levels of nested objects and lists."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper(item, levels - 1) for item in inner)
