"""Results and seats are put right by the desk's pages: nothing that was typed is lost."""

from typing import Any

import pytest

from tests.support.tournaments.events import desk, event, stage_of, start, table, with_people
from tests.support.tournaments.pages.desks import Organiser, buttons, fields_on, organising
from tournaments.models import HandResult, Placement, Tournament
from tournaments.services.draw import draws
from tournaments.services.stage import closing

NAMES = ("ada", "bob", "cleo", "dora", "emil", "fay", "gus", "hal")
GOOD = ((40, 2), (10, 1), (0, 1), (-20, 0))
TURNED = tuple(reversed(GOOD))


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament with real cards: eight play at two tables, and a final of four comes."""
    tournament = event({"qualify": "best", "qualify_count": 4}, {"kind": "final"}, online=False)
    with_people(tournament, NAMES)
    start(tournament, 1)
    return Organiser(organising("olga", tournament), tournament)


def filled(made: tuple[tuple[int, int], ...], **more: Any) -> dict[str, Any]:
    """The fields of a result's form."""
    scores = {f"{seat}-score": score for seat, (score, _) in enumerate(made)}
    bids = {f"{seat}-correct_bids": bids for seat, (_, bids) in enumerate(made)}
    return {**scores, **bids, "reason": "score sheet", **more}


def form_of(olga: Organiser, table_number: int = 1) -> dict[str, str]:
    """The form of a table's result as it is shown now."""
    return fields_on(olga.page("table", 1, table_number).partition('id="result"')[2])


def stored(tournament: Tournament, table_number: int = 1) -> list[int]:
    """The scores that count."""
    newest = HandResult.objects.filter(table=table(tournament, table_number)).last()
    return [] if newest is None else [row["score"] for row in newest.rows]


def drawn(olga: Organiser) -> Organiser:
    """The first stage is over, and the final is drawn."""
    for table_number in (1, 2):
        assert "entered" in olga.press("result", table(olga.tournament, table_number).pk, **filled(GOOD))
    closing.close_stage(**desk(olga.tournament), stage_number=1)
    draws.draw_stage(**desk(olga.tournament), stage_number=2, seed=5)
    return olga


def first_of(olga: Organiser, table_number: int = 1) -> str:
    """Who sits on the first seat of a table."""
    return str(Placement.objects.get(table=table(olga.tournament, table_number), seat=0).entry)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"0-score": "10000"},
            "10000 points are not possible. With 2 bids met in 2 rounds, a score is from 40 to",
        ),
        ({"0-correct_bids": "60"}, "60 bids met cannot be right. The game has 2 rounds"),
        ({"0-score": "many"}, "Seat 1, score"),
        ({"reason": " "}, "give a reason"),
    ],
)
def test_what_was_typed_stands_in_the_form_that_comes_with_a_refusal(olga, change, said):
    typed = {**filled(GOOD), "reason": "sheet 7", **change}
    assert said in olga.press("result", table(olga.tournament).pk, **typed)
    again = fields_on(olga.shown)
    assert {name: again[name] for name in typed} == {name: str(value) for name, value in typed.items()}
    assert stored(olga.tournament) == []
    sent = {**again, **{name: str(value) for name, value in filled(GOOD).items()}}
    assert "entered" in olga.press("result", table(olga.tournament).pk, **sent)
    assert stored(olga.tournament) == [40, 10, 0, -20]


def test_the_second_of_two_arbiters_is_shown_the_result_of_the_first(olga):
    otto = Organiser(organising("otto", olga.tournament, "arbiter"), olga.tournament)
    pk = table(olga.tournament).pk
    ours, theirs = form_of(olga), form_of(otto)
    assert "entered" in olga.press("result", pk, **{**ours, **filled(GOOD)})
    said = otto.press("result", pk, **{**theirs, **filled(TURNED)})
    assert f"by olga: seat 1, {first_of(olga)}, 40 points, 2 bids met" in said
    assert stored(olga.tournament) == [40, 10, 0, -20]
    assert "Entered: 40, 2" in otto.shown
    assert "Enter mine instead" in otto.shown
    assert otto.address("table", 1, 1) in otto.shown
    assert fields_on(otto.shown)["0-score"] == "-20"
    assert "corrected" in otto.press("result", pk, **fields_on(otto.shown))
    assert stored(olga.tournament) == [-20, 0, 10, 40]
    log = otto.page("log", act="result_entered")
    assert "table: 1" in log
    assert f"seat 1, {first_of(olga)}, 40 points" in log


def test_the_same_result_from_two_arbiters_is_fine(olga):
    otto = Organiser(organising("otto", olga.tournament, "arbiter"), olga.tournament)
    pk = table(olga.tournament).pk
    theirs = form_of(otto)
    olga.press("result", pk, **{**form_of(olga), **filled(GOOD)})
    assert "entered" in otto.press("result", pk, **{**theirs, **filled(GOOD)})
    assert "result confirmed" in otto.page("log")
    assert HandResult.objects.filter(table=pk).count() == 1


def test_a_result_is_corrected_after_the_next_draw_which_is_discarded(olga):
    drawn(olga)
    pk = table(olga.tournament).pk
    olga.press("result", pk, **{**form_of(olga), **filled(TURNED, reason="upside down")})
    assert "Nothing has changed yet" in olga.shown
    assert f"{first_of(olga)} has a seat in Final but would not play in it." in olga.shown
    assert stored(olga.tournament) == [40, 10, 0, -20]
    typed = fields_on(olga.shown)
    assert (typed["0-score"], typed["reason"]) == ("-20", "upside down")
    assert "corrected" in olga.press("result", pk, **typed, next_draw="discard")
    assert stage_of(olga.tournament, 2).drawn_at is None
    assert "the draw of Final is discarded" in olga.page("log", act="result_entered")
    olga.press("draw", 2)
    assert first_of(olga) not in [p.entry.name for p in stage_of(olga.tournament, 2).placements.all()]


def test_a_result_is_corrected_after_the_next_draw_which_is_kept(olga):
    drawn(olga)
    for name in ("release", "start"):
        olga.press(name, 2)
    final = table(olga.tournament, 1, 2)
    olga.press("result", final.pk, **filled(GOOD))
    pk = table(olga.tournament).pk
    olga.press("result", pk, **filled(TURNED))
    assert "Final has begun, so its seats cannot change." in olga.shown
    assert "discard" not in olga.shown.partition("<form")[2].partition("</form>")[0]
    assert "corrected" in olga.press("result", pk, **fields_on(olga.shown), next_draw="keep")
    assert stored(olga.tournament) == [-20, 0, 10, 40]
    assert stage_of(olga.tournament, 2).started_at


def test_two_who_sat_on_each_others_seats_are_swapped_by_a_button(olga):
    page = olga.page("table", 1, 1)
    assert olga.address("wrong_players") in buttons(page)
    one = Placement.objects.get(table=table(olga.tournament, 1), seat=0)
    other = Placement.objects.get(table=table(olga.tournament, 2), seat=3)
    assert f"{other.entry} (table 2, seat 4)" in page
    assert "reason" in olga.press("wrong_players", one=one.pk, other=other.pk)
    said = olga.press("wrong_players", one=one.pk, other=other.pk, reason="wrong table")
    assert said == f"Swapped: {other.entry} at table 1, seat 1 and {one.entry} at table 2, seat 4."
    assert f"people: {other.entry} at table 1, seat 1" in olga.page("log", act="players_swapped")


def test_a_swap_after_the_next_draw_asks_what_becomes_of_it(olga):
    drawn(olga)
    one = Placement.objects.get(table=table(olga.tournament, 1), seat=0)
    other = Placement.objects.get(table=table(olga.tournament, 2), seat=3)
    olga.press("wrong_players", one=one.pk, other=other.pk, reason="wrong table")
    assert f"{other.entry} would play in Final but has no seat there." in olga.shown
    assert "Swapped:" in olga.press("wrong_players", **fields_on(olga.shown), next_draw="discard")
    assert stage_of(olga.tournament, 2).drawn_at is None


def test_a_viewer_corrects_nothing(olga):
    vera = Organiser(organising("vera", olga.tournament, "viewer"), olga.tournament)
    assert "role" in vera.press("result", table(olga.tournament).pk, **filled(GOOD))
    assert olga.address("wrong_players") not in buttons(vera.page("table", 1, 1))
    assert stored(olga.tournament) == []
