"""Which waiting people are seated together; pure."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

USUAL_SIZE = 4
"""The size of tables for people who take any size."""
SIZES = (USUAL_SIZE, 3, 5, 6)
"""All sizes, in the order in which they are tried for people who take any size."""


class Seeker(NamedTuple):
    """A person waiting for a match; `request` is the request's primary key."""

    request: int
    user: int
    size: int | None
    """None takes any size."""
    pace: str
    admits_bots: bool
    has_waited: bool
    """Whether they have waited so long that bots may take the free seats."""


class Group(NamedTuple):
    """People for one table of `size` seats; bots take the remaining seats."""

    members: tuple[Seeker, ...]
    size: int


Blocks = AbstractSet[frozenset[int]]
"""The pairs of users one of whom has blocked the other."""


def group_seekers(seekers: Sequence[Seeker], blocks: Blocks) -> list[Group]:
    """Return the tables that can be formed now; `seekers` are in order of arrival.

    Tables without bots are formed first. Then people who have waited long enough and accept bots get a table
    with bots, together with everybody else who fits and accepts bots.
    """
    left = list(seekers)
    groups = []
    for form in (_full_group, _filled_group):
        for first in seekers:
            if first in left and (group := form(first, left, blocks)) is not None:
                groups.append(group)
                left = [each for each in left if each not in group.members]
    return groups


def _full_group(first: Seeker, left: Sequence[Seeker], blocks: Blocks) -> Group | None:
    """Return a full group of people around `first`, without bots, or None if there are not enough.

    If none of them has chosen a size, only groups of USUAL_SIZE are formed until `first` has waited long
    enough.
    """
    for size, members in _list_candidates(first, left, blocks):
        is_wanted = size == USUAL_SIZE or first.has_waited or any(each.size == size for each in members)
        if len(members) == size and is_wanted:
            return Group(members, size)
    return None


def _filled_group(first: Seeker, left: Sequence[Seeker], blocks: Blocks) -> Group | None:
    """Return the largest group of people that includes `first` and accepts bots in the remaining seats.

    Returns None if `first` has not waited long enough or does not accept bots.
    """
    if not (first.has_waited and first.admits_bots):
        return None
    open_to_bots = [each for each in left if each.admits_bots]
    # `max` returns the first of equals, which is the usual size.
    size, members = max(_list_candidates(first, open_to_bots, blocks), key=lambda found: len(found[1]))
    return Group(members, size)


def _list_candidates(
    first: Seeker, left: Sequence[Seeker], blocks: Blocks
) -> Iterator[tuple[int, tuple[Seeker, ...]]]:
    """Yield each table size that `first` accepts, with the people who would share that table.

    These people include `first`.
    """
    for size in (first.size,) if first.size else SIZES:
        members = [first]
        for other in left:
            fits = other.pace == first.pace and other.size in (size, None)
            if fits and len(members) < size and other != first and _get_along(other, members, blocks):
                members.append(other)
        yield size, tuple(members)


def _get_along(other: Seeker, members: Sequence[Seeker], blocks: Blocks) -> bool:
    """Whether `other` has blocked no member and no member has blocked `other`."""
    return not any(frozenset({other.user, member.user}) in blocks for member in members)
