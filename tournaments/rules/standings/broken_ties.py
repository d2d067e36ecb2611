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


def last_deciding_tie(entry: int, other_entry: int, broken_ties: BrokenTies) -> BrokenTie | None:
    """Return the last tie in `broken_ties` in which the two entrants have different ranks.

    `entry` and `other_entry` are entry ids. Return None if there is no such tie.
    """
    for tie in reversed(broken_ties):
        if entry in tie.ranks and other_entry in tie.ranks and tie.ranks[entry] != tie.ranks[other_entry]:
            return tie
    return None


def find_tie_break(entry: int, other_entry: int, broken_ties: BrokenTies) -> str:
    """Return how the tie between two entrants was broken: "play_off" or "lot".

    `entry` and `other_entry` are entry ids. Return "lot" if no tie in `broken_ties` ranks the entrants
    differently.
    """
    tie = last_deciding_tie(entry, other_entry, broken_ties)
    return tie.how if tie else "lot"


def order_by_ties(entries: Sequence[int], broken_ties: BrokenTies) -> list[int]:
    """Sort the ids of tied entrants by the ranks that they have in the broken ties.

    If several ties in `broken_ties` separate two entrants, the last one counts. Entrants without a rank keep
    their positions.
    """

    def compare_ranks(entry: int, other_entry: int) -> int:
        """Compare two entry ids by rank, as a sort does: a negative number means that `entry` ranks first.

        Return 0 if no broken tie separates the two entrants.
        """
        tie = last_deciding_tie(entry, other_entry, broken_ties)
        return tie.ranks[entry] - tie.ranks[other_entry] if tie else 0

    # Sort only entrants whom broken ties connect: other pairs compare as equal, which is no consistent order.
    ordered = list(entries)
    for group in _group_by_broken_ties(entries, broken_ties):
        slots = [slot for slot, entry in enumerate(entries) if entry in group]
        there = sorted((entries[slot] for slot in slots), key=cmp_to_key(compare_ranks))
        for slot, entry in zip(slots, there, strict=True):
            ordered[slot] = entry
    return ordered


def _group_by_broken_ties(entries: Sequence[int], broken_ties: BrokenTies) -> list[set[int]]:
    """Group the entry ids so that entrants who are in the same broken tie are in the same group.

    Entrants in none of the ties in `broken_ties` are left out.
    """
    groups: list[set[int]] = []
    for tie in broken_ties:
        joint = set(tie.ranks).intersection(entries)
        for group in [group for group in groups if group & joint]:
            groups.remove(group)
            joint |= group
        # Empty if the tie contains none of `entries`.
        groups.append(joint)
    return groups


def sort_by_ties(
    items: list[T], broken_ties: BrokenTies, entrant_and_merit: Callable[[T], tuple[int, Hashable]]
) -> list[T]:
    """Return the items, with tied items in the order that their entrants have in the broken ties.

    `entrant_and_merit` returns an item's entry id and its result; items with equal results are tied. Items of
    entrants in none of the ties in `broken_ties` keep their positions.
    """
    if not broken_ties:
        return items
    named = {entry for tie in broken_ties for entry in tie.ranks}
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        entry, merit = entrant_and_merit(item)
        if entry in named:
            slots[merit].append(slot)
    by_entry = {entrant_and_merit(item)[0]: item for item in items}
    ordered = list(items)
    for shared in slots.values():
        there = order_by_ties([entrant_and_merit(items[slot])[0] for slot in shared], broken_ties)
        for slot, entry in zip(shared, there, strict=True):
            ordered[slot] = by_entry[entry]
    return ordered


def sort_ties_by_table_place(items: list[T], tie_and_place: Callable[[T], tuple[Hashable, int]]) -> list[T]:
    """Return the items, with tied items sorted by their entrants' places at a table, the best place first.

    All other items keep their positions. `tie_and_place` returns a key that is equal for items that are tied,
    and the place of the item's entrant.
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
