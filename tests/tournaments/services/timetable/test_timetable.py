"""A tournament runs by its timetable with nobody at the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection

from games.selectors.states import table_states
from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    desk,
    enter,
    event,
    fresh,
    later,
    organiser,
    play,
    quick_mix,
    stage_of,
    start,
    table,
    with_bots,
)
from tests.support.tournaments.timetables import NAMES, automatic, check_in, look_at, organised, started
from tournaments.models import AuditEntry, Tournament
from tournaments.selectors.desk.overview import desk_overview
from tournaments.selectors.due import due_tournaments
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.changes import record_and_announce_change
from tournaments.services.entry.bots import enter_bots
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table import clocks
from tournaments.services.timetable import timetable
from tournaments.services.timetable.timetable import run_due_steps
from tournaments.templatetags.desk_texts import step_text

pytestmark = pytest.mark.usefixtures("on_file")


TROUBLE = "Draw: "


def test_from_entry_to_the_result_with_nobody_at_the_desk():
    tournament = automatic(
        {"kind": "drawn"}, {"kind": "swiss", "qualify": "best", "qualify_count": 4}, {"kind": "final"}
    )
    enter_bots(tournament_id=tournament.pk, actor=organiser(), now=AT, count=8, level="journeyman")
    for minute in range(400):
        look_at(tournament, minute)
        if fresh(tournament).status == "finished":
            break
        stage = read_snapshot(fresh(tournament)).current_stage
        if stage is not None and stage.row.started_at is not None:
            play(tournament, stage.row.number, seed=minute)
    assert fresh(tournament).status == "finished"
    stage_acts = ["seats_drawn", "draw_released", "tables_started", "stage_closed"]
    assert organised(tournament) == [
        "check_in_opened",
        "check_in_reminded",
        "check_in_closed",
        *stage_acts * 3,
        "finished",
    ]
    assert set(
        AuditEntry.objects.filter(tournament=tournament, type__in=stage_acts).values_list(
            "by_name", flat=True
        )
    ) == {"the server"}


def test_each_step_has_its_moment():
    tournament = automatic()
    enter(tournament, *NAMES)
    for minute, expected in (
        (59, "entry"),
        (60, "check_in"),
        (109, "check_in"),
    ):
        look_at(tournament, minute)
        assert fresh(tournament).status == expected
    check_in(tournament, *NAMES, now=later(100))
    look_at(tournament, 110)
    assert fresh(tournament).status == "running"
    assert table(tournament).game is None
    look_at(tournament, 119.9)
    assert table(tournament).game is None
    look_at(tournament, 120)
    assert table(tournament).game is not None


def test_the_next_stage_is_drawn_when_the_protest_period_is_over():
    tournament = automatic({}, {}, protest_seconds=180, break_seconds=120)
    with_bots(tournament, 4)
    look_at(tournament, 120)
    play(tournament, 1)
    look_at(tournament, 130)
    assert stage_of(tournament).closed_at == later(130)
    assert "the protest period ends" in step_text(desk_overview(read_snapshot(fresh(tournament)), later(130)))
    look_at(tournament, 132.9)
    assert stage_of(tournament, 2).drawn_at is None
    look_at(tournament, 133)
    assert stage_of(tournament, 2).released_at == later(133)
    look_at(tournament, 134.9)
    assert stage_of(tournament, 2).started_at is None
    look_at(tournament, 135)
    assert stage_of(tournament, 2).started_at == later(135)


def test_results_can_be_protested_for_three_minutes_unless_set_otherwise():
    assert event().protest_seconds == 180


def test_tending_twice_does_nothing_twice():
    tournament = started(*NAMES)
    before = organised(tournament)
    game = table(tournament).game_id
    for _ in range(3):
        look_at(tournament, 120)
    assert (organised(tournament), table(tournament).game_id) == (before, game)


def test_nobody_is_moved_while_the_desk_has_taken_over():
    tournament = automatic(automatic=False)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(500))
    assert (fresh(tournament).status, organised(tournament)) == ("entry", [])


def test_those_who_have_not_checked_in_are_reminded_by_mail_once():
    tournament = automatic()
    enter(tournament, *NAMES)
    for name in NAMES:
        user = person(name)
        user.email = f"{name}@example.org"
        user.save()
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, "alice", now=later(61))
    for minute in (94, 95, 96):
        look_at(tournament, minute)
    assert sorted(address for message in mail.outbox for address in message.to) == [
        f"{name}@example.org" for name in ("bob", "dora", "emil")
    ]
    assert tournament.name in mail.outbox[0].subject
    assert "Fri 1 May 2026, 13:50 UTC" in mail.outbox[0].body


def test_too_few_cancel_it():
    tournament = automatic(min_entrants=5)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    look_at(tournament, 120)
    assert fresh(tournament).status == "cancelled"
    note = AuditEntry.objects.get(tournament=tournament, type="cancelled")
    assert (note.by_name, note.reason) == ("the server", "Too few players checked in.")


def test_a_draft_is_left_alone_until_it_is_published():
    tournament = automatic(visibility="draft")
    for minute in (60, 110, 120, 600):
        look_at(tournament, minute)
    waiting = fresh(tournament)
    assert (waiting.status, waiting.due_at, waiting.trouble) == ("entry", None, "")
    assert organised(tournament) == []
    Tournament.objects.filter(pk=tournament.pk).update(visibility="unlisted")
    look_at(tournament, 601)
    assert fresh(tournament).status == "cancelled"


def test_a_draft_whose_check_in_was_opened_by_hand_is_left_alone():
    tournament = automatic(visibility="draft")
    lifecycle.open_check_in(**desk(tournament, later(130)))
    look_at(tournament, 131)
    assert (fresh(tournament).status, fresh(tournament).starts_at) == ("check_in", later(120))


def test_what_cannot_go_on_says_so_on_the_desk_and_is_tried_again():
    tournament = automatic(mix=quick_mix(21))
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    look_at(tournament, 120)
    assert fresh(tournament).trouble
    assert fresh(tournament).due_at == later(120) + timetable.RETRY_INTERVAL
    tournament.stages.update(mix=quick_mix(2))
    run_due_steps(tournament.pk, now=later(121))
    assert (fresh(tournament).trouble, table(tournament).game is not None) == ("", True)


def test_an_edit_while_trouble_is_noted_is_looked_at_at_once():
    tournament = automatic(mix=quick_mix(21))
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    edits = [True]

    def edit_first(execute: Any, sql: str, params: Any, *rest: Any) -> Any:
        """The desk mends the stage just before the scheduler stores that it has trouble."""
        if sql.startswith("UPDATE") and any(TROUBLE in str(value) for value in params) and edits:
            edits.clear()
            tournament.stages.update(mix=quick_mix(2))
            record_and_announce_change(tournament.pk, now=later(120))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(edit_first):
        look_at(tournament, 120)
    assert edits == []
    assert (fresh(tournament).trouble, table(tournament).game is not None) == ("", True)


def test_the_scheduler_looks_when_something_is_due():
    tournament = automatic()
    enter(tournament, *NAMES)
    assert tournament.pk in dict(due_tournaments(AT))
    run_due_steps(tournament.pk, now=AT)
    assert fresh(tournament).due_at == later(60)
    assert tournament.pk not in dict(due_tournaments(later(59)))
    assert tournament.pk in dict(due_tournaments(later(60)))


def test_a_server_that_died_after_the_desks_commit_leaves_nothing_half_done(monkeypatch):
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    monkeypatch.setattr(clocks, "reconcile_tables", lambda *args, **more: None)
    clocks.hold_tables(**desk(tournament), stage_number=1)
    game = table(tournament).game_id
    assert not table_states([game])[game].halted
    run_due_steps(tournament.pk, now=AT + timedelta(seconds=5))
    assert table_states([game])[game].halted
