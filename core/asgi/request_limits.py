"""Limits on incoming HTTP requests: their length, their time, and the number unfinished at once.

Twisted stores the whole body before the application sees the request. Here a body that is too long is
refused by its header or while it arrives, and a request that takes too long is ended. Complete requests
have no limits here, and neither do their responses or the sockets that they become.
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
"""Younger requests are never refused as too many: a hall full of players may reconnect at once."""
LINGER_SECONDS = 2.0
"""The rest of a refused request is read and dropped for this long, so that the client gets the refusal."""
RETRY_AFTER = 5
"""Seconds until a refused client should try again."""


class Limits(NamedTuple):
    """The limits of a request; 0 for `per_address` or `total` means no limit."""

    body_bytes: int = 2 * 1024 * 1024
    header_seconds: float = 10
    body_seconds: float = 30
    per_address: int = 100
    total: int = 500


DEFAULT_LIMITS = Limits()


class Unfinished:
    """Connections with incomplete requests. If there are too many, the oldest is refused.

    An honest client's request is complete long before it is the oldest of many.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._all: dict[LimitedChannel, str] = {}
        self._by_address: defaultdict[str, dict[LimitedChannel, float]] = defaultdict(dict)
        """When each connection's request began, by address."""

    def add(self, channel: "LimitedChannel", address: str) -> None:
        """Note that a request begins."""
        self._all[channel] = address
        mine = self._by_address[address]
        mine[channel] = self._clock()
        while 0 < self._limits.per_address < len(mine):
            oldest, began_at = next(iter(mine.items()))
            if self._clock() - began_at < GRACE_SECONDS:
                break
            oldest.refuse(429, "Too many unfinished requests come from this address.")
        if 0 < self._limits.total < len(self._all):
            next(iter(self._all)).refuse(503, "Too many requests are unfinished at the moment. Try again.")

    def remove(self, channel: "LimitedChannel") -> None:
        """Stop counting a request that has arrived completely or has ended; does nothing for unknown ones."""
        address = self._all.pop(channel, None)
        if address is not None:
            mine = self._by_address[address]
            del mine[channel]
            if not mine:
                del self._by_address[address]

    def __len__(self) -> int:
        return len(self._all)


class LimitedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types.
    """A request that counts its body: a chunked one does not announce its length."""

    received = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a part of the body if there is room for it."""
        self.received += len(data)
        if self.received > self.channel.limits.body_bytes:
            self.channel.refuse_length()
        elif not self.channel.refused:
            super().handleContentChunk(data)


class LimitedChannel(HTTPChannel):
    """A client's connection, which limits each of its requests."""

    transport: Any
    """A TCP transport of Twisted's."""
    refused = False
    """Whether the connection is being closed; further data is dropped."""
    _deadline: Any = None
    """Twisted's timer for the request being received."""
    _is_handling = False
    """Whether the application is handling a request of this connection."""
    _is_silent = True
    """Whether no data has arrived yet. Browsers open connections that they may need later."""

    def __init__(self, limits: Limits, unfinished: Unfinished) -> None:
        super().__init__()
        self.limits = limits
        self._unfinished = unfinished

    def connectionMade(self) -> None:
        """Wait for the first request."""
        super().connectionMade()
        self._begin()

    def dataReceived(self, data: bytes) -> None:
        """Receive data; the first byte of a request starts its deadline."""
        self._is_silent = False
        if self.refused:
            return
        if self._deadline is None and not self._is_handling:
            self._begin()
        super().dataReceived(data)

    def rawDataReceived(self, data: bytes) -> None:
        """Take a part of the body."""
        if not self.refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        """Refuse a body that is announced as too long before anything is stored of it."""
        if self.length is not None and self.length > self.limits.body_bytes:
            self.refuse_length()
            return
        self._set_deadline(self.limits.body_seconds)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:
        """Stop the deadline: the request is complete, and the application handles it."""
        if not self.refused:
            self._end()
            self._is_handling = True
            super().allContentReceived()

    def requestDone(self, request: LimitedRequest) -> None:
        """Continue with the next request, which the client may have sent already."""
        # Before the call, which already takes what has come of that request.
        self._is_handling = not self.persistent
        super().requestDone(request)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Forget the request."""
        self._end()
        super().connectionLost(reason)

    def refuse_length(self) -> None:
        """Refuse a body that is too long."""
        self.refuse(413, f"A request may have {self.limits.body_bytes // 1024} KiB at most.")

    def refuse(self, status: int, detail: str) -> None:
        """Send a refusal and close; a connection without any data is closed silently."""
        if self.refused:
            return
        self.refused = True
        self._end()
        self.setTimeout(None)
        if self._is_silent:
            self.loseConnection()
            return
        self.transport.write(_answer(status, detail))
        # What the client sends meanwhile must be read: closing would make it lose the answer.
        self.transport.loseWriteConnection()
        self._deadline = self.callLater(LINGER_SECONDS, self.transport.abortConnection)

    def _begin(self) -> None:
        self._set_deadline(self.limits.header_seconds)
        self._unfinished.add(self, str(getattr(self.transport.getPeer(), "host", "")))

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.callLater(seconds, self._time_out)

    def _time_out(self) -> None:
        self._deadline = None
        self.refuse(408, "The request took too long to arrive.")

    def _end(self) -> None:
        self._cancel_deadline()
        self._unfinished.remove(self)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None


def _answer(status: int, detail: str) -> bytes:
    """A whole response; the body is a problem like those of the API."""
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


class LimitedChannels:
    """Makes the connections of a server's HTTP factory."""

    def __init__(self, factory: Any, limits: Limits) -> None:
        self._factory = factory
        self._limits = limits
        self.unfinished = Unfinished(limits)

    def build(self, address: Any) -> LimitedChannel:
        """Make a connection with limits; unlike Twisted's own, for HTTP/1.1 only."""
        channel = LimitedChannel(self._limits, self.unfinished)
        channel.factory = self._factory
        channel.requestFactory = LimitedRequest
        channel.callLater = self._factory.reactor.callLater  # type: ignore[method-assign]
        channel.timeOut = self._factory.timeOut
        return channel
