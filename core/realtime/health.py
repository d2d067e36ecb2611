"""The health of one connection: signs of life, round-trip time and backpressure. The clock is an argument.

Any message of the client is a sign of life, the answer to a WebSocket ping included, so a client that only
watches need not send anything. All times are seconds of a steady clock.
"""

from collections import deque
from collections.abc import Callable

PING_INTERVAL_SECONDS = 2.5
SILENCE_TIMEOUT_SECONDS = 5.0
"""A client without a sign of life for this long counts as not connected."""
DEAD_TIMEOUT_SECONDS = 9.0
"""The connection of a client without a sign of life for this long is closed."""
MAX_LAG_MS = 500
"""The most that a player is given back for the length of the network."""
MAX_ROUND_TRIPS = 4
"""The quickest of this many round trips counts: one hiccup on either side is not the network's length."""
BACKPRESSURE_TIMEOUT_SECONDS = 10.0
"""How long a client may take to read what waits for it."""


class ConnectionHealth:
    """What is known of one connection. The server writes it; hubs and consumers read it."""

    __slots__ = (
        "_pinged_at",
        "_round_trips",
        "backpressure_since",
        "is_pinged",
        "last_activity_at",
        "on_writable",
    )

    def __init__(self, now: float, *, is_pinged: bool = True) -> None:
        self.last_activity_at = now
        self.is_pinged = is_pinged
        """Whether the server sends pings. Where it does not, silence proves nothing."""
        self.backpressure_since: float | None = None
        """Since when more waits for the client than it reads; None while it keeps up."""
        self.on_writable: Callable[[], None] | None = None
        """Called when a client under backpressure has read everything that waited."""
        self._pinged_at = now
        self._round_trips: deque[float] = deque(maxlen=MAX_ROUND_TRIPS)

    def note_activity(self, now: float) -> None:
        """Note a sign of life."""
        self.last_activity_at = now

    def claim_ping(self, now: float) -> bool:
        """Whether a ping is due; if so, it is noted as sent."""
        if now - self._pinged_at < PING_INTERVAL_SECONDS:
            return False
        self._pinged_at = now
        return True

    def note_pong(self, pinged_at: float, now: float) -> None:
        """Note the answer to a ping. One sent in the future measures nothing."""
        self.note_activity(now)
        if pinged_at <= now:
            self._round_trips.append(now - pinged_at)

    @property
    def lag(self) -> int:
        """The round-trip time in milliseconds, which a player loses between a sight and their action."""
        return min(MAX_LAG_MS, round(min(self._round_trips) * 1000)) if self._round_trips else 0

    def is_silent(self, now: float) -> bool:
        """Whether the client counts as not connected."""
        return self.is_pinged and now - self.last_activity_at >= SILENCE_TIMEOUT_SECONDS

    def is_dead(self, now: float) -> bool:
        """Whether the connection should be closed because nobody is at the other end."""
        return self.is_pinged and now - self.last_activity_at >= DEAD_TIMEOUT_SECONDS

    def begin_backpressure(self, now: float) -> None:
        """Note that too much waits for the client; nothing happens if that is known already."""
        if self.backpressure_since is None:
            self.backpressure_since = now

    def end_backpressure(self) -> None:
        """Note that the client has read what waited, so that it may be given what it missed."""
        if self.backpressure_since is None:
            return
        self.backpressure_since = None
        if self.on_writable is not None:
            self.on_writable()

    @property
    def has_backpressure(self) -> bool:
        """Whether updates should be held back, to be sent in one piece later."""
        return self.backpressure_since is not None

    def is_too_slow(self, now: float) -> bool:
        """Whether the client has been under backpressure for too long."""
        since = self.backpressure_since
        return since is not None and now - since >= BACKPRESSURE_TIMEOUT_SECONDS
