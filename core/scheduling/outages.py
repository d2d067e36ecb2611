"""Outages: time in which a scheduler could not have served anybody, noticed afterwards."""

import enum
import logging
from datetime import datetime, timedelta

logger = logging.getLogger(__name__)

STANDSTILL_SECONDS = 5.0
"""A process that should look at the time every second, and has not for so long, stood still."""
CLOCK_JUMP = timedelta(seconds=5)
"""The system's clock has jumped when it and the steady clock disagree by more than this."""


class Outage(enum.Enum):
    """Why timers have to start anew."""

    STOPPED = "nobody could act for a while"
    CLOCK_JUMPED = "the moments that are stored don't fit the system's clock any more"


class OutageDetector:
    """Compares the system's clock with a steady one, which no setting of the time moves; both are arguments.

    `outage` is the one after which timers have not been restarted yet. A server that starts assumes that none
    ran before.
    """

    def __init__(self, now: datetime, steady: float) -> None:
        self._now = now
        self._steady = steady
        self.outage: Outage | None = Outage.STOPPED

    def check(self, now: datetime, steady: float) -> bool:
        """Whether an outage has ended since the last check; `steady` in seconds."""
        passed = steady - self._steady
        jumped = abs((now - self._now) - timedelta(seconds=passed)) > CLOCK_JUMP
        self._now, self._steady = now, steady
        if jumped:
            logger.warning("The system's time has jumped: clocks and pauses begin anew")
            self.outage = Outage.CLOCK_JUMPED
        elif passed > STANDSTILL_SECONDS:
            logger.warning("The scheduler stood still: clocks and pauses begin anew")
            self.note_stop()
        return jumped or passed > STANDSTILL_SECONDS

    def note_stop(self) -> None:
        """Nobody can act now. After a clock jump even more timers restart, so that one stays noted."""
        self.outage = self.outage or Outage.STOPPED

    def note_restart(self, outage: Outage) -> None:
        """Timers have been restarted after `outage`; another one that came meanwhile stays noted."""
        if self.outage is outage:
            self.outage = None
