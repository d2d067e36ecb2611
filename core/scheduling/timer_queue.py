"""A queue of timers, sorted by time; for each key only timers of the latest version count."""

import heapq
from collections.abc import Hashable
from datetime import datetime
from itertools import count
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

MIN_TIDY_SIZE = 1024
"""Outdated timers are not removed from queues shorter than this."""


class TimerQueue(Generic[Key]):
    """A queue of timers, each of which is the time at which a key is due. Not thread-safe.

    At a table with a clock, each move adds a timer that is due minutes later, and the next move makes it
    outdated. Outdated timers are skipped. They are removed when the queue has doubled in length.
    """

    def __init__(self) -> None:
        self._moments: list[tuple[datetime, int, Key, int]] = []
        self._added = count()
        """Breaks ties between equal times, so that keys are never compared."""
        self._versions: dict[Key, int] = {}
        """The latest version of each key that has a queued timer."""
        self._tidy_size = MIN_TIDY_SIZE

    def __len__(self) -> int:
        """Return the number of queued timers, including timers that newer versions have replaced."""
        return len(self._moments)

    @property
    def next_due_at(self) -> datetime | None:
        """The time at which the next timer is due, or None if there is no timer.

        A timer is ignored if its key also has a timer with a higher version.
        """
        # Outdated timers that are due before it are removed.
        while self._moments and not self._is_current(self._moments[0]):
            heapq.heappop(self._moments)
        return self._moments[0][0] if self._moments else None

    def add(self, due_at: datetime, key: Key, version: int = 0) -> None:
        """Add a timer for a key such as a table id.

        Until the new timer is taken, timers of the key that have a lower `version` are ignored. Timers of the
        key with the same version are kept. Do nothing if the key has a timer with a higher version.
        """
        if version < self._versions.get(key, version):
            return
        # Timers of the key with a lower version are now outdated. Several may have the same version.
        self._versions[key] = version
        # The counter breaks ties between equal times, because keys need not be comparable.
        heapq.heappush(self._moments, (due_at, next(self._added), key, version))
        if len(self._moments) > self._tidy_size:
            self._remove_outdated_timers()

    def has_timer(self, key: Key, version: int = 0) -> bool:
        """Return whether the queue has a timer for this key with at least this version.

        Timers with a higher version replace those with a lower one.
        """
        return self._versions.get(key, -1) >= version

    def take_due(self, now: datetime, limit: int) -> list[tuple[Key, int]]:
        """Remove up to `limit` timers due at `now`, and return their keys and versions.

        Due timers whose key also has a timer with a higher version are removed but not returned.
        """
        due: list[tuple[Key, int]] = []
        while self._moments and self._moments[0][0] <= now and len(due) < limit:
            timer = heapq.heappop(self._moments)
            if self._is_current(timer):
                _, _, key, version = timer
                # So that the same version can be added again, if it could not be served.
                self._versions.pop(key, None)
                due.append((key, version))
        return due

    def clear(self) -> None:
        self._moments.clear()
        self._versions.clear()

    def _is_current(self, timer: tuple[datetime, int, Key, int]) -> bool:
        """Return whether no timer with a higher version has replaced this timer."""
        _, _, key, version = timer
        return version >= self._versions.get(key, version)

    def _remove_outdated_timers(self) -> None:
        """Remove all timers whose key has a timer with a higher version."""
        self._moments = [timer for timer in self._moments if self._is_current(timer)]
        heapq.heapify(self._moments)
        # Twice what is left, so that tidying up costs little per added timer.
        self._tidy_size = max(MIN_TIDY_SIZE, 2 * len(self._moments))
