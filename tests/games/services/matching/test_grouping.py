"""Who is seated together: the same wishes, nobody whom they have blocked, and bots only where they may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.services.matching.grouping import Seeker, group_seekers

NOBODY: frozenset[frozenset[int]] = frozenset()


def seeker(number, size=None, pace="normal", *, bots=True, waited=False):
    return Seeker(number, number, size, pace, bots, waited)


def tables(seekers, blocks=NOBODY):
    """The users of each table, and its size."""
    return [([each.user for each in group.members], group.size) for group in group_seekers(seekers, blocks)]


def test_people_who_want_the_same_size_share_a_table():
    waiting = [seeker(n, 3) for n in range(4)]
    assert tables(waiting[:2]) == []
    assert tables(waiting) == [([0, 1, 2], 3)]
    assert tables([seeker(0, 3), seeker(1, 4), seeker(2, 3)]) == []


def test_people_of_another_pace_wait_for_their_own():
    assert tables([seeker(0, 3), seeker(1, 3, "fast"), seeker(2, 3)]) == []
    paces = ["fast", "normal"] * 3
    assert tables([seeker(n, 3, pace) for n, pace in enumerate(paces)]) == [([0, 2, 4], 3), ([1, 3, 5], 3)]


def test_who_takes_any_size_completes_the_table_of_others():
    assert tables([seeker(0), seeker(1, 5), seeker(2, 5), seeker(3, 5), seeker(4)]) == [([0, 1, 2, 3, 4], 5)]
    assert tables([seeker(0), seeker(1), seeker(2, 3)]) == [([0, 1, 2], 3)]


def test_those_who_all_take_any_size_wait_for_a_fourth_but_not_for_ever():
    three = [seeker(n) for n in range(3)]
    assert tables(three) == []
    assert tables([*three, seeker(3)]) == [([0, 1, 2, 3], 4)]
    assert tables([seeker(0, waited=True, bots=False), *three[1:]]) == [([0, 1, 2], 3)]


def test_after_the_wait_bots_take_the_free_seats_of_those_who_admit_them():
    assert tables([seeker(0, 5, waited=True)]) == [([0], 5)]
    assert tables([seeker(0, waited=True)]) == [([0], 4)]
    assert tables([seeker(0, 5)]) == []
    assert tables([seeker(0, 5, bots=False, waited=True)]) == []


def test_others_who_admit_bots_come_along_and_those_who_do_not_wait_on():
    waiting = [seeker(0, waited=True), seeker(1, 4), seeker(2, 4, bots=False), seeker(3, 4, "fast")]
    assert tables(waiting) == [([0, 1], 4)]
    # The size of most people wins for somebody who takes any.
    assert tables([seeker(0, waited=True), seeker(1, 4), seeker(2, 5), seeker(3, 5)]) == [([0, 2, 3], 5)]


def test_tables_of_people_alone_come_first():
    waiting = [seeker(0, waited=True), seeker(1, 3), seeker(2, 3), seeker(3, 3)]
    assert tables(waiting) == [([0, 1, 2], 3)]
    assert tables([*waiting, seeker(4)]) == [([0, 1, 2], 3)]


def test_people_who_have_blocked_each_other_never_share_a_table():
    blocks = frozenset({frozenset({0, 1})})
    assert tables([seeker(n, 3) for n in range(3)], blocks) == []
    assert tables([seeker(n, 3) for n in range(4)], blocks) == [([0, 2, 3], 3)]
    assert tables([seeker(0, 3, waited=True), seeker(1, 3, waited=True)], blocks) == [([0], 3), ([1], 3)]


def test_a_block_at_the_first_table_does_not_keep_others_waiting():
    blocks = frozenset({frozenset({1, 2}), frozenset({1, 3})})
    assert tables([seeker(n, 4) for n in range(5)], blocks) == [([2, 0, 3, 4], 4)]


seekers = st.lists(
    st.builds(
        Seeker,
        request=st.integers(1, 12),
        user=st.just(0),
        size=st.sampled_from([None, 3, 4, 5, 6]),
        pace=st.sampled_from(["fast", "normal"]),
        admits_bots=st.booleans(),
        has_waited=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda each: each.request,
).map(lambda drawn: [each._replace(user=each.request) for each in drawn])


@given(seekers, st.sets(st.frozensets(st.integers(1, 12), min_size=2, max_size=2), max_size=10))
def test_every_table_fits_all_of_its_people(waiting, blocks):
    groups = group_seekers(waiting, blocks)
    seated = [member.user for group in groups for member in group.members]
    assert len(seated) == len(set(seated))
    for members, size in groups:
        assert len(members) <= size
        assert {member.size for member in members} <= {None, size}
        assert len({member.pace for member in members}) == 1
        assert not any({a.user, b.user} in blocks for a in members for b in members if a != b)
        if len(members) < size:
            assert all(member.admits_bots for member in members)
            assert members[0].has_waited
    # Nobody who may be seated with bots is left.
    assert all(each.user in seated for each in waiting if each.has_waited and each.admits_bots)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_full_table_has_no_bots(size):
    assert tables([seeker(n, size, waited=True) for n in range(size)]) == [(list(range(size)), size)]
