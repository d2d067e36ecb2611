"""The health of one connection: the client's activity, round-trip time and backpressure.

The clock is an argument. Anything that the client sends is activity, including the answer to a WebSocket
ping, so a client that only watches need not send messages. All times are in seconds of a monotonic clock.

The clients of players whose turn it is are watched closely: others wait for them. All other clients are
pinged less often, because thousands of idle connections would otherwise keep a processor busy.
"""

from collections.abc import Callable

PING_INTERVAL_SECONDS = 2.5
"""How often a client that is watched closely is pinged."""
SILENCE_TIMEOUT_SECONDS = 4.75
"""A closely watched client that has sent nothing for this long counts as not connected.

With the interval at which this is checked, others see it within five seconds.
"""
DEAD_TIMEOUT_SECONDS = 9.0
"""The connection of a closely watched client that has sent nothing for this long is closed."""
IDLE_PING_INTERVAL_SECONDS = 20.0
"""The same three for all other clients."""
IDLE_SILENCE_TIMEOUT_SECONDS = 40.0
IDLE_DEAD_TIMEOUT_SECONDS = 45.0
CHECK_SLOT_SECONDS = 0.25
"""How late silence may be noticed or a ping be sent: checks due within this time are made together."""
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
        "_stays_silent",
        "_watched_since",
        "backpressure_since",
        "is_pinged",
        "last_activity_at",
        "on_closely_watched",
        "on_writable",
    )

    def __init__(self, now: float, *, is_pinged: bool = True) -> None:
        """Start measuring the health of a client's connection at `now`, a monotonic time in seconds.

        `is_pinged` says whether the server pings the client.
        """
        self.last_activity_at = now
        self.is_pinged = is_pinged
        """Whether the server sends pings. If not, silence proves nothing."""
        self.backpressure_since: float | None = None
        """When backpressure (too much data queued for the client) began; None while the client keeps up."""
        self.on_writable: Callable[[], None] | None = None
        """Called when backpressure ends."""
        self.on_closely_watched: Callable[[], None] | None = None
        """Called when the client begins to be watched closely, because it has to be checked sooner."""
        self._watched_since: float | None = None
        """Since when the client is watched closely; None if it is not."""
        self._stays_silent = False
        """Whether the client was silent when it was last watched closely, and has been since."""
        self._pinged_at = now
        # No deque, which takes 750 bytes however little it holds.
        self._round_trips: tuple[float, ...] = ()

    def note_activity(self, now: float) -> None:
        """Record that the client sent a message or a pong at `now`."""
        self.last_activity_at = now
        self._stays_silent = False

    def watch_closely(self, now: float) -> None:
        """Ping the client more often from `now` on, and notice sooner when it stops responding.

        Do nothing if the client is already watched closely.
        """
        # The client was pinged less often until now, so the short timeouts start at `now` at the earliest.
        if self._watched_since is None:
            self._watched_since = now
            if self.on_closely_watched is not None:
                self.on_closely_watched()

    def watch_loosely(self, now: float) -> None:
        """Ping the client less often from `now` on, and allow it to be silent for longer.

        A client that counts as disconnected still counts as disconnected until it sends a message or a pong.
        Do nothing if the client is not watched closely.
        """
        if self._watched_since is not None:
            self._stays_silent = self.is_silent(now)
            self._watched_since = None

    def record_ping_if_due(self, now: float) -> bool:
        """Return whether a ping is due at `now`, and if so, record it as sent.

        The caller must then send the ping.
        """
        if now < self._next_ping_at:
            return False
        self._pinged_at = now
        return True

    def note_pong(self, pinged_at: float, now: float) -> None:
        """Record that a pong arrived at `now`, in reply to a ping that was sent at `pinged_at`.

        Store the round-trip time, unless it is negative.
        """
        self.note_activity(now)
        if pinged_at <= now:
            self._round_trips = (*self._round_trips[1 - MAX_ROUND_TRIPS :], now - pinged_at)

    @property
    def lag(self) -> int:
        """The client's network delay in milliseconds, at most MAX_LAG_MS.

        This is the shortest of the recent round-trip times, or 0 if none has been measured.
        """
        # The delay does not count as the player's thinking time.
        return min(MAX_LAG_MS, round(min(self._round_trips) * 1000)) if self._round_trips else 0

    @property
    def _next_ping_at(self) -> float:
        """The monotonic time in seconds at which the next ping is due."""
        is_close = self._watched_since is not None
        return self._pinged_at + (PING_INTERVAL_SECONDS if is_close else IDLE_PING_INTERVAL_SECONDS)

    @property
    def silence_timeout_at(self) -> float:
        """The monotonic time in seconds at which the client counts as disconnected if it stays silent."""
        return self._timeout_at(SILENCE_TIMEOUT_SECONDS, IDLE_SILENCE_TIMEOUT_SECONDS)

    @property
    def dead_timeout_at(self) -> float:
        """The monotonic time in seconds at which the connection must be closed if the client stays silent."""
        return self._timeout_at(DEAD_TIMEOUT_SECONDS, IDLE_DEAD_TIMEOUT_SECONDS)

    def _timeout_at(self, watched_seconds: float, idle_seconds: float) -> float:
        """Return the monotonic time in seconds at which a silent client times out.

        `idle_seconds` is the timeout since the client's last activity. While the client is watched closely,
        there is a second timeout of `watched_seconds`. This one starts at the last activity or when the close
        watching began, whichever is later. The earlier timeout counts.
        """
        idle_at = self.last_activity_at + idle_seconds
        if self._watched_since is None:
            return idle_at
        return min(idle_at, max(self.last_activity_at, self._watched_since) + watched_seconds)

    @property
    def next_check_at(self) -> float:
        """The monotonic time in seconds at which the client's health must be checked next."""
        since = self.backpressure_since
        slow_at = self._next_ping_at if since is None else since + BACKPRESSURE_TIMEOUT_SECONDS
        return min(self._next_ping_at, self.dead_timeout_at, slow_at)

    def is_silent(self, now: float) -> bool:
        """Return whether the client counts as disconnected, because it has sent nothing for too long.

        Always False if the server does not ping the client.
        """
        return self.is_pinged and (self._stays_silent or now >= self.silence_timeout_at)

    def is_dead(self, now: float) -> bool:
        """Return whether the client has sent nothing for so long that its connection should be closed.

        Always False if the server does not ping the client.
        """
        return self.is_pinged and now >= self.dead_timeout_at

    def begin_backpressure(self, now: float) -> None:
        """Record backpressure: too much data is queued for the client from `now` on.

        Do nothing if backpressure is already recorded.
        """
        if self.backpressure_since is None:
            self.backpressure_since = now

    def end_backpressure(self) -> None:
        """Record the end of backpressure, so that the client can get updates again.

        Then call the callback `on_writable`, if there is one. Do nothing if no backpressure (too much queued
        data) is recorded.
        """
        if self.backpressure_since is None:
            return
        self.backpressure_since = None
        if self.on_writable is not None:
            self.on_writable()

    @property
    def has_backpressure(self) -> bool:
        """Whether too much data is queued for the client, so that updates must wait."""
        return self.backpressure_since is not None

    def is_too_slow(self, now: float) -> bool:
        """Return whether too much data has been queued for BACKPRESSURE_TIMEOUT_SECONDS or longer."""
        since = self.backpressure_since
        return since is not None and now - since >= BACKPRESSURE_TIMEOUT_SECONDS
