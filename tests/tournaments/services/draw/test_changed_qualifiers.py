"""Penalties and lifted disqualifications after the next draw: somebody decides what becomes of that draw."""

import pytest

from tests.support.tournaments.corrections import drawn_final, name, note
from tests.support.tournaments.events import AT, acts, desk, event, fresh, organiser, stage_of, with_bots
from tests.support.tournaments.pages.desks import Organiser, fields_on, organising
from tournaments.errors import NextStageDrawn, WrongMoment
from tournaments.models import Entry, Penalty, Tournament
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.timetable import timetable_facts
from tournaments.services.draw import draws
from tournaments.services.entry import entries
from tournaments.services.stage.penalties import penalise_entrant

pytestmark = pytest.mark.usefixtures("on_file")


def entry_of(tournament: Tournament, player: str) -> Entry:
    return Entry.objects.get(tournament=tournament, name=player)


def in_final(tournament: Tournament) -> set[str]:
    return {seat.entry.name for seat in stage_of(tournament, 2).placements.all() if seat.entry}


def test_a_penalty_that_costs_a_seat_asks_what_becomes_of_the_draw():
    tournament, finalists = drawn_final()
    first = entry_of(tournament, finalists[0])
    given = {"entry_id": first.pk, "points": 100, "stage": 1}
    given |= {"actor": organiser(), "now": AT, "reason": "a phone"}
    with pytest.raises(NextStageDrawn):
        penalise_entrant(**given)
    assert not first.penalties.exists()
    penalise_entrant(**given, next_draw="discard")
    assert first.penalties.count() == 1
    assert "discarded" in note(tournament, "penalised").after["next_draw"]
    assert stage_of(tournament, 2).drawn_at is None
    draws.draw_stage(**desk(tournament), stage_number=2)
    assert finalists[0] not in in_final(tournament)
    assert find_discrepancies(fresh(tournament)) == []


def test_a_draw_that_was_kept_after_a_penalty_is_released():
    tournament, finalists = drawn_final()
    given = {"entry_id": entry_of(tournament, finalists[0]).pk, "points": 100}
    penalise_entrant(**given, actor=organiser(), now=AT, reason="a phone", next_draw="keep")
    draws.release_draw(**desk(tournament), stage_number=2)
    assert in_final(tournament) == set(finalists)


def test_a_penalty_that_changes_nothing_for_the_next_draw_asks_nothing():
    tournament, finalists = drawn_final()
    last = tournament.entries.exclude(name__in=finalists).first()
    assert last is not None
    penalise_entrant(entry_id=last.pk, points=1, actor=organiser(), now=AT, reason="late", stage=1)
    assert acts(tournament)[-2:] == ["penalised", "standings_corrected"]


def test_a_lifted_disqualification_asks_what_becomes_of_a_draw_without_them():
    tournament, finalists = drawn_final()
    who = {"entry_id": entry_of(tournament, finalists[0]).pk, "actor": organiser(), "now": AT, "reason": "x"}
    entries.disqualify_entry(**who)
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(NextStageDrawn):
        entries.lift_disqualification(**who)
    assert entry_of(tournament, finalists[0]).status == "disqualified"
    entries.lift_disqualification(**who, next_draw="discard")
    draws.draw_stage(**desk(tournament), stage_number=2)
    assert in_final(tournament) == set(finalists)


def test_who_has_a_seat_is_pardoned_without_a_question():
    tournament, finalists = drawn_final()
    draws.release_draw(**desk(tournament), stage_number=2)
    who = {"entry_id": entry_of(tournament, finalists[0]).pk, "actor": organiser(), "now": AT, "reason": "x"}
    entries.disqualify_entry(**who)
    assert entries.lift_disqualification(**who).status == "checked_in"


def test_a_draft_is_not_released_when_others_qualify_than_it_seats():
    tournament, finalists = drawn_final()
    first = entry_of(tournament, finalists[0])
    # As an earlier version did it, which asked nothing.
    Penalty.objects.create(entry=first, points=100, reason="late", at=AT)
    (new,) = {name(entry) for entry in qualifiers_for_stage(read_snapshot(tournament), 2)} - set(finalists)
    with pytest.raises(WrongMoment, match="has changed since the draw") as refused:
        draws.release_draw(**desk(tournament), stage_number=2)
    assert finalists[0] in refused.value.detail
    assert new in refused.value.detail
    # The timetable draws again by itself.
    facts = timetable_facts(read_snapshot(fresh(tournament)))
    assert facts.stage is not None
    assert not facts.stage.drawn
    draws.draw_stage(**desk(tournament), stage_number=2)
    draws.release_draw(**desk(tournament), stage_number=2)
    assert new in in_final(tournament)


def test_a_draft_is_not_released_without_a_seat_for_somebody_who_came_back():
    tournament = with_bots(event(), 9)
    gone = tournament.entries.last()
    assert gone is not None
    entries.withdraw_entry(entry_id=gone.pk, actor=organiser(), now=AT)
    draws.draw_stage(**desk(tournament), stage_number=1)
    entries.check_in_entry(entry_id=gone.pk, actor=organiser(), now=AT)
    with pytest.raises(WrongMoment, match=gone.name):
        draws.release_draw(**desk(tournament), stage_number=1)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)


def test_the_desk_asks_about_the_draw_before_a_penalty():
    tournament, finalists = drawn_final()
    olga = Organiser(organising("olga", tournament), tournament)
    first = entry_of(tournament, finalists[0])
    olga.press("penalty", first.pk, points=100, stage=1, reason="a phone")
    assert "Nothing has changed yet" in olga.shown
    assert f"{first.name} has a seat in Final but would not play in it." in olga.shown
    assert "-100 points" in olga.press("penalty", first.pk, **fields_on(olga.shown), next_draw="keep")
    assert first.penalties.count() == 1
    assert "Final keeps its draw" in olga.page("log", act="penalised")


def test_the_desk_asks_about_the_draw_before_a_disqualification_is_lifted():
    tournament, finalists = drawn_final()
    olga = Organiser(organising("olga", tournament), tournament)
    first = entry_of(tournament, finalists[0])
    olga.sure("disqualify", first.pk, reason="a phone")
    olga.press("draw", 2)
    olga.sure("lift", first.pk, reason="not theirs")
    assert f"{first.name} would play in Final but has no seat there." in olga.shown
    said = olga.press("lift", first.pk, **fields_on(olga.shown), next_draw="keep")
    assert "Final was drawn without them." in said
    assert "Final keeps its draw" in olga.page("log", act="disqualification_lifted")
