"""When which table is due, in the order of time; each table counts by its latest number alone."""

import heapq
from datetime import datetime

MIN_TIDY_SIZE = 1024
"""Below so many moments nothing is tidied up."""


class TimerQueue:
    """Moments at which tables are due, for use by one thread.

    At a table with a clock each move adds a moment that lies minutes ahead and is void after the next move.
    Void moments are skipped, and removed before they outnumber the others.
    """

    def __init__(self) -> None:
        self._moments: list[tuple[datetime, str, int]] = []
        self._numbers: dict[str, int] = {}
        """By table, the latest number for which a moment was noted and not taken."""
        self._tidy_size = MIN_TIDY_SIZE

    def __len__(self) -> int:
        """How many moments are kept, void ones included."""
        return len(self._moments)

    @property
    def first(self) -> datetime | None:
        """When the next table is due; None if there is none."""
        while self._moments and not self._is_valid(self._moments[0]):
            heapq.heappop(self._moments)
        return self._moments[0][0] if self._moments else None

    def note(self, due_at: datetime, table_id: str, number: int) -> None:
        """Add when a table is due at `number` of its log; ignored if a later number is known."""
        if number < self._numbers.get(table_id, number):
            return
        self._numbers[table_id] = number
        heapq.heappush(self._moments, (due_at, table_id, number))
        if len(self._moments) > self._tidy_size:
            self._tidy()

    def knows(self, table_id: str, number: int) -> bool:
        """Whether a moment is noted for this number or a later one."""
        return self._numbers.get(table_id, -1) >= number

    def take(self, now: datetime, limit: int) -> list[tuple[str, int]]:
        """Remove up to `limit` moments that have come; gives their tables, with the numbers."""
        due: list[tuple[str, int]] = []
        while self._moments and self._moments[0][0] <= now and len(due) < limit:
            moment = heapq.heappop(self._moments)
            if self._is_valid(moment):
                _, table_id, number = moment
                self._numbers.pop(table_id, None)
                due.append((table_id, number))
        return due

    def clear(self) -> None:
        """Forget everything."""
        self._moments.clear()
        self._numbers.clear()

    def _is_valid(self, moment: tuple[datetime, str, int]) -> bool:
        _, table_id, number = moment
        return number >= self._numbers.get(table_id, number)

    def _tidy(self) -> None:
        self._moments = [moment for moment in self._moments if self._is_valid(moment)]
        heapq.heapify(self._moments)
        # Twice what is left, so that tidying up costs little for each moment added.
        self._tidy_size = max(MIN_TIDY_SIZE, 2 * len(self._moments))
