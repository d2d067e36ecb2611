"""How many messages a socket may send: a bucket that fills slowly; the clock is an argument."""

BURST = 120
PER_SECOND = 40.0


class Bucket:
    """Lets through bursts of BURST and PER_SECOND on average."""

    def __init__(self, now: float) -> None:
        self._level = float(BURST)
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more message may come at `now` (seconds of any steady clock)."""
        self._level = min(BURST, self._level + (now - self._at) * PER_SECOND)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
