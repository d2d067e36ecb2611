"""A timer wheel: when each of many items is due, in slots of equal length. The clock is an argument."""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class TimerWheel(Generic[Item]):
    """Items, each with the time at which it is due. They are taken at most one slot late. Not thread-safe.

    The cost of scheduling and taking an item does not depend on the number of items, and items in the same
    slot are taken together. So thousands of connections cost nothing between their checks.
    """

    def __init__(self, slot_seconds: float) -> None:
        """Create an empty timer wheel, which groups scheduled items into slots of `slot_seconds` each."""
        self._slot_seconds = slot_seconds
        self._slots: defaultdict[int, dict[Item, None]] = defaultdict(dict)
        self._slot_of: dict[Item, int] = {}
        self._taken = -1
        """The latest slot whose items have been taken."""

    def __contains__(self, item: Item) -> bool:
        return item in self._slot_of

    def schedule(self, item: Item, at: float) -> None:
        """Schedule an item for the time `at`, in seconds. An item that is already scheduled is moved."""
        # If the items of that time have already been taken, the item is due in the next slot.
        # Never a slot that is being taken: a check that schedules the next one could go on for ever.
        slot = max(math.ceil(at / self._slot_seconds), self._taken + 1)
        if self._slot_of.get(item) != slot:
            self.cancel(item)
            self._slot_of[item] = slot
            self._slots[slot][item] = None

    def cancel(self, item: Item) -> None:
        """Remove an item from the wheel, if it is scheduled."""
        slot = self._slot_of.pop(item, None)
        if slot is not None:
            del self._slots[slot][item]

    def take_due(self, now: float) -> Iterator[Item]:
        """Remove and yield the items that are due at `now`, a time in seconds.

        Items may come up to one time slot late.
        """
        self._taken = max(self._taken, math.floor(now / self._slot_seconds))
        # The clock may have jumped, so the slots that exist are compared, not those that have passed.
        for slot in sorted(slot for slot in self._slots if slot <= self._taken):
            items = self._slots[slot]
            # Items stay in the wheel until they are yielded, so the caller may stop early.
            while items:
                item = next(iter(items))
                self.cancel(item)
                yield item
            del self._slots[slot]
