"""Bots at slow tables: people wait for each other for days, and for a bot no longer than elsewhere."""

from datetime import timedelta
from random import Random

import pytest

from tests.support.games.playing import AT, on_turn, opened, people, play_on, short, snapshot

pytestmark = pytest.mark.usefixtures("either_database")


@pytest.mark.parametrize("pause", [0, 0.8])
def test_a_bot_is_due_after_its_pause_when_a_person_has_moved(settings, pause):
    settings.BOT_PAUSE = pause
    table_id = opened(*people(2), size=3, bots=1, options=short(3, 1, pace="slow", days=3))
    bot = next(seat for seat, who in enumerate(snapshot(table_id).state.seats) if who.user is None)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing" and seen["turn"] != [bot])
    play_on(table_id, Random(1), until=lambda seen: seen["turn"] == [bot])
    assert on_turn(table_id) == bot
    # The game began at AT, and its people have moved every second.
    assert snapshot(table_id).due_at < AT + timedelta(minutes=1)
