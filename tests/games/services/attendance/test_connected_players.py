"""Which players are connected: compared with the last check, and by tables as long as nothing has changed."""

import pytest

from games import presence
from games.services.attendance.connected_players import ConnectedPlayers

pytestmark = pytest.mark.usefixtures("nobody_is_connected")
ALICE, BOB, CHARLIE = ("one", 0, 11), ("one", 1, 12), ("two", 0, 13)
PLAYERS = (ALICE, BOB, CHARLIE)


def test_players_are_connected_or_absent():
    presence.add_socket("one", 1)
    found = ConnectedPlayers(0.0).check_again(PLAYERS, 1.0)
    assert (found.connected, found.absent) == ({BOB}, [ALICE, CHARLIE])


@pytest.mark.parametrize("is_same", [True, False])
def test_who_connects_and_who_disconnects_is_noticed_whether_the_players_are_the_same_or_read_again(is_same):
    presence.add_socket("one", 1)
    found = ConnectedPlayers(0.0).check_again(PLAYERS, 1.0)
    presence.remove_socket("one", 1)
    presence.add_socket("two", 0)
    found = found.check_again(PLAYERS if is_same else [*PLAYERS], 2.0)
    assert (found.connected, found.absent) == ({CHARLIE}, [ALICE, BOB])


def test_the_last_check_that_found_somebody_connected_is_their_last_sign_of_life():
    presence.add_socket("one", 1)
    found = ConnectedPlayers(0.0)
    for now in (1.0, 2.0, 3.0):
        found = found.check_again(PLAYERS, now)
    assert presence.last_player_activity("one", 1) is None
    presence.remove_socket("one", 1)
    found.check_again(PLAYERS, 4.0)
    assert presence.last_player_activity("one", 1) == 3.0
    assert presence.last_player_activity("one", 0) is None


def test_without_a_change_no_player_is_looked_at():
    presence.add_socket("one", 1)
    found = ConnectedPlayers(0.0).check_again(PLAYERS, 1.0)
    again = found.check_again(PLAYERS, 2.0)
    assert again == found._replace(checked_at=2.0)
    assert again.connected is found.connected
