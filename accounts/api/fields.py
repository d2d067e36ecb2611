"""Fields for preferences: the known ones and a client's own data, up to a maximum size and depth."""

import json
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.preferences import COMPLETE, DEFAULTS, Preferences, complete_preferences, decode_preferences
from core.json import JsonObject
from core.wire.schema import Definitions

MAX_PREFERENCES_BYTES = 4096
"""Maximum size of the preferences as UTF-8 encoded JSON."""
MAX_PREFERENCES_DEPTH = 20
"""Maximum levels of nesting. Deeper data could exceed limits of the database or of Python."""


def _preferences_schema(preferences_type: Any) -> JsonObject:
    """Return the JSON Schema of a preferences class, including the default of each preference.

    The schema allows additional fields.
    """
    # Clients can store their own data in additional fields.
    schema = {**Definitions({}).schema(preferences_type), "additionalProperties": {}}
    for name, default in DEFAULTS._asdict().items():
        schema["properties"][name]["default"] = default
    return schema


@extend_schema_field(_preferences_schema(COMPLETE))
class PreferencesOut(serializers.JSONField):
    """All preferences, with defaults for those that are not stored."""

    # The stubs type JSON as text.
    def to_representation(self, value: JsonObject) -> JsonObject:  # type: ignore[override]
        """Return the preferences as clients receive them, with defaults for missing or invalid ones.

        `value` is the JSON object stored in `User.preferences`. A client's own data is kept.
        """
        return complete_preferences(value)


@extend_schema_field(_preferences_schema(Preferences))
class PreferencesIn(serializers.DictField):
    """A small JSON object with valid preferences that every supported database can store."""

    default_error_messages = {
        "too_large": _("Preferences can have at most {most} bytes."),
        "too_deep": _("Preferences can be nested at most {most} levels deep."),
        "not_storable": _("Preferences contain a number or a character that can't be stored."),
    }

    def to_internal_value(self, data: Any) -> JsonObject:
        """Return `data` unchanged. Raise BadRequest if a preference is invalid.

        Raise ValidationError if `data` is not a JSON object, is too large or too deeply nested, or contains a
        number or a character that not every supported database can store.
        """
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        # Before `dumps`, which raises an error of its own beyond some depth.
        if _is_deeper_than(data, MAX_PREFERENCES_DEPTH):
            self.fail("too_deep", most=MAX_PREFERENCES_DEPTH)
        try:
            # By default Python writes NaN and Infinity, which are not JSON and which PostgreSQL refuses.
            text = json.dumps(data, ensure_ascii=False, allow_nan=False)
            size = len(text.encode())
        except ValueError:
            self.fail("not_storable")
        # PostgreSQL's JSON has no NUL. Escaped backslashes go first: `\\u0000` in JSON is plain text.
        if "\\u0000" in text.replace("\\\\", ""):
            self.fail("not_storable")
        if size > MAX_PREFERENCES_BYTES:
            self.fail("too_large", most=MAX_PREFERENCES_BYTES)
        decode_preferences(data)
        return data


def _is_deeper_than(value: Any, levels: int) -> bool:
    """Return whether objects and lists in a JSON value are nested more than `levels` deep."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deeper_than(item, levels - 1) for item in inner)
