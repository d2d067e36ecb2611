"""Frees memory that autobahn uses for each connection and that an open WebSocket no longer needs.

autobahn copies all of its factory's options to each connection, and keeps the handshake in several forms,
together 6 KB. Thousands of idle connections would fill the memory with them.
"""

from collections.abc import Mapping
from typing import Any

from autobahn.websocket.protocol import WebSocketServerProtocol

_HANDSHAKE = (
    "_raw_query_string",
    "_transport_details",
    "_wskey",
    "application_deferred",
    "clean_headers",
    "http_headers",
    "http_request_data",
    "http_request_host",
    "http_request_params",
    "http_request_path",
    "http_request_uri",
    "http_response_data",
    "http_status_line",
    "is_open",
    "peer",
    "protocol_to_accept",
    "root_path",
    "server_addr",
    "websocket_extensions",
    "websocket_extensions_in_use",
    "websocket_origin",
    "websocket_protocol_in_use",
    "websocket_protocols",
)
"""Attributes that nothing reads once the handshake is over."""
_INITIAL: Mapping[str, Any] = {
    "_perMessageCompress": None,
    "autoPingPending": None,
    "autoPingPendingCall": None,
    "autoPingPendingSent": None,
    "autoPingTimeoutCall": None,
    "closeHandshakeTimeoutCall": None,
    "closedByMe": False,
    "current_frame": None,
    "data": b"",
    "droppedByMe": False,
    "failedByMe": False,
    "localCloseCode": None,
    "localCloseReason": None,
    "openHandshakeTimeoutCall": None,
    "remoteCloseCode": None,
    "remoteCloseReason": None,
    "trackedTimings": None,
    "triggered": False,
    "wasClean": False,
    "wasCloseHandshakeTimeout": False,
    "wasMaxFramePayloadSizeExceeded": False,
    "wasMaxMessagePayloadSizeExceeded": False,
    "wasNotCleanReason": None,
    "wasOpenHandshakeTimeout": False,
    "wasServerConnectionDropTimeout": False,
    "wasServingFlashSocketPolicyFile": False,
}
"""The values that autobahn gives each connection, most of which change only when it closes."""


def make_slim_connection_class(base: type[Any], factory: Any) -> type[Any]:
    """Return a subclass of `base` whose instances share autobahn's options instead of copying them.

    The options of `factory`, which is autobahn's WebSocket factory, are read now. Later changes to them have
    no effect.
    """
    # To save memory, the connections share these values instead of storing copies.
    options = {name: getattr(factory, name) for name in WebSocketServerProtocol.CONFIG_ATTRS}
    # As class attributes, functions would become methods.
    shared = {name: staticmethod(value) if callable(value) else value for name, value in options.items()}
    return type(base.__name__, (base,), {**_INITIAL, **shared})


def free_unneeded_attributes(connection: Any) -> None:
    """Delete the attributes that an open WebSocket no longer needs, to save memory.

    Do nothing if `make_slim_connection_class` has not made the connection's class.
    """
    kind = type(connection)
    if not all(hasattr(kind, name) for name in _INITIAL):
        return
    # autobahn queues only sends that it is told to delay, which nothing here does; it reads the length.
    connection.send_queue = ()
    # Daphne names the request's path in its log, and nothing reads the rest.
    connection.request.headers = connection.request.params = {}
    # Without the data of the handshake, and values that the class provides as well.
    kept = {
        name: value
        for name, value in vars(connection).items()
        if name not in _HANDSHAKE and not (name in _INITIAL and value is _INITIAL[name])
    }
    # A new dictionary, because one from which items are deleted keeps its size.
    connection.__dict__ = kept
