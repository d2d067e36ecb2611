"""The health of one connection: signs of life, round-trip time and backpressure. The clock is an argument.

Any message from the client is a sign of life, including the answer to a WebSocket ping, so a client that only
watches need not send anything. All times are in seconds of a steady (monotonic) clock.
"""

from collections import deque
from collections.abc import Callable

PING_INTERVAL_SECONDS = 2.5
SILENCE_TIMEOUT_SECONDS = 5.0
"""A client without a sign of life for this long counts as not connected."""
DEAD_TIMEOUT_SECONDS = 9.0
"""The connection of a client without a sign of life for this long is closed."""
MAX_LAG_MS = 500
"""Maximum time that is credited to a player for network delay."""
MAX_ROUND_TRIPS = 4
"""Number of round trips remembered; the quickest counts, so that a hiccup does not look like delay."""
BACKPRESSURE_TIMEOUT_SECONDS = 10.0
"""How long a client may take to read everything queued for it."""


class ConnectionHealth:
    """The measured health of one connection. The server updates it; hubs and consumers read it."""

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
        """Whether the server sends pings. If not, silence proves nothing."""
        self.backpressure_since: float | None = None
        """When backpressure began; None while the client keeps up."""
        self.on_writable: Callable[[], None] | None = None
        """Called when backpressure ends."""
        self._pinged_at = now
        self._round_trips: deque[float] = deque(maxlen=MAX_ROUND_TRIPS)

    def note_activity(self, now: float) -> None:
        """Record a sign of life from the client."""
        self.last_activity_at = now

    def claim_ping(self, now: float) -> bool:
        """Return whether a ping is due; if it is, record it as sent."""
        if now - self._pinged_at < PING_INTERVAL_SECONDS:
            return False
        self._pinged_at = now
        return True

    def note_pong(self, pinged_at: float, now: float) -> None:
        """Record a sign of life, and the round trip of a ping that was sent at `pinged_at`.

        Records no round trip if that time is in the future.
        """
        self.note_activity(now)
        if pinged_at <= now:
            self._round_trips.append(now - pinged_at)

    @property
    def lag(self) -> int:
        """Return the quickest recent round trip in milliseconds, at most MAX_LAG_MS.

        It is the delay between sending a player the table and receiving their action. Returns 0 if none has
        been measured.
        """
        return min(MAX_LAG_MS, round(min(self._round_trips) * 1000)) if self._round_trips else 0

    def is_silent(self, now: float) -> bool:
        """Whether the client counts as not connected: no sign of life for SILENCE_TIMEOUT_SECONDS.

        Always False if the server sends no pings.
        """
        return self.is_pinged and now - self.last_activity_at >= SILENCE_TIMEOUT_SECONDS

    def is_dead(self, now: float) -> bool:
        """Whether the connection should be closed: no sign of life for DEAD_TIMEOUT_SECONDS.

        Always False if the server sends no pings.
        """
        return self.is_pinged and now - self.last_activity_at >= DEAD_TIMEOUT_SECONDS

    def begin_backpressure(self, now: float) -> None:
        """Record that too much data is queued for the client.

        Does nothing if backpressure has already begun.
        """
        if self.backpressure_since is None:
            self.backpressure_since = now

    def end_backpressure(self) -> None:
        """Record that the client has caught up, and call `on_writable`, which sends the updates it missed.

        Does nothing if there is no backpressure.
        """
        if self.backpressure_since is None:
            return
        self.backpressure_since = None
        if self.on_writable is not None:
            self.on_writable()

    @property
    def has_backpressure(self) -> bool:
        """Whether so much data is queued for the client that updates should be held back."""
        return self.backpressure_since is not None

    def is_too_slow(self, now: float) -> bool:
        """Whether backpressure has lasted for BACKPRESSURE_TIMEOUT_SECONDS."""
        since = self.backpressure_since
        return since is not None and now - since >= BACKPRESSURE_TIMEOUT_SECONDS
