"""Chat at a tournament's tables: off while games run, unless the organisers allow it."""

import pytest

from games.services.chat.errors import ChatClosed
from tests.support.games.chatting import write
from tests.support.games.people import person
from tests.support.tournaments.events import acts, desk, event, play, start, table, with_people
from tournaments.services.lifecycle.settings import change_settings

pytestmark = pytest.mark.django_db
NAMES = ("ada", "ben", "cleo", "dan")


def started(**settings):
    tournament = event({"minutes": 45}, **settings)
    with_people(tournament, NAMES)
    start(tournament, 1)
    return tournament, table(tournament).game_id


def test_it_is_off_during_a_round_and_back_after_it():
    tournament, game = started()
    person("eve")
    for name in ("ada", "eve"):
        with pytest.raises(ChatClosed):
            write(game, name, "Hello")
    play(tournament, 1)
    write(game, "ada", "Good game")


def test_organisers_may_allow_it():
    _, game = started(table_chat=True)
    write(game, "ada", "Hello")


def test_a_change_reaches_running_tables():
    tournament, game = started()
    change_settings(**desk(tournament), changes={"table_chat": True})
    write(game, "ada", "Hello")
    change_settings(**desk(tournament), changes={"table_chat": False})
    with pytest.raises(ChatClosed):
        write(game, "ada", "Hello again")
    assert acts(tournament, "settings_changed") == ["settings_changed"] * 2
