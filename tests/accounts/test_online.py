"""Marks of who has a page open."""

from accounts.online import find_online_users, mark_offline, mark_online


def test_people_are_online_until_their_mark_is_taken_back():
    mark_online([1, 2])
    assert find_online_users([1, 2, 3]) == {1, 2}
    mark_offline(1)
    assert find_online_users([1, 2, 3]) == {2}
    mark_online([])
    assert find_online_users([]) == set()
