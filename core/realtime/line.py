"""A socket's line: its last sign of life, how long it takes, whether it is read; time is an argument.

A sign of life is whatever the client sends, the answer to a WebSocket ping included: so a client that only
looks on need not speak. All times are seconds of a steady clock.
"""

from collections import deque
from collections.abc import Callable

PING_EVERY = 2.5
SILENT = 5.0
"""Without a sign of life for so long a client counts as not connected."""
DEAD = 9.0
"""And for so long, its line is closed."""
MOST_LAG = 500
"""Milliseconds that are given back at most."""
TRIPS = 4
"""The quickest of so many round trips counts: one hiccup, here or there, is not the network's length."""
LONGEST_CHOKE = 10.0
"""A client may take so long to read what waits for it."""


class Line:
    """What is known of one connection; the server writes it, the hub and the consumer read."""

    __slots__ = ("_pinged_at", "_trips", "choked_at", "heard_at", "is_pinged", "on_clear")

    def __init__(self, now: float, *, is_pinged: bool = True) -> None:
        self.heard_at = now
        self.is_pinged = is_pinged
        """Whether the server asks for signs of life. Where it does not, silence tells nothing."""
        self.choked_at: float | None = None
        """Since when more waits for the client than it reads; None while all is well."""
        self.on_clear: Callable[[], None] | None = None
        """Called when a client that did not read has read what waited."""
        self._pinged_at = now
        self._trips: deque[float] = deque(maxlen=TRIPS)

    def hear(self, now: float) -> None:
        """The client gave a sign of life."""
        self.heard_at = now

    def ping(self, now: float) -> bool:
        """Whether it is time to ask for one; then it is noted as asked."""
        if now - self._pinged_at < PING_EVERY:
            return False
        self._pinged_at = now
        return True

    def answer(self, asked_at: float, now: float) -> None:
        """The client answered a ping."""
        self.hear(now)
        if asked_at <= now:
            self._trips.append(now - asked_at)

    @property
    def lag(self) -> int:
        """Milliseconds of a round trip, which a person lacks between a sight and the answer to it."""
        return min(MOST_LAG, round(min(self._trips) * 1000)) if self._trips else 0

    def silent(self, now: float) -> bool:
        """Whether the client counts as not connected."""
        return self.is_pinged and now - self.heard_at >= SILENT

    def dead(self, now: float) -> bool:
        """Whether nobody is at the other end."""
        return self.is_pinged and now - self.heard_at >= DEAD

    def choke(self, now: float) -> None:
        """More waits for the client than it should."""
        if self.choked_at is None:
            self.choked_at = now

    def clear(self) -> None:
        """The client has read what waited: it may be given what it missed."""
        if self.choked_at is None:
            return
        self.choked_at = None
        if self.on_clear is not None:
            self.on_clear()

    @property
    def choked(self) -> bool:
        """Whether nothing more should be put on the line, but what it misses in one piece later."""
        return self.choked_at is not None

    def too_slow(self, now: float) -> bool:
        """Whether the client has been choked for too long."""
        return self.choked_at is not None and now - self.choked_at >= LONGEST_CHOKE
