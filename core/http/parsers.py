"""Reads JSON from clients; whatever can't be read is their mistake, never a fault of the server."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class SafeJSONParser(JSONParser):
    """REST framework's parser, which falls over JSON that is nested thousands of levels deep.

    Halves of characters (`"\\ud800"`) are refused, too: no answer could repeat them, no database keep them.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value, or 400."""
        try:
            value = super().parse(stream, media_type, parser_context)
            json.dumps(value, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("The JSON holds half a character.") from None
        return value
