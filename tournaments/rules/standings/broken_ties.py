"""Exact ties that a play-off or the organisers broke, and not the lot drawn here."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cmp_to_key
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class BrokenTie(NamedTuple):
    """A tie that was broken by `how` (`play_off` or `lot`), and the ranks that this gave, shared or not."""

    how: str
    ranks: Mapping[int, int]


BrokenTies = Sequence[BrokenTie]
"""Broken ties; of two that rank the same entrants the later one counts."""


def deciding_tie(one: int, other: int, broken: BrokenTies) -> BrokenTie | None:
    """The latest broken tie that ranks these two differently; None if only the drawn lot separates them."""
    for tie in reversed(broken):
        if one in tie.ranks and other in tie.ranks and tie.ranks[one] != tie.ranks[other]:
            return tie
    return None


def tie_decided_by(one: int, other: int, broken: BrokenTies) -> str:
    """How the order of two level entries was decided: `play_off`, or `lot` (drawn here or by hand)."""
    tie = deciding_tie(one, other, broken)
    return tie.how if tie else "lot"


def ordered_by_ties(entries: Sequence[int], broken: BrokenTies) -> list[int]:
    """Entries who are level, as the ties that were broken put them; the others stay as they are.

    Those whom no tie connects are not compared: a sort that took them for equal could leave a tie as it was.
    """

    def compare(one: int, other: int) -> int:
        tie = deciding_tie(one, other, broken)
        return tie.ranks[one] - tie.ranks[other] if tie else 0

    ordered = list(entries)
    for group in _connected(entries, broken):
        slots = [slot for slot, entry in enumerate(entries) if entry in group]
        there = sorted((entries[slot] for slot in slots), key=cmp_to_key(compare))
        for slot, entry in zip(slots, there, strict=True):
            ordered[slot] = entry
    return ordered


def _connected(entries: Sequence[int], broken: BrokenTies) -> list[set[int]]:
    """The entries that ties rank together, also by way of others; each is in one group at most."""
    groups: list[set[int]] = []
    for tie in broken:
        joint = set(tie.ranks).intersection(entries)
        for group in [group for group in groups if group & joint]:
            groups.remove(group)
            joint |= group
        groups.append(joint)
    return groups


def sorted_by_ties(items: list[T], broken: BrokenTies, of: Callable[[T], tuple[int, Hashable]]) -> list[T]:
    """The items, those of a broken tie in its order; `of`: an item's entry and merit."""
    if not broken:
        return items
    named = {entry for tie in broken for entry in tie.ranks}
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        entry, merit = of(item)
        if entry in named:
            slots[merit].append(slot)
    by_entry = {of(item)[0]: item for item in items}
    ordered = list(items)
    for shared in slots.values():
        there = ordered_by_ties([of(items[slot])[0] for slot in shared], broken)
        for slot, entry in zip(shared, there, strict=True):
            ordered[slot] = by_entry[entry]
    return ordered


def in_table_order(items: list[T], tie: Callable[[T], tuple[Hashable, int]]) -> list[T]:
    """The items, where those who share a tie take the places that they have together in their table's order.

    `tie`: what is the same for all of a tie, and the place at the table.
    """
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        slots[tie(item)[0]].append(slot)
    ordered = list(items)
    for shared in slots.values():
        by_place = sorted((items[slot] for slot in shared), key=lambda item: tie(item)[1])
        for slot, item in zip(shared, by_place, strict=True):
            ordered[slot] = item
    return ordered
