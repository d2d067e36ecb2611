"""A pause of the players' own that nobody ends."""

from datetime import timedelta
from random import Random

import pytest

from games import presence
from games.rules.topics.holds import AskPause, EndOwnPause
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.commands.due import OWN_PAUSE_TIMEOUT
from games.services.referee import halt_table
from games.store.snapshot import Accepted
from tests.support.games.absence import Watch, away
from tests.support.games.playing import AT, do, play_on, running, short, sight, snapshot

pytestmark = pytest.mark.usefixtures("either_database")


def paused_by_all(**options) -> str:
    """A table of three that its players have paused at AT."""
    table_id = running(3, **options)
    for seat in range(3):
        do(table_id, seat, AskPause())
    assert sight(table_id)["own_pause"]
    presence.clear_presence()
    return table_id


def test_a_pause_that_nobody_ends_is_over_after_an_hour_and_then_stand_ins_play():
    table_id = paused_by_all()
    Watch(table_id).at(100)
    assert away(table_id) == []
    due = snapshot(table_id).due_at
    assert due == AT + OWN_PAUSE_TIMEOUT
    assert isinstance(dispatch(server_command(snapshot(table_id), now=due, rng=Random(1))), Accepted)
    assert not sight(table_id)["halted"]
    watch = Watch(table_id)
    watch.at(0)
    watch.at(60)
    assert away(table_id) == [0, 1, 2]
    assert audit_table(table_id) == []


def test_a_pause_that_the_organisers_took_over_is_theirs_to_end():
    table_id = paused_by_all()
    halt_table(table_id=table_id, now=AT)
    assert snapshot(table_id).due_at is None
    assert server_command(snapshot(table_id), now=AT + OWN_PAUSE_TIMEOUT, rng=Random(1)) is None


def test_a_pause_between_rounds_is_none_the_longer_for_one_of_the_players_own():
    table_id = running(3, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    for seat in range(3):
        do(table_id, seat, AskPause())
    later = AT + timedelta(minutes=5)
    do(table_id, 1, EndOwnPause(), later)
    assert snapshot(table_id).due_at == later + timedelta(seconds=8)
