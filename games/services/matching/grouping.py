"""Decides which waiting people are seated together. Pure functions."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

USUAL_SIZE = 4
"""The preferred table size for people who accept any size."""
SIZES = (USUAL_SIZE, 3, 5, 6)
"""All table sizes, in the order in which they are tried for people who accept any size."""


class Seeker(NamedTuple):
    """A person waiting for a match; `request` is the primary key of their request."""

    request: int
    user: int
    size: int | None
    """The table size that they want, or None for any size."""
    pace: str
    admits_bots: bool
    has_waited: bool
    """Whether they have waited so long that bots may take free seats."""


class Group(NamedTuple):
    """People who are seated together at a table of `size` seats; bots take the remaining seats."""

    members: tuple[Seeker, ...]
    size: int


Blocks = AbstractSet[frozenset[int]]
"""Pairs of user ids where one of the two users has blocked the other."""


def group_seekers(seekers: Sequence[Seeker], blocks: Blocks) -> list[Group]:
    """Return groups of waiting people who can play now and have not blocked each other.

    Groups without bots come first.
    """
    # `seekers` are in order of arrival.
    left = list(seekers)
    groups = []
    for form in (_form_group_without_bots, _form_group_with_bots):
        for first in seekers:
            if first in left and (group := form(first, left, blocks)) is not None:
                groups.append(group)
                left = [each for each in left if each not in group.members]
    return groups


def _form_group_without_bots(first: Seeker, waiting: Sequence[Seeker], blocks: Blocks) -> Group | None:
    """Return a group of people that includes `first` and fills all seats of a table.

    Return None if there is no such group.
    """
    for size, members in _candidates_by_size(first, waiting, blocks):
        # An unusual size needs a member's wish or a long wait.
        is_wanted = size == USUAL_SIZE or first.has_waited or any(each.size == size for each in members)
        if len(members) == size and is_wanted:
            return Group(members, size)
    return None


def _form_group_with_bots(first: Seeker, waiting: Sequence[Seeker], blocks: Blocks) -> Group | None:
    """Return the largest group that includes `first` and whose members all accept bots in the other seats.

    Return None if `first` refuses bots or has not waited long enough for people.
    """
    if not (first.has_waited and first.admits_bots):
        return None
    open_to_bots = [each for each in waiting if each.admits_bots]
    # Of equally large groups, `max` returns the first, which has the preferred size.
    size, members = max(_candidates_by_size(first, open_to_bots, blocks), key=lambda found: len(found[1]))
    return Group(members, size)


def _candidates_by_size(
    first: Seeker, waiting: Sequence[Seeker], blocks: Blocks
) -> Iterator[tuple[int, tuple[Seeker, ...]]]:
    """Yield each table size that `first` accepts, with the people who can sit at such a table.

    These include `first`. They may be too few to fill the table.
    """
    for size in (first.size,) if first.size else SIZES:
        members = [first]
        for other in waiting:
            fits = other.pace == first.pace and other.size in (size, None)
            if fits and len(members) < size and other != first and _can_join(other, members, blocks):
                members.append(other)
        yield size, tuple(members)


def _can_join(newcomer: Seeker, members: Sequence[Seeker], blocks: Blocks) -> bool:
    """Return True if no member has blocked the newcomer and the newcomer has blocked no member."""
    return not any(frozenset({newcomer.user, member.user}) in blocks for member in members)
