"""A tournament's course by the desk's buttons, from check-in to the result."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.tournaments.events import acts, fresh, play, stage_of
from tests.support.tournaments.pages.desks import buttons
from tournaments.models import AuditEntry, Stage, Tournament
from tournaments.models.choices import Status
from tournaments.rules.timetable import Step
from tournaments.selectors.proof import find_discrepancies
from tournaments.templatetags.desk_texts import STEP_TEXTS


def test_a_whole_tournament_by_its_buttons(olga):
    assert olga.press("open_check_in") == "Check-in is open."
    assert "9 bots" in olga.press("add_bots", count=9, level="apprentice")
    assert "reminded" in olga.press("remind")
    assert "already" in olga.press("remind")
    assert "closed" in olga.sure("close_check_in")
    assert fresh(olga.tournament).status == Status.RUNNING
    assert "is drawn" in olga.press("draw", 1, seed="7")
    assert "Seed 7" in olga.page("stage", 1)
    assert "released" in olga.press("release", 1)
    assert "have started" in olga.press("start", 1)
    assert "no result yet" in olga.press("close_stage", 1)
    play(olga.tournament, 1)
    assert "is closed" in olga.sure("close_stage", 1)
    assert "finished" in olga.sure("finish")
    assert fresh(olga.tournament).status == Status.FINISHED
    assert "Prize list" in olga.page("prizes")
    written = list(AuditEntry.objects.filter(tournament=olga.tournament).values_list("type", "by_name"))
    assert [act for act, _ in written] == [
        "check_in_opened",
        "bots_entered",
        "check_in_reminded",
        "check_in_closed",
        "seats_drawn",
        "draw_released",
        "tables_started",
        "stage_closed",
        "finished",
    ]
    assert {name for _, name in written} == {"olga"}


def test_the_first_page_offers_what_is_sensible(olga):
    def offered(*names: str) -> bool:
        return {olga.address(*name.split(":")) for name in names} <= buttons(olga.page("overview"))

    assert offered("open_check_in", "close_check_in", "timetable_on", "cancel")
    olga.press("open_check_in")
    assert offered("remind", "close_check_in")
    olga.press("add_bots", count=4, level="apprentice")
    olga.sure("close_check_in")
    assert offered("draw:1")
    olga.press("draw", 1)
    assert offered("release:1")
    olga.press("release", 1)
    assert offered("start:1")
    olga.press("start", 1)
    assert "1 table still without a result" in olga.page("overview")
    play(olga.tournament, 1)
    assert offered("close_stage:1")
    olga.sure("close_stage", 1)
    assert offered("finish")


@pytest.mark.parametrize("name", ["close_check_in", "finish", "cancel", "check_in_all"])
def test_what_cannot_be_undone_is_asked_twice(olga, name):
    before = fresh(olga.tournament).number
    assert "Tick the box to confirm" in olga.press(name, reason="slip of a finger")
    assert fresh(olga.tournament).number == before


def test_cancelling_needs_a_reason(olga):
    assert "reason" in olga.sure("cancel")
    assert fresh(olga.tournament).status == Status.ENTRY
    assert "cancelled" in olga.sure("cancel", reason="the hall burned down")
    assert fresh(olga.tournament).status == Status.CANCELLED
    entry = AuditEntry.objects.get(tournament=olga.tournament, type="cancelled")
    assert (entry.before, entry.reason) == ("entry", "the hall burned down")


def test_the_timetable_is_switched_on_and_off(olga):
    assert "timetable" in olga.press("timetable_on")
    assert fresh(olga.tournament).automatic
    assert "Stop running by the timetable" in olga.page("overview")
    assert "no longer runs by its timetable" in olga.press("timetable_off")
    assert not fresh(olga.tournament).automatic


def test_a_timetable_that_would_cancel_at_once_is_not_switched_on(olga):
    Tournament.objects.update(starts_at=timezone.now() - timedelta(hours=1))
    assert "would cancel the tournament at once" in olga.press("timetable_on")
    assert not fresh(olga.tournament).automatic
    olga.press("add_bots", count=3, level="apprentice")
    olga.press("timetable_on")
    assert fresh(olga.tournament).automatic


def test_the_desk_of_a_draft_says_that_the_timetable_waits(olga):
    Tournament.objects.update(visibility="draft", automatic=True, starts_at=timezone.now())
    assert "its timetable waits until the tournament is published" in olga.page("overview")
    Tournament.objects.update(visibility="public")
    assert "Runs by its timetable" in olga.page("overview")


def test_trouble_is_shown_on_every_page(olga):
    type(olga.tournament).objects.filter(pk=olga.tournament.pk).update(trouble="Draw: too few to seat.")
    for name in ("overview", "check_in", "standings", "log"):
        assert "Draw: too few to seat." in olga.page(name)


def test_the_cut_is_set_until_the_next_stage_is_drawn(olga):
    mix = stage_of(olga.tournament).mix
    Stage.objects.create(tournament=olga.tournament, number=2, kind="final", mix=mix)
    assert "best" in olga.press("cut", 1, qualify="best", count="4").lower()
    assert (stage_of(olga.tournament).qualify, stage_of(olga.tournament).qualify_count) == ("best", 4)
    assert "how many" in olga.press("cut", 1, qualify="best", count="")
    for count in ("1", "2"):
        assert "At least three must go on" in olga.press("cut", 1, qualify="best", count=count)
    assert stage_of(olga.tournament).qualify_count == 4
    # After the last stage, two may go on to another tournament.
    Stage.objects.filter(number=2).update(kind="swiss")
    olga.press("cut", 2, qualify="best", count="2")
    assert Stage.objects.get(number=2).qualify_count == 2
    Stage.objects.filter(number=2).update(kind="final", qualify="all", qualify_count=None)
    olga.press("add_bots", count=8, level="apprentice")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    play(olga.tournament, 1)
    olga.sure("close_stage", 1)
    assert "Through to Final: 4" in olga.page("stage", 1)
    assert "best" in olga.press("cut", 1, qualify="best", count="3").lower()
    assert "Through to Final: 3" in olga.page("stage", 1)
    assert acts(olga.tournament)[-2:] == ["cut_set", "qualifiers_changed"]
    assert find_discrepancies(fresh(olga.tournament)) == []
    olga.press("draw", 2)
    assert "already been drawn" in olga.press("cut", 1, qualify="best", count="5")


@pytest.mark.parametrize("kind", ["knock_out", "final"])
def test_the_best_of_the_standings_do_not_go_on_from_a_knock_out_or_a_final(olga, kind):
    assert 'value="best"' in olga.page("stage", 1)
    Stage.objects.filter(tournament=olga.tournament).update(kind=kind)
    page = olga.page("stage", 1)
    assert 'value="best"' not in page
    assert 'value="per_table"' in page
    assert "the best of each table" in olga.press("cut", 1, qualify="best", count="4")
    assert stage_of(olga.tournament).qualify == "all"
    assert "per table" in olga.press("cut", 1, qualify="per_table", count="1")


def test_seats_are_taken_back_until_the_first_card(olga):
    olga.press("add_bots", count=8, level="apprentice")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    assert "Tick the box" in olga.press("take_back", 1)
    assert "taken back" in olga.sure("take_back", 1, reason="wrong hall")
    assert stage_of(olga.tournament).released_at is None
    for name in ("release", "start"):
        olga.press(name, 1)
    play(olga.tournament, 1, most=1)
    assert "first card" in olga.sure("take_back", 1)
    assert stage_of(olga.tournament).released_at is not None


def test_swiss_is_a_name(olga):
    mix = stage_of(olga.tournament).mix
    Stage.objects.create(tournament=olga.tournament, number=2, kind="swiss", mix=mix)
    assert "Swiss · " in olga.page("stage", 2)
    overview = olga.page("overview")
    assert "<td>Drawn by lot</td>" in overview
    assert "<td>Swiss</td>" in overview


def test_the_desk_says_each_step_of_the_timetable_in_words():
    assert set(STEP_TEXTS) == set(Step)
    assert all("_" not in words for words in STEP_TEXTS.values())
