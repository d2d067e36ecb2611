"""Parses clients' JSON; unreadable JSON is answered with 400, never with a server error."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from core.refusal import BadRequest
from core.sentence import Sentence

SURROGATE_ERROR = Sentence("Lone surrogates are not allowed.")


class SafeJSONParser(JSONParser):
    """A JSON parser that responds with a 400 to JSON nested so deeply that REST framework's parser crashes.

    JSON with a lone surrogate, such as the escape `d800`, is refused as well, because a lone surrogate can
    neither be sent nor stored.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the value of a JSON body.

        Raise ParseError if the JSON is malformed or nested too deeply, and BadRequest if it contains a lone
        surrogate.
        """
        try:
            value = super().parse(stream, media_type, parser_context)
            # Python's parser lets lone surrogates pass; they fail only when they are encoded.
            _encode_json(value)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise _lone_surrogate_refusal(value) from None
        return value


def _encode_json(value: Any) -> bytes:
    """Encode a value as JSON in UTF-8. Raise UnicodeEncodeError if the value contains a lone surrogate."""
    return json.dumps(value, ensure_ascii=False).encode()


def _lone_surrogate_refusal(body: Any) -> BadRequest:
    """Return a BadRequest error for a JSON body that contains a lone surrogate.

    If the body is an object, the error names the fields whose values contain a lone surrogate. Fields with
    unprintable names are left out.
    """
    errors: dict[str, list[str]] = {}
    for name, value in body.items() if isinstance(body, dict) else ():
        try:
            _encode_json(value)
        except UnicodeEncodeError:
            # A name with a lone surrogate could not be sent back.
            if name.isprintable():
                errors[name] = [SURROGATE_ERROR]
    return BadRequest(errors) if errors else BadRequest(detail=SURROGATE_ERROR)
