"""When which table is due: in the order of the moments, each table by its latest number alone."""

import heapq
from datetime import datetime

ROOM = 1024
"""Moments for which nothing is tidied up."""


class Agenda:
    """Moments of tables, for one thread.

    At a table with a clock each move sets a moment that lies minutes ahead and is void at the next move: void
    ones are passed over, and thrown out before they are more than the others.
    """

    def __init__(self) -> None:
        self._moments: list[tuple[datetime, str, int]] = []
        self._numbers: dict[str, int] = {}
        """By table, the latest number for which a moment was noted and not taken."""
        self._room = ROOM

    def __len__(self) -> int:
        """How many moments are kept, void ones included."""
        return len(self._moments)

    @property
    def first(self) -> datetime | None:
        """When a table is due next."""
        while self._moments and not self._counts(self._moments[0]):
            heapq.heappop(self._moments)
        return self._moments[0][0] if self._moments else None

    def note(self, due_at: datetime, table_id: str, number: int) -> None:
        """At `number` of its log this table is due then; earlier numbers are over."""
        if number < self._numbers.get(table_id, number):
            return
        self._numbers[table_id] = number
        heapq.heappush(self._moments, (due_at, table_id, number))
        if len(self._moments) > self._room:
            self._tidy()

    def knows(self, table_id: str, number: int) -> bool:
        """Whether a moment is noted for this number or a later one."""
        return self._numbers.get(table_id, -1) >= number

    def take(self, now: datetime, most: int) -> list[tuple[str, int]]:
        """Tables that are due, with their numbers, and forget these moments."""
        due: list[tuple[str, int]] = []
        while self._moments and self._moments[0][0] <= now and len(due) < most:
            moment = heapq.heappop(self._moments)
            if self._counts(moment):
                _, table_id, number = moment
                self._numbers.pop(table_id, None)
                due.append((table_id, number))
        return due

    def clear(self) -> None:
        """Forget everything."""
        self._moments.clear()
        self._numbers.clear()

    def _counts(self, moment: tuple[datetime, str, int]) -> bool:
        _, table_id, number = moment
        return number >= self._numbers.get(table_id, number)

    def _tidy(self) -> None:
        self._moments = [moment for moment in self._moments if self._counts(moment)]
        heapq.heapify(self._moments)
        self._room = max(ROOM, 2 * len(self._moments))
