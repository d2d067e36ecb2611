"""A timer queue: what is due when, in the order of time; of each key the latest version alone counts."""

import heapq
from collections.abc import Hashable
from datetime import datetime
from itertools import count
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

MIN_TIDY_SIZE = 1024
"""Below so many moments nothing is tidied up."""


class TimerQueue(Generic[Key]):
    """Moments at which keys are due, for use by one thread.

    At a table with a clock each move adds a moment that lies minutes ahead and is void after the next move.
    Void moments are skipped, and removed before they outnumber the others.
    """

    def __init__(self) -> None:
        self._moments: list[tuple[datetime, int, Key, int]] = []
        self._added = count()
        """Orders moments that are equal, so that keys are never compared."""
        self._versions: dict[Key, int] = {}
        """By key, the latest version for which a moment was noted and not taken."""
        self._tidy_size = MIN_TIDY_SIZE

    def __len__(self) -> int:
        """How many moments are kept, void ones included."""
        return len(self._moments)

    @property
    def first(self) -> datetime | None:
        """When the next key is due; None if there is none."""
        while self._moments and not self._is_valid(self._moments[0]):
            heapq.heappop(self._moments)
        return self._moments[0][0] if self._moments else None

    def note(self, due_at: datetime, key: Key, version: int = 0) -> None:
        """Add when a version of a key is due; ignored if a later version is known.

        A version may be due at several moments: noting another one leaves those before in the queue.
        """
        if version < self._versions.get(key, version):
            return
        self._versions[key] = version
        heapq.heappush(self._moments, (due_at, next(self._added), key, version))
        if len(self._moments) > self._tidy_size:
            self._tidy()

    def knows(self, key: Key, version: int = 0) -> bool:
        """Whether a moment is noted for this version or a later one."""
        return self._versions.get(key, -1) >= version

    def take(self, now: datetime, limit: int) -> list[tuple[Key, int]]:
        """Remove up to `limit` moments that have come; returns their keys, with the versions."""
        due: list[tuple[Key, int]] = []
        while self._moments and self._moments[0][0] <= now and len(due) < limit:
            moment = heapq.heappop(self._moments)
            if self._is_valid(moment):
                _, _, key, version = moment
                self._versions.pop(key, None)
                due.append((key, version))
        return due

    def clear(self) -> None:
        """Forget everything."""
        self._moments.clear()
        self._versions.clear()

    def _is_valid(self, moment: tuple[datetime, int, Key, int]) -> bool:
        _, _, key, version = moment
        return version >= self._versions.get(key, version)

    def _tidy(self) -> None:
        self._moments = [moment for moment in self._moments if self._is_valid(moment)]
        heapq.heapify(self._moments)
        # Twice what is left, so that tidying up costs little for each moment added.
        self._tidy_size = max(MIN_TIDY_SIZE, 2 * len(self._moments))
