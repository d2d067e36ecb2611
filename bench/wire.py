"""A WebSocket client that costs its process as little as can be, so that a load may share the machine.

It speaks only what a bench needs: unfragmented texts of servers that are asked for no extension.
"""

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""Clients must mask what they send; this mask changes nothing."""


class RawWebSocket(asyncio.Protocol):
    """A connection. The attribute `lost` says why it has ended, unless this client has closed it."""

    def __init__(self, request: bytes, on_message: Callable[[bytes], None]) -> None:
        """Prepare a WebSocket connection of a client, which will send the handshake `request`.

        `on_message` is called with the bytes of each text message.
        """
        self._request = request
        self._buffer = bytearray()
        self._on_message = on_message
        self._open = False
        self.closing = False
        self.lost: str | None = None
        """What the server said at its end, if it was not this client who closed."""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake request."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, fault: Exception | None) -> None:
        """Set `self.lost` to the reason for the connection's end, unless this client closed the connection.

        A reason that is already stored is kept.
        """
        if not self.closing:
            self.lost = self.lost or f"the line is gone: {fault}"

    def data_received(self, data: bytes) -> None:
        """Process received bytes: first the handshake response, then each complete WebSocket frame."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.lost = head.decode()
                self.transport.close()
                return
            self._open = True
            buffer[:] = rest
        begin, end = 0, len(buffer)
        while end - begin >= 2:
            opcode, length, at = buffer[begin] & 15, buffer[begin + 1], begin + 2
            if length == 126:
                length, at = int.from_bytes(buffer[begin + 2 : begin + 4], "big"), begin + 4
            elif length == 127:
                length, at = int.from_bytes(buffer[begin + 2 : begin + 10], "big"), begin + 10
            if end < at or end - at < length:
                break
            begin = at + length
            self._handle_frame(opcode, bytes(buffer[at:begin]))
        del buffer[:begin]

    def _handle_frame(self, opcode: int, payload: bytes) -> None:
        """Handle a WebSocket frame with this opcode.

        Pass a text to `on_message`, answer a ping, or store the server's reason for closing the connection.
        Ignore other frames. If `on_message` fails, stop the event loop and raise SystemExit.
        """
        if opcode == TEXT:
            try:
                self._on_message(payload)
            except BaseException as fault:
                # What fails in the loop's hands is only logged: who waits for this line would wait for ever.
                asyncio.get_running_loop().stop()
                raise SystemExit(f"a frame was not understood: {payload[:200]!r}") from fault
        elif opcode == PING:
            self._send(PONG, payload)
        elif opcode == CLOSE and not self.closing:
            self.lost = payload.decode(errors="replace")

    def send(self, text: bytes) -> None:
        """Send a text message, given as UTF-8 bytes."""
        self._send(TEXT, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        """Send a WebSocket frame with this opcode. The payload must be shorter than 65,536 bytes."""
        length = len(payload)
        if length < 126:
            head = bytes((128 | opcode, 128 | length))
        else:
            head = bytes((128 | opcode, 128 | 126)) + length.to_bytes(2, "big")
        self.transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        """Close the TCP connection without a WebSocket closing handshake."""
        self.closing = True
        self.transport.close()


async def connect(address: str, path: str, token: str, on_message: Callable[[bytes], None]) -> RawWebSocket:
    """Connect to the server at `address` (host:port) and request a WebSocket at `path`.

    Return without waiting for the response. If `token` is not empty, send it as the user's bearer token.
    `on_message` is called with the bytes of each text message.
    """
    host, port = address.rsplit(":", 1)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {address}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, wire = await asyncio.get_running_loop().create_connection(
        lambda: RawWebSocket(request, on_message), host, int(port)
    )
    return wire
