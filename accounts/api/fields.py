"""A client's own preferences: any JSON that is neither too long nor too deep."""

import json
from typing import Any

from rest_framework import serializers

MAX_PREFERENCES_BYTES = 4096
"""Bytes of preferences as JSON in UTF-8."""
MAX_PREFERENCES_DEPTH = 20
"""Levels of nesting; a database's own limit, or Python's, would show as a fault."""


class Preferences(serializers.DictField):
    """Any JSON object of a client's own, as long as it is small and every database can keep it."""

    default_error_messages = {
        "too_large": f"Preferences can have at most {MAX_PREFERENCES_BYTES} bytes.",
        "too_deep": f"Preferences can be nested at most {MAX_PREFERENCES_DEPTH} levels deep.",
        "not_storable": "Preferences contain a number or a character that can't be stored.",
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
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
    """Whether the value has more levels of objects and lists than this."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper(item, levels - 1) for item in inner)
