"""What was done is taken back by the desk's buttons, each asked twice and written down in words."""

import pytest

from tests.support.tournaments.events import play, sketched, stage_of, with_bots
from tests.support.tournaments.pages.desks import Organiser, buttons
from tournaments.models import Entry, Placement, Stage, Tournament


@pytest.fixture
def drawn(olga: Organiser) -> Organiser:
    """Eight bots at two tables, a sketch; a second stage comes."""
    Stage.objects.create(tournament=olga.tournament, number=2, mix=stage_of(olga.tournament).mix)
    sketched(olga.tournament, 8, seed=3)
    return olga


def play_first(olga: Organiser) -> None:
    """The first stage, to its close."""
    for name in ("release", "start"):
        olga.press(name, 1)
    play(olga.tournament, 1)
    assert "closed" in olga.sure("close_stage", 1)


def test_a_sketch_is_discarded_by_a_button(drawn):
    assert drawn.address("discard", 1) in buttons(drawn.page("stage", 1))
    assert "Tick the box" in drawn.press("discard", 1)
    name = Placement.objects.filter(stage__tournament=drawn.tournament).first().entry.name
    assert "has been discarded" in drawn.sure("discard", 1, reason="a table too many")
    assert "Draw the seats" in drawn.page("stage", 1)
    log = drawn.page("log", act="draw_discarded")
    assert "seed: 3" in log
    assert name in log
    assert "a table too many" in log


def test_drawing_again_asks_only_if_it_would_undo_a_swap(drawn):
    assert "drawn" in drawn.press("draw", 1, seed=3)
    one, other = Placement.objects.filter(stage__tournament=drawn.tournament).order_by("pk")[:5:4]
    drawn.press("swap", one=one.pk, other=other.pk)
    page = drawn.page("stage", 1)
    assert f"so they get new seats: {other.entry.name}, {one.entry.name}." in page
    assert "Tick the box" in drawn.press("draw", 1)
    assert Placement.objects.get(pk=one.pk).entry == other.entry
    drawn.press("lock", lock=one.pk)
    assert "Tick the box" in drawn.press("draw", 1)
    drawn.press("lock", lock=other.pk)
    assert "get new seats" not in drawn.page("stage", 1)
    assert "drawn" in drawn.press("draw", 1, seed=5)
    drawn.press("swap", one=(first := drawn_seat(drawn, 0)).pk, other=drawn_seat(drawn, 1).pk)
    assert "drawn" in drawn.sure("draw", 1, seed=6)
    assert not Placement.objects.filter(pk=first.pk).exists()


def drawn_seat(olga: Organiser, index: int) -> Placement:
    """A seat that is not locked."""
    return Placement.objects.filter(stage__tournament=olga.tournament, locked=False).order_by("pk")[index]


def test_a_stage_is_reopened_by_a_button(drawn):
    play_first(drawn)
    assert drawn.address("reopen", 1) in buttons(drawn.page("stage", 1))
    assert "Tick the box" in drawn.press("reopen", 1, reason="x")
    assert "reason" in drawn.sure("reopen", 1)
    drawn.press("draw", 2)
    assert drawn.address("reopen", 1) not in buttons(drawn.page("stage", 1))
    assert "discard its draw" in drawn.sure("reopen", 1, reason="a marked card")
    drawn.sure("discard", 2)
    assert "open again" in drawn.sure("reopen", 1, reason="a marked card")
    assert "a marked card" in drawn.page("log", act="stage_reopened")
    assert "closed" in drawn.sure("close_stage", 1)


def test_the_log_names_people_instead_of_ids(drawn):
    play_first(drawn)
    log = drawn.page("log", act="stage_closed")
    entry = drawn.tournament.entries.first()
    assert entry.name in log
    assert "qualified: Bot" in log
    assert f"standings: {entry.pk}" not in log


def test_a_disqualification_is_lifted_by_a_button(drawn):
    bot = drawn.tournament.entries.first()
    assert drawn.address("lift", bot.pk) not in buttons(drawn.page("entrant", bot.pk))
    drawn.sure("disqualify", bot.pk, reason="a phone")
    assert drawn.address("lift", bot.pk) in buttons(drawn.page("entrant", bot.pk))
    assert "Tick the box" in drawn.press("lift", bot.pk, reason="x")
    assert "reason" in drawn.sure("lift", bot.pk)
    assert "no longer disqualified. Status: checked in" in drawn.sure(
        "lift", bot.pk, reason="not their phone"
    )
    log = drawn.page("log", act="disqualification_lifted")
    assert bot.name in log
    assert "not their phone" in log


def test_who_is_back_is_told_of_when_the_next_stage_is_drawn_without_them(drawn):
    play_first(drawn)
    bot = drawn.tournament.entries.first()
    drawn.sure("disqualify", bot.pk, reason="a phone")
    drawn.press("draw", 2)
    drawn.sure("lift", bot.pk, reason="not their phone")
    assert f"{bot.name} would play in Stage 2 but has no seat there." in drawn.shown
    said = drawn.sure("lift", bot.pk, reason="not their phone", next_draw="keep")
    assert "Stage 2 was drawn without them." in said
    drawn.press("draw", 2)
    drawn.sure("disqualify", bot.pk, reason="a phone")
    assert "without them" not in drawn.sure("lift", bot.pk, reason="not their phone")


def test_what_takes_the_tournament_from_its_timetable_says_so(drawn):
    drawn.press("release", 1)
    for button in ("take_back", "discard"):
        Tournament.objects.filter(pk=drawn.tournament.pk).update(automatic=True)
        assert "The tournament no longer runs by its timetable." in drawn.sure(button, 1)


def test_a_check_in_is_undone_after_check_in_has_closed(olga):
    with_bots(olga.tournament, 8)
    bot = olga.tournament.entries.first()
    undo = olga.address("undo_check_in")
    assert undo in buttons(olga.page("check_in"))
    assert undo in buttons(olga.page("entrant", bot.pk))
    assert "no longer checked in" in olga.press("undo_check_in", entry=bot.pk)
    assert Entry.objects.get(pk=bot.pk).status == "withdrawn"
