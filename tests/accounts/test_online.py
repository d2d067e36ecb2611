"""Marks of who has a page open."""

from accounts.online import mark_offline, mark_online, online_among


def test_people_are_online_until_their_mark_is_taken_back():
    mark_online([1, 2])
    assert online_among([1, 2, 3]) == {1, 2}
    mark_offline(1)
    assert online_among([1, 2, 3]) == {2}
    mark_online([])
    assert online_among([]) == set()
