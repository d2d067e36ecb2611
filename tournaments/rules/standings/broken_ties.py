"""Exact ties that a play-off or the organisers broke, instead of the computed lot."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cmp_to_key
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class BrokenTie(NamedTuple):
    """A tie that was broken by a play-off or by lot (`how` is `play_off` or `lot`).

    `ranks` maps entry ids to the resulting ranks, which may be shared.
    """

    how: str
    ranks: Mapping[int, int]


BrokenTies = Sequence[BrokenTie]
"""Broken ties; a later tie overrides an earlier one between the same entrants."""


def latest_deciding_tie(entry: int, other_entry: int, broken: BrokenTies) -> BrokenTie | None:
    """Return the latest tie in `broken` that gave two entrants (ids) different ranks, or None if none did."""
    for tie in reversed(broken):
        if entry in tie.ranks and other_entry in tie.ranks and tie.ranks[entry] != tie.ranks[other_entry]:
            return tie
    return None


def find_tie_breaker(entry: int, other_entry: int, broken: BrokenTies) -> str:
    """Return what decided the order of two tied entrants (ids): "play_off" or "lot".

    If no tie in `broken` gave them different ranks, return "lot".
    """
    tie = latest_deciding_tie(entry, other_entry, broken)
    return tie.how if tie else "lot"


def order_by_ties(entries: Sequence[int], broken: BrokenTies) -> list[int]:
    """Sort tied entrants (entry ids) by the play-offs or lots that broke their ties.

    If several broken ties rank two entrants, the latest in which their ranks differ decides. Entrants in no
    broken tie keep their positions.
    """

    def compare_ranks(one: int, other: int) -> int:
        """Return a negative number if `one` ranks before `other`, a positive one if after, 0 if undecided."""
        tie = latest_deciding_tie(one, other, broken)
        return tie.ranks[one] - tie.ranks[other] if tie else 0

    # Sort only entrants whom broken ties connect: other pairs compare as equal, which is no consistent order.
    ordered = list(entries)
    for group in _group_by_broken_ties(entries, broken):
        slots = [slot for slot, entry in enumerate(entries) if entry in group]
        there = sorted((entries[slot] for slot in slots), key=cmp_to_key(compare_ranks))
        for slot, entry in zip(slots, there, strict=True):
            ordered[slot] = entry
    return ordered


def _group_by_broken_ties(entries: Sequence[int], broken: BrokenTies) -> list[set[int]]:
    """Group the entry ids so that any two entrants in the same broken tie are in the same group.

    Entrants in no broken tie are left out. A group is empty if a tie contains none of `entries`.
    """
    groups: list[set[int]] = []
    for tie in broken:
        joint = set(tie.ranks).intersection(entries)
        for group in [group for group in groups if group & joint]:
            groups.remove(group)
            joint |= group
        groups.append(joint)
    return groups


def sort_by_ties(
    items: list[T], broken: BrokenTies, entrant_and_merit: Callable[[T], tuple[int, Hashable]]
) -> list[T]:
    """Reorder items of equal merit by their entrants' ranks in the broken ties.

    `entrant_and_merit` returns the entry id of an item, and a value that is equal for tied items. Items of
    entrants in no broken tie keep their positions.
    """
    if not broken:
        return items
    named = {entry for tie in broken for entry in tie.ranks}
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        entry, merit = entrant_and_merit(item)
        if entry in named:
            slots[merit].append(slot)
    by_entry = {entrant_and_merit(item)[0]: item for item in items}
    ordered = list(items)
    for shared in slots.values():
        there = order_by_ties([entrant_and_merit(items[slot])[0] for slot in shared], broken)
        for slot, entry in zip(shared, there, strict=True):
            ordered[slot] = by_entry[entry]
    return ordered


def sort_in_table_order(items: list[T], tie_and_place: Callable[[T], tuple[Hashable, int]]) -> list[T]:
    """Reorder tied items by their entrants' places at a table, the best place first.

    `tie_and_place` returns a value that is equal for tied items, and the place. Items that are not tied keep
    their positions.
    """
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        slots[tie_and_place(item)[0]].append(slot)
    ordered = list(items)
    for shared in slots.values():
        by_place = sorted((items[slot] for slot in shared), key=lambda item: tie_and_place(item)[1])
        for slot, item in zip(shared, by_place, strict=True):
            ordered[slot] = item
    return ordered
