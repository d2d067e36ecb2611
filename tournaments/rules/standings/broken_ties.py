"""Exact ties that a play-off or the organisers broke, instead of the computed lot."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cmp_to_key
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class BrokenTie(NamedTuple):
    """A tie that was broken by `how` (`play_off` or `lot`), and the resulting ranks, which may be shared."""

    how: str
    ranks: Mapping[int, int]


BrokenTies = Sequence[BrokenTie]
"""Broken ties; a later one overrides an earlier one between the same entrants."""


def deciding_tie(one: int, other: int, broken: BrokenTies) -> BrokenTie | None:
    """Return the latest broken tie that ranks these two entrants differently.

    Returns None if no broken tie does, so that only the computed lot separates them.
    """
    for tie in reversed(broken):
        if one in tie.ranks and other in tie.ranks and tie.ranks[one] != tie.ranks[other]:
            return tie
    return None


def tie_decided_by(one: int, other: int, broken: BrokenTies) -> str:
    """Return how the order of two tied entrants was decided: `play_off`, or `lot` (computed or by hand)."""
    tie = deciding_tie(one, other, broken)
    return tie.how if tie else "lot"


def order_by_ties(entries: Sequence[int], broken: BrokenTies) -> list[int]:
    """Sort tied entrants by the ties that were broken; entrants in none of them keep their position.

    Only entrants who are connected by broken ties are compared: a sort that treated the others as equal could
    leave ties unresolved.
    """

    def compare(one: int, other: int) -> int:
        tie = deciding_tie(one, other, broken)
        return tie.ranks[one] - tie.ranks[other] if tie else 0

    ordered = list(entries)
    for group in _connected_groups(entries, broken):
        slots = [slot for slot, entry in enumerate(entries) if entry in group]
        there = sorted((entries[slot] for slot in slots), key=cmp_to_key(compare))
        for slot, entry in zip(slots, there, strict=True):
            ordered[slot] = entry
    return ordered


def _connected_groups(entries: Sequence[int], broken: BrokenTies) -> list[set[int]]:
    """Return groups of entrants who are connected by broken ties, directly or through other entrants."""
    groups: list[set[int]] = []
    for tie in broken:
        joint = set(tie.ranks).intersection(entries)
        for group in [group for group in groups if group & joint]:
            groups.remove(group)
            joint |= group
        groups.append(joint)
    return groups


def sort_by_ties(items: list[T], broken: BrokenTies, of: Callable[[T], tuple[int, Hashable]]) -> list[T]:
    """Sort items of equal merit by the broken ties of their entrants; all others keep their position.

    `of` returns an item's entrant and merit.
    """
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
        there = order_by_ties([of(items[slot])[0] for slot in shared], broken)
        for slot, entry in zip(shared, there, strict=True):
            ordered[slot] = by_entry[entry]
    return ordered


def sort_in_table_order(items: list[T], tie: Callable[[T], tuple[Hashable, int]]) -> list[T]:
    """Sort the items of each tie by their place at the table, within the positions that the tie occupies.

    `tie` returns a key for an item's tie, and the item's place at the table.
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
