"""Closing a stage that an exact tie decides: the organisers are told before."""

from tests.support.tournaments.desks import Organiser, organising
from tests.support.tournaments.events import event, start, with_bots
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie


def test_who_closes_a_final_that_is_tied_is_warned_and_asked(on_file):
    tournament = with_bots(event({"kind": "final"}), 4)
    olga = Organiser(organising("olga", tournament), tournament)
    start(tournament, 1)
    end_in_a_tie(tournament, against_the_lot(tournament))
    assert "Final ends with an exact tie" in olga.page("overview")
    page = olga.page("stage", 1)
    assert "An exact tie" in page
    assert "are level at table 1 for first place" in page
    assert "1. by lot" in page
    assert "tick" in olga.press("close_stage", 1)
    assert "is closed" in olga.sure("close_stage", 1)
    assert "An exact tie" not in olga.page("stage", 1)
    assert "by lot" in olga.page("standings")
    assert "by lot" in olga.page("prizes")
