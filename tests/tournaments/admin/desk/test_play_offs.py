"""A tie that a further table settles, opened and run on the desk's own pages."""

from io import StringIO

import pytest
from django.core.management import call_command

from tests.support.tournaments.events import event, fresh, start, table, with_bots
from tests.support.tournaments.pages.desks import Organiser, buttons, fields_on, organising
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie, end_with
from tournaments.models import AuditEntry, Placement
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.snapshot.read import read_snapshot

pytestmark = pytest.mark.usefixtures("on_file")

Made = dict[str, tuple[int, int]]
"""Score and correct bids by name."""


def seats(olga: Organiser, table_number: int) -> list[str]:
    """Who sits at a table, by seat."""
    table_snapshot = Placement.objects.filter(table=table(olga.tournament, table_number)).order_by("seat")
    return [str(placement.entry) for placement in table_snapshot]


def enter(olga: Organiser, table_number: int, made: Made) -> str:
    """A table's result, in the form that its page shows."""
    form = fields_on(olga.page("table", 1, table_number).partition('id="result"')[2])
    for seat, name in enumerate(seats(olga, table_number)):
        form[f"{seat}-score"], form[f"{seat}-correct_bids"] = (str(part) for part in made[name])
    pk = table(olga.tournament, table_number).pk
    return olga.press("result", pk, **{**form, "reason": "score sheet"})


def open_it(olga: Organiser, **more: str) -> str:
    """Press the button of the tie that the stage's page shows."""
    form = fields_on(olga.page("stage", 1).partition('id="ties"')[2])
    return olga.press("open_play_off", 1, entries=form["entries"], **more)


def places(olga: Organiser) -> list[str]:
    """The names of the final list."""
    snapshot = read_snapshot(fresh(olga.tournament))
    return [snapshot.entries[entry].name for entry in ranked_entrants(snapshot)]


@pytest.fixture
def olga() -> Organiser:
    """The owner of a final of four with real cards, three of whom are level."""
    tournament = event({"kind": "final"}, online=False, prizes="A hat")
    olga = Organiser(organising("olga", tournament), tournament)
    for name in ("Ada", "Bob", "Cleo", "Dora"):
        olga.press("add_player", name=name)
    olga.sure("check_in_all")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    made = dict.fromkeys(("Ada", "Bob", "Cleo"), (20, 1)) | {"Dora": (0, 1)}
    assert "entered" in enter(olga, 1, made)
    return olga


def test_a_day_on_which_a_further_table_settles_the_final(olga):
    tournament = olga.tournament
    assert "Open a play-off table" in olga.page("stage", 1)
    assert open_it(olga, rounds="1") == "The play-off is at table 2."
    page = olga.page("stage", 1)
    assert "Their play-off is at <a" in page
    assert "Play-off at table 2" in page
    assert olga.address("open_play_off", 1) not in buttons(page)
    assert "1 table still without a result" in olga.page("overview")
    assert "no result yet: 2" in olga.sure("close_stage", 1)
    # One of the three reads the sheet aloud, and the first time it is wrong.
    assert "50 points are not possible" in enter(olga, 2, {"Bob": (50, 1), "Ada": (40, 1), "Cleo": (-10, 0)})
    assert "entered" in enter(olga, 2, {"Bob": (40, 1), "Ada": (-10, 0), "Cleo": (-20, 0)})
    assert places(olga) == ["Bob", "Ada", "Cleo", "Dora"]
    page = olga.page("stage", 1)
    assert "A play-off put them in this order." in page
    assert "place 1 by play-off" in page
    # It was Ada who won: corrected as any other result.
    assert "corrected" in enter(olga, 2, {"Bob": (-10, 0), "Ada": (40, 1), "Cleo": (-20, 0)})
    assert "closed" in olga.press("close_stage", 1)
    assert "the result is final" in olga.sure("finish")
    assert places(olga)[0] == "Ada"
    for name in ("standings", "prizes"):
        page = olga.page(name)
        assert "by play-off" in page
        assert "by lot" not in page
    public = " ".join(olga.client.get(f"/tournaments/{tournament.slug}").content.decode().split())
    assert "Play-off at table 2" in public
    assert public.count("by play-off") >= 3
    said = StringIO()
    call_command("recompute", tournament.slug, stdout=said)
    assert said.getvalue() == f"{tournament.slug}: proved\n"
    note = AuditEntry.objects.get(tournament=tournament, type="play_off_opened")
    assert (note.after["table"], set(note.after["players"])) == (2, {"Ada", "Bob", "Cleo"})


def test_it_is_called_off_on_its_page(olga):
    open_it(olga)
    page = olga.page("table", 1, 2)
    assert olga.address("wrong_players") not in buttons(page)
    pk = table(olga.tournament, 2).pk
    assert "reason" in olga.sure("call_off", pk)
    assert "called off" in olga.sure("call_off", pk, reason="they share the hat")
    olga.page("table", 1, 2, expect=404)
    assert "not a play-off" in olga.sure("call_off", table(olga.tournament, 1).pk, reason="that one, too")
    assert "Open a play-off table" in olga.page("stage", 1)


def test_two_with_real_cards_are_told_that_wizard_needs_a_third(olga):
    made = {"Ada": (20, 1), "Bob": (20, 1), "Cleo": (0, 1), "Dora": (0, 1)}
    assert "corrected" in enter(olga, 1, made)
    page = olga.page("stage", 1)
    assert "Wizard needs three players." in page
    assert olga.address("open_play_off", 1) not in buttons(page)
    assert olga.address("break_tie", 1) in buttons(page)


def test_a_play_off_is_opened_after_the_close_and_the_stage_is_open_again():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, {"kind": "final"}), 4)
    olga = Organiser(organising("olga", tournament), tournament)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    assert "is closed" in olga.sure("close_stage", 1)
    assert "Stage 1 ended in an exact tie" in olga.page("overview")
    assert "at table 2" in open_it(olga)
    assert "ended in an exact tie" not in olga.page("overview")
    page = olga.page("table", 1, 2)
    assert "Let a bot play for them" in page
    assert "Who comes" not in page
    end_with(tournament, {entry: (70 - 20 * n, 2) for n, entry in enumerate(order[::-1])}, table_number=2)
    assert "is closed" in olga.press("close_stage", 1)
    assert "by play-off" in olga.page("stage", 1)
    assert "is drawn" in olga.press("draw", 2)
    assert "An exact tie" not in olga.page("stage", 1)


def test_viewers_read_of_a_tie_and_open_nothing(olga):
    vera = Organiser(organising("vera", olga.tournament, "viewer"), olga.tournament)
    page = vera.page("stage", 1)
    assert "are tied at table 1 for first place" in page
    assert vera.address("open_play_off", 1) not in buttons(page)
    form = fields_on(olga.page("stage", 1).partition('id="ties"')[2])
    assert "role" in vera.press("open_play_off", 1, entries=form["entries"])
    assert "level" in olga.press("open_play_off", 1, entries="1,x").lower()
