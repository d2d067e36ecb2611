"""Parses clients' JSON; unreadable JSON is answered with 400, never with a server error."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class SafeJSONParser(JSONParser):
    """A JSON parser that responds with a 400 to JSON nested so deeply that REST framework's parser crashes.

    JSON with a lone surrogate, such as the escape `d800`, is refused as well, because a lone surrogate can
    neither be sent nor stored.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Parse a JSON request body, and return its value.

        Raise ParseError if the JSON is malformed, is nested too deeply, or contains half a character (a lone
        surrogate).
        """
        try:
            value = super().parse(stream, media_type, parser_context)
            # Python's parser lets lone surrogates pass; they fail only when they are encoded.
            json.dumps(value, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("The JSON holds half a character.") from None
        return value
