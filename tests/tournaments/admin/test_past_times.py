"""Times in the past in the settings: refused where the timetable would act on them at once."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.support.tournaments.events import desk, enter, event, fresh
from tests.support.tournaments.pages.admin import change, page_of
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.errors import WrongMoment
from tournaments.models import Entry, Tournament
from tournaments.services.lifecycle.settings import change_settings, switch_timetable
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.django_db

PAST = {"starts_at_0": "2026-01-02", "starts_at_1": "12:00:00"}
NOW = datetime(2026, 11, 7, 12, tzinfo=timezone.get_default_timezone())
REFUSED = ["This is in the past, so the timetable would not wait for it. Choose a later time."]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands still."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def owner_of(**fields: Any) -> Organiser:
    tournament = event(**{"automatic": True, "starts_at": NOW - timedelta(days=1), **fields})
    return Organiser(organising("olga", tournament), tournament)


def errors_of(answer: Any) -> dict[str, list[str]]:
    return {} if answer.status_code == 302 else dict(answer.context["adminform"].form.errors)


def test_a_draft_whose_start_has_passed_is_not_published():
    owner = owner_of(visibility="draft")
    answer, _ = change(owner, visibility="public")
    assert errors_of(answer) == {"starts_at": REFUSED}
    assert fresh(owner.tournament).visibility == "draft"
    answer, _ = change(owner, visibility="public", starts_at_0="2026-11-08")
    assert errors_of(answer) == {}
    assert fresh(owner.tournament).visibility == "public"


@pytest.mark.parametrize("visibility", ["draft", "unlisted", "public"])
def test_a_start_is_not_moved_into_the_past(visibility):
    owner = owner_of(visibility=visibility, starts_at=NOW + timedelta(days=1))
    answer, _ = change(owner, **PAST)
    assert errors_of(answer) == {"starts_at": REFUSED}


def test_the_end_of_check_in_is_not_in_the_past_either():
    soon = NOW + timedelta(hours=1)
    ended = {"check_in_opens_at": NOW - timedelta(hours=2), "check_in_closes_at": NOW - timedelta(hours=1)}
    owner = owner_of(visibility="draft", starts_at=soon, **ended)
    answer, _ = change(owner, visibility="public")
    assert errors_of(answer) == {"check_in_closes_at": REFUSED}


def test_without_check_in_the_end_of_entry_is_not_moved_into_the_past():
    owner = owner_of(starts_at=NOW + timedelta(days=1))
    ended = {"entry_closes_at_0": "2026-11-05", "entry_closes_at_1": "12:00:00"}
    assert errors_of(change(owner, **ended)[0]) == {"entry_closes_at": REFUSED}
    opened = {"check_in_opens_at_0": "2026-11-08", "check_in_opens_at_1": "11:00:00"}
    assert errors_of(change(owner, **ended, **opened)[0]) == {}


def test_a_late_tournament_with_enough_players_is_given_to_its_timetable():
    owner = owner_of(automatic=False, status="check_in", min_entrants=3)
    enter(owner.tournament, "Ada", "Bob", "Cy")
    Entry.objects.update(status="checked_in", checked_in_at=NOW)
    answer, _ = change(owner, automatic="on")
    assert errors_of(answer) == {}
    assert fresh(owner.tournament).automatic


@pytest.mark.parametrize("status", ["entry", "check_in", "running", "finished"])
def test_other_settings_can_be_changed_though_the_start_has_passed(status):
    owner = owner_of(status=status)
    answer, _ = change(owner, name="Renamed", prizes="A hat")
    assert errors_of(answer) == {}
    assert fresh(owner.tournament).name == "Renamed"


def test_a_draft_can_be_edited_and_made_though_its_start_has_passed():
    owner = owner_of(visibility="draft")
    assert errors_of(change(owner, name="Renamed")[0]) == {}
    Tournament.objects.update(visibility="public")
    assert errors_of(change(owner, visibility="draft")[0]) == {}


@pytest.mark.parametrize("status", ["running", "finished", "cancelled"])
def test_a_tournament_that_has_begun_can_get_an_earlier_start(status):
    owner = owner_of(status=status)
    assert errors_of(change(owner, **PAST)[0]) == {}


def test_a_tournament_run_by_hand_may_have_begun_long_ago():
    owner = owner_of(automatic=False, visibility="draft")
    answer, _ = change(owner, visibility="public", **PAST)
    assert errors_of(answer) == {}


def test_settings_by_which_the_timetable_would_cancel_at_once_are_refused():
    tournament = event(automatic=True, visibility="draft", entry_closes_at=NOW, starts_at=NOW + timedelta(1))
    with pytest.raises(WrongMoment, match="would cancel the tournament at once"):
        change_settings(**desk(tournament, NOW), changes={"visibility": "public"})
    assert fresh(tournament).visibility == "draft"
    change_settings(
        **desk(tournament, NOW), changes={"visibility": "public", "entry_closes_at": NOW + timedelta(hours=1)}
    )
    assert fresh(tournament).visibility == "public"


def test_settings_can_be_changed_during_a_check_in_that_was_opened_by_hand():
    tournament = event(status="check_in", entry_closes_at=NOW, starts_at=NOW + timedelta(hours=1))
    change_settings(**desk(tournament, NOW), changes={"automatic": True, "capacity": 12})
    assert fresh(tournament).automatic


def test_people_on_the_waiting_list_who_are_here_count_for_the_minimum():
    tournament = event(status="entry", capacity=4, min_entrants=4, starts_at=NOW)
    enter(tournament, *"ABCDEFGH")
    late = tournament.entries.filter(status="stand_by")
    late.filter(name__in="EFG").update(checked_in_at=NOW)
    Tournament.objects.update(status="check_in")
    with pytest.raises(WrongMoment, match="would cancel the tournament at once"):
        switch_timetable(**desk(tournament, NOW), automatic=True)
    late.update(checked_in_at=NOW)
    switch_timetable(**desk(tournament, NOW), automatic=True)
    run_due_steps(tournament.pk, now=NOW)
    assert fresh(tournament).status == "running"


@pytest.mark.parametrize(("preset", "errors"), [("online", {"starts_at": REFUSED}), ("club", {})])
def test_a_new_one_that_runs_by_its_timetable_begins_later(root, preset, errors):
    sent = {"pattern": preset, "name": "Cup", "slug": "cup", **PAST}
    assert errors_of(root.post(page_of("tournament", "add"), sent)) == errors


@pytest.mark.parametrize("automatic", [True, False])
def test_a_copy_that_runs_by_its_timetable_begins_later(automatic):
    owner = owner_of(automatic=automatic)
    sent = {"name": "Next", "slug": "next", **PAST}
    answer = owner.client.post(page_of("tournament", "copy", owner.tournament.pk), sent)
    assert Tournament.objects.filter(slug="next").exists() is not automatic
    assert (REFUSED[0] in answer.content.decode()) is automatic
