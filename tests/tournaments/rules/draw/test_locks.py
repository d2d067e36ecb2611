"""Bad input to a draw: each contradiction has a sentence, and names the players it is about."""

import pytest

from tournaments.rules.draw.draw import LockedSeat, Player, draw_seating
from tournaments.rules.errors import CannotSeat

EIGHT = [Player(id=place, place=place) for place in range(1, 9)]


def refused(match: str, players=EIGHT, sizes=(4, 4), **more: object) -> tuple[int, ...]:
    with pytest.raises(CannotSeat, match=match) as refusal:
        draw_seating(players, sizes, kind="drawn", meetings={}, seed=1, **more)
    return refusal.value.players


def test_a_player_who_is_there_twice():
    assert refused("only sit at one table", [*EIGHT[:7], EIGHT[0]]) == (1,)


def test_sizes_that_do_not_add_up():
    refused("8 players cannot fill tables with 9 seats", sizes=(5, 4))


def test_nobody():
    refused("no players to seat", [], ())


def test_a_lock_for_a_stranger():
    assert refused("is not in this stage", locked=[LockedSeat(99, 0, 0)]) == (99,)


@pytest.mark.parametrize("lock", [LockedSeat(1, 2, 0), LockedSeat(1, 0, 4), LockedSeat(1, -1, 0)])
def test_a_lock_at_a_seat_that_is_not_there(lock):
    assert refused("There is no seat", locked=[lock]) == (1,)


def test_two_locks_for_one_player():
    assert refused("locked in two seats", locked=[LockedSeat(1, 0, 0), LockedSeat(1, 1, 0)]) == (1,)


def test_two_players_locked_at_one_seat():
    assert refused(
        "Two players are locked in seat 3 at table 2", locked=[LockedSeat(1, 1, 2), LockedSeat(2, 1, 2)]
    ) == (1, 2)


def test_two_who_must_not_meet_locked_at_one_table():
    pair = [LockedSeat(5, 1, 2), LockedSeat(2, 1, 0)]
    assert refused("both locked at table 2", locked=pair, forbidden=[frozenset((2, 5))]) == (2, 5)


def test_more_who_must_not_meet_than_there_are_tables():
    three = [frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))]
    players = refused("No seating keeps everyone apart", forbidden=three)
    assert set(players) < {1, 2, 3}
