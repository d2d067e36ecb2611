"""Limits on HTTP requests while they come: their length, their time, and how many are unfinished at once.

Twisted stores a body, of whatever length, before the application hears of the request. Here a body that is
too long is refused by its header, or while it comes, and a request that takes too long is ended. Once a
request has come whole it is free: neither its answer nor the socket that it becomes has a limit here.
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
"""Younger requests are not too many of their address: a hall full of players may come back in one moment."""
LINGER_SECONDS = 2.0
"""For so long what still comes of a refused request is thrown away, so that its client reads the refusal."""
RETRY_AFTER = 5
"""Seconds after which who was one too many should try again."""


class Limits(NamedTuple):
    """What a request may take; 0 of `per_address` and `total` is any number."""

    body_bytes: int = 2 * 1024 * 1024
    header_seconds: float = 10
    body_seconds: float = 30
    per_address: int = 100
    total: int = 500


DEFAULT_LIMITS = Limits()


class Unfinished:
    """The connections whose requests have not come whole. Where they are too many, the oldest gives way.

    A request of somebody who means well has come whole long before it is the oldest of many.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._all: dict[LimitedChannel, str] = {}
        self._by_address: defaultdict[str, dict[LimitedChannel, float]] = defaultdict(dict)
        """With the time at which each began."""

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
    """A request that counts its body, which a chunked one does not announce."""

    received = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a part of the body if there is room for it."""
        self.received += len(data)
        if self.received > self.channel.limits.body_bytes:
            self.channel.refuse_length()
        elif not self.channel.refused:
            super().handleContentChunk(data)


class LimitedChannel(HTTPChannel):
    """A client's connection: one request after the other, each within its limits."""

    transport: Any
    """A TCP transport of Twisted's."""
    refused = False
    """Whether the connection is being closed: whatever else comes is thrown away."""
    _deadline: Any = None
    """Twisted's timer while a request comes."""
    _is_handling = False
    """Whether the application works on a request of this connection."""
    _is_silent = True
    """Whether nothing has come at all. Browsers open connections that they may need later."""

    def __init__(self, limits: Limits, unfinished: Unfinished) -> None:
        super().__init__()
        self.limits = limits
        self._unfinished = unfinished

    def connectionMade(self) -> None:
        """Wait for the first request."""
        super().connectionMade()
        self._begin()

    def dataReceived(self, data: bytes) -> None:
        """Take what comes; the first byte of a request begins its time."""
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
        """A request has come whole: from here on its time is the application's."""
        if not self.refused:
            self._end()
            self._is_handling = True
            super().allContentReceived()

    def requestDone(self, request: LimitedRequest) -> None:
        """The application has answered; what the client sent meanwhile is the next request."""
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
        """Say why, and close; who has said nothing at all is told nothing either."""
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
        """A connection with a client; as Twisted's own, but for HTTP/1.1 alone and with limits."""
        channel = LimitedChannel(self._limits, self.unfinished)
        channel.factory = self._factory
        channel.requestFactory = LimitedRequest
        channel.callLater = self._factory.reactor.callLater  # type: ignore[method-assign]
        channel.timeOut = self._factory.timeOut
        return channel
