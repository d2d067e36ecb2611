"""Tables that the organisers put on hold, and resume."""

import pytest

from games.models import Table
from games.rules.errors import Halted
from games.rules.topics.holds import AskPause, EndOwnPause
from tests.support.games.playing import do, sight
from tests.support.tournaments.events import AT, desk, event, later, start, table, with_bots
from tests.support.tournaments.tables import PEOPLE, game, playing, state
from tournaments.services.table import clocks
from tournaments.services.table.reconcile import reconcile_tables

pytestmark = pytest.mark.usefixtures("on_file")


def test_one_table_is_paused_and_the_time_it_stands_is_charged_to_nobody():
    tournament = event({"minutes": 45})
    with_bots(tournament, 8)
    start(tournament, 1)
    assert clocks.hold_tables(**desk(tournament, later(10)), stage_number=1, tables=[1]) == 1
    assert (state(tournament, 1).halted, state(tournament, 2).halted) == (True, False)
    assert clocks.resume_tables(**desk(tournament, later(17)), stage_number=1) == 1
    assert not state(tournament, 1).halted
    assert (table(tournament, 1).closes_at, table(tournament, 2).closes_at) == (later(52), later(45))
    assert sight(game(tournament))["closes_at"] == "2026-05-01T12:52:00Z"


def test_a_pause_of_the_players_is_no_hold_of_the_organisers():
    tournament = playing()
    table_id = game(tournament)
    for seat in range(len(PEOPLE)):
        do(table_id, seat, AskPause())
    reconcile_tables(table(tournament).stage_id, now=AT)
    assert sight(table_id)["own_pause"]
    clocks.hold_tables(**desk(tournament, later(5)), stage_number=1)
    assert (sight(table_id)["halted"], sight(table_id)["own_pause"]) == (True, False)
    with pytest.raises(Halted):
        do(table_id, 0, EndOwnPause())
    clocks.resume_tables(**desk(tournament, later(10)), stage_number=1)
    assert not sight(table_id)["halted"]


def test_all_tables_are_paused_at_once():
    tournament = with_bots(event(), 12)
    start(tournament, 1)
    assert clocks.hold_tables(**desk(tournament), stage_number=1) == 3
    assert all(state(tournament, table_number).halted for table_number in (1, 2, 3))
    assert clocks.hold_tables(**desk(tournament), stage_number=1) == 0


def test_a_table_on_hold_in_quarantine_holds_up_no_other():
    tournament = event({"minutes": 45})
    with_bots(tournament, 8)
    start(tournament, 1)
    clocks.hold_tables(**desk(tournament, later(10)), stage_number=1, tables=[1])
    Table.objects.filter(pk=game(tournament, 1)).update(quarantined="damaged")
    clocks.add_time(**desk(tournament, later(11)), stage_number=1, minutes=5, tables=[2])
    assert state(tournament, 2).closes_at == later(50)
