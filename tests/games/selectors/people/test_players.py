"""Players by name: on every database, whatever the name."""

import pytest

from core.refusal import NotFound
from games.selectors.people.players import player_profile
from tests.support.games.people import person


@pytest.mark.parametrize("name", ["", "\x00", "ali\x00ce", "a" * 6000, "%", "\U0001f9d9", "İ" * 30])
def test_a_name_that_nobody_can_have_is_not_found(backend, name):
    person("alice")
    with pytest.raises(NotFound):
        player_profile(name)


def test_a_player_is_found_whatever_the_case(backend):
    person("alice")
    assert player_profile("ALICE")["username"] == "alice"
