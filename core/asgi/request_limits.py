"""Limits on incoming HTTP requests: their size, their time to arrive, and the number unfinished at once.

Twisted stores the whole body before the application sees the request. Here a body that is too long is
refused because of its headers or while it arrives, and a request that takes too long is aborted. Requests
that have arrived have no limits here, and neither do their responses or the sockets they are upgraded to.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from daphne.http_protocol import WebRequest
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel

CODES = {408: "request_timeout", 413: "too_large", 429: "throttled", 503: "unavailable"}
GRACE_SECONDS = 1.0
"""Younger requests are exempt from the limit per address: a hall of players may reconnect at once."""
LINGER_SECONDS = 2.0
"""The rest of a refused request is read and dropped for this long, so that the client gets the refusal."""
RETRY_AFTER = 5
"""Seconds until a refused client should try again."""


class Limits(NamedTuple):
    """Limits on requests; a `per_address` or `total` of 0 means no limit."""

    body_bytes: int = 2 * 1024 * 1024
    header_seconds: float = 10
    body_seconds: float = 30
    per_address: int = 100
    total: int = 500


DEFAULT_LIMITS = Limits()


class UnfinishedRequests:
    """Connections with incomplete requests. If there are too many, the oldest is refused.

    An honest client's request is complete long before it is the oldest of many.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """Create an empty register of requests. `clock` returns the current time in seconds."""
        self._limits = limits
        self._clock = clock
        self._all: dict[LimitedChannel, str] = {}
        self._by_address: defaultdict[str, dict[LimitedChannel, float]] = defaultdict(dict)
        """When each connection's request began, by address."""

    def add(self, channel: "LimitedChannel", address: str) -> None:
        """Register the unfinished request of a connection from a network address.

        If the address or the whole server has too many unfinished requests, refuse the oldest of them. The
        limit per address does not affect requests younger than GRACE_SECONDS.
        """
        self._all[channel] = address
        mine = self._by_address[address]
        mine[channel] = self._clock()
        while 0 < self._limits.per_address < len(mine):
            oldest, began_at = next(iter(mine.items()))
            # The oldest request comes first in the dict: if even that one is young, so are all the others.
            if self._clock() - began_at < GRACE_SECONDS:
                break
            oldest.refuse(429, "Too many unfinished requests come from this address.")
        if 0 < self._limits.total < len(self._all):
            next(iter(self._all)).refuse(503, "Too many requests are unfinished at the moment. Try again.")

    def remove(self, channel: "LimitedChannel") -> None:
        """Unregister a connection's unfinished request, if any."""
        address = self._all.pop(channel, None)
        if address is not None:
            mine = self._by_address[address]
            del mine[channel]
            # Addresses without requests are removed; otherwise the dict would grow with each visitor.
            if not mine:
                del self._by_address[address]

    def __len__(self) -> int:
        """Return the number of unfinished requests from all addresses."""
        return len(self._all)


class LimitedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types.
    """A request that counts the bytes of its body, because a chunked body does not announce its length."""

    received = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Store a chunk of the request body. If the body is too long, refuse the request with status 413."""
        self.received += len(data)
        if self.received > self.channel.limits.body_bytes:
            self.channel.refuse_long_body()
        elif not self.channel.refused:
            super().handleContentChunk(data)


class LimitedChannel(HTTPChannel):
    """A client's HTTP connection, which enforces the limits on each of its requests."""

    transport: Any
    """Twisted's TCP transport."""
    refused = False
    """Whether the connection is being closed; further data is dropped."""
    _deadline: Any = None
    """Twisted's timer for the request being received."""
    _is_handling = False
    """Whether the application is handling a request of this connection."""
    _is_silent = True
    """Whether no data has arrived yet. Browsers open connections that they may need later."""

    def __init__(self, limits: Limits, unfinished: UnfinishedRequests) -> None:
        """Create a connection that enforces `limits` and registers its requests in `unfinished`.

        All connections of the server share `unfinished`.
        """
        super().__init__()
        self.limits = limits
        self._unfinished = unfinished

    def connectionMade(self) -> None:
        """Register the new connection's first request, and set the deadline for receiving its headers."""
        super().connectionMade()
        self._register_request()

    def dataReceived(self, data: bytes) -> None:
        """Pass received data to the HTTP parser, and register a request when it begins.

        Drop the data after a refusal.
        """
        self._is_silent = False
        if self.refused:
            return
        if self._deadline is None and not self._is_handling:
            self._register_request()
        super().dataReceived(data)

    def rawDataReceived(self, data: bytes) -> None:
        """Pass a chunk of the body to the HTTP parser, or drop it if the connection is being closed."""
        if not self.refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        """Set the deadline for the request body, or refuse the request if its Content-Length is too large."""
        if self.length is not None and self.length > self.limits.body_bytes:
            self.refuse_long_body()
            return
        self._set_deadline(self.limits.body_seconds)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:
        """Pass the complete request to the application, unless the request has been refused."""
        if not self.refused:
            self._unregister_request()
            self._is_handling = True
            super().allContentReceived()

    def requestDone(self, request: LimitedRequest) -> None:
        """Finish a request after its response. Process data already received for the next request."""
        # Before the call, which already processes any data received for the next request.
        self._is_handling = not self.persistent
        super().requestDone(request)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """When the connection is lost, unregister its unfinished request and cancel the deadline."""
        self._unregister_request()
        super().connectionLost(reason)

    def refuse_long_body(self) -> None:
        """Refuse the request with status 413, because its body is too long."""
        self.refuse(413, f"A request may have {self.limits.body_bytes // 1024} KiB at most.")

    def refuse(self, status: int, detail: str) -> None:
        """Send an error response, and close the connection after LINGER_SECONDS.

        If the client has sent no data, only close the connection. A second call does nothing.
        """
        if self.refused:
            return
        self.refused = True
        self._unregister_request()
        # Twisted's idle timeout could close the connection before the client has read the refusal.
        self.setTimeout(None)
        if self._is_silent:
            self.loseConnection()
            return
        self.transport.write(_build_error_response(status, detail))
        # Keep reading what the client still sends: closing at once would make it lose the response.
        self.transport.loseWriteConnection()
        self._deadline = self.callLater(LINGER_SECONDS, self.transport.abortConnection)

    def _register_request(self) -> None:
        """Register a new request as unfinished, and set the deadline for its headers."""
        self._set_deadline(self.limits.header_seconds)
        self._unfinished.add(self, str(getattr(self.transport.getPeer(), "host", "")))

    def _set_deadline(self, seconds: float) -> None:
        """Start a timer that refuses the request after `seconds`. Cancel the previous timer, if any."""
        self._cancel_deadline()
        self._deadline = self.callLater(seconds, self._refuse_slow_request)

    def _refuse_slow_request(self) -> None:
        """Refuse the request with status 408, because it was not received before its deadline."""
        self._deadline = None
        self.refuse(408, "The request took too long to arrive.")

    def _unregister_request(self) -> None:
        """Unregister the connection's unfinished request, if any, and cancel its deadline."""
        self._cancel_deadline()
        self._unfinished.remove(self)

    def _cancel_deadline(self) -> None:
        """Stop the current deadline's timer, if any."""
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None


def _build_error_response(status: int, detail: str) -> bytes:
    """Return a complete HTTP error response whose body is a problem document (RFC 9457)."""
    title = HTTPStatus(status).phrase
    problem = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "code": CODES[status],
    }
    body = json.dumps(problem).encode()
    headers = [
        f"HTTP/1.1 {status} {title}",
        "Server: wizard",
        "Connection: close",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *([f"Retry-After: {RETRY_AFTER}"] if status in (429, 503) else []),
    ]
    return "\r\n".join([*headers, "", ""]).encode() + body


class LimitedChannelFactory:
    """Builds the HTTP connections of a server, with limits."""

    def __init__(self, factory: Any, limits: Limits) -> None:
        """Prepare to build connections that enforce `limits`, with Twisted's HTTP factory `factory`."""
        self._factory = factory
        self._limits = limits
        self.unfinished = UnfinishedRequests(limits)

    def build(self, address: Any) -> LimitedChannel:
        """Return a new HTTP/1.1 connection that enforces the limits.

        Use this instead of the Twisted factory's `buildProtocol`.
        """
        # Unlike Twisted's own connections, the new one supports only HTTP/1.1.
        channel = LimitedChannel(self._limits, self.unfinished)
        channel.factory = self._factory
        channel.requestFactory = LimitedRequest
        channel.callLater = self._factory.reactor.callLater  # type: ignore[method-assign]
        channel.timeOut = self._factory.timeOut
        return channel
