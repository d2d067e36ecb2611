"""The JSON Schema of all sockets' frames, generated from the types that build and read them."""

import json

from core.wire.annotations import Choice, add_type_field, describe_object_type
from core.wire.schema import Definitions
from games.wire import definitions as games
from games.wire.frames import FROM_CLIENT, FROM_SERVER
from tournaments.live import frames as tournaments

_FRAMES: dict[str, object] = {
    "from_server": Choice((*FROM_SERVER, tournaments.TournamentFrame), "Frames that the server sends."),
    "from_client": Choice(
        tuple(add_type_field(name, describe_object_type(frame)) for name, frame in FROM_CLIENT.items()),
        "Frames that clients send.",
    ),
}


def socket_schema() -> str:
    """Return the JSON Schema of all WebSocket frames as formatted text, ready for docs/socket.schema.json."""
    types = {**games.DEFINITIONS, **tournaments.DEFINITIONS, **_FRAMES}
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of /ws/tables/ID, /ws/lobby and /ws/tournaments/SLUG",
        "description": "Text frames, one JSON object each, at most 64 KiB. Version 1 may gain fields and "
        "types: ignore those that you don't know. None is renamed, removed or given another meaning.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in _FRAMES],
        "$defs": Definitions(types, games.NAMED).schemas(),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
