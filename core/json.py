"""The type of JSON documents with an open shape, such as OpenAPI operations and clients' preferences."""

from typing import Any

JsonObject = dict[str, Any]
