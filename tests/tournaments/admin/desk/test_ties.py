"""Closing a stage that an exact tie decides: the organisers are told before."""

from typing import Any

import pytest

from tests.support.tournaments.events import event, fresh, start, with_bots
from tests.support.tournaments.pages.desks import Organiser, organising
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie
from tournaments.models import AuditEntry
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.snapshot.read import read_snapshot


def test_who_closes_a_final_that_is_tied_is_warned_and_asked(on_file):
    tournament = with_bots(event({"kind": "final"}), 4)
    olga = Organiser(organising("olga", tournament), tournament)
    start(tournament, 1)
    end_in_a_tie(tournament, against_the_lot(tournament))
    assert "Final ends in an exact tie" in olga.page("overview")
    page = olga.page("stage", 1)
    assert "An exact tie" in page
    assert "are tied at table 1 for first place" in page
    assert "place 1 by lot" in page
    assert "Tick the box" in olga.press("close_stage", 1)
    assert "is closed" in olga.sure("close_stage", 1)
    assert "is finished" in olga.sure("finish")
    assert "An exact tie" not in olga.page("stage", 1)
    assert "by lot" in olga.page("standings")
    assert "by lot" in olga.page("prizes")


@pytest.fixture
def tied(on_file: None) -> tuple[Organiser, list[int]]:
    """The owner of a tournament whose final of four is tied, and the order of the lot."""
    tournament = with_bots(event({"kind": "final"}, prizes="A hat"), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    return Organiser(organising("olga", tournament), tournament), order


def places(order: list[int]) -> dict[str, Any]:
    """What the form of a tie says for this order."""
    return {f"place-{entry}": place for place, entry in enumerate(order, start=1)}


@pytest.mark.parametrize(("how", "by_lot"), [("play_off", False), ("lot", True)])
def test_a_play_off_or_a_lot_drawn_by_hand_decides_instead(tied, how, by_lot):
    olga, order = tied
    assert "reason" in olga.press("break_tie", 1, how=how, **places(order[::-1]))
    assert list(ranked_entrants(read_snapshot(fresh(olga.tournament)))) == order
    said = olga.press("break_tie", 1, how=how, reason="table 2, at 18:00", **places(order[::-1]))
    assert "The tie is broken" in said
    assert list(ranked_entrants(read_snapshot(fresh(olga.tournament)))) == order[::-1]
    assert "put them in this order" in olga.page("stage", 1)
    note = AuditEntry.objects.get(tournament=olga.tournament, type="tie_broken")
    assert (note.before, note.after) == ({"how": "", "order": order}, {"how": how, "order": order[::-1]})
    assert note.reason == "table 2, at 18:00"
    names = [read_snapshot(fresh(olga.tournament)).entries[entry].name for entry in order[::-1]]
    assert ", ".join(names) in olga.page("log")
    assert "is closed" in olga.press("close_stage", 1)
    assert ("by lot" in olga.page("prizes")) == by_lot
    assert "is closed" in olga.press("break_tie", 1, how=how, reason="too late", **places(order))


def test_places_of_nobody_are_passed_over(tied):
    olga, order = tied
    nobody = {f"place-{'9' * 40}": 1, "place-٣": 1, "place-": 1}
    said = olga.press("break_tie", 1, how="lot", reason="coins", **places(order[::-1]), **nobody)
    assert "The tie is broken" in said


@pytest.mark.parametrize("wrong", [{}, {"how": "dice"}, "same", "few"])
def test_an_order_that_is_none_is_refused(tied, wrong):
    olga, order = tied
    given = {"how": "lot", "reason": "coins", **places(order[::-1])}
    if wrong == {}:
        given = {"how": "lot", "reason": "coins"}
    elif wrong == "same":
        given[f"place-{order[0]}"] = 1
    elif wrong == "few":
        del given[f"place-{order[0]}"]
    else:
        given |= wrong
    assert "The tie is broken" not in olga.press("break_tie", 1, **given)
    assert list(ranked_entrants(read_snapshot(fresh(olga.tournament)))) == order
