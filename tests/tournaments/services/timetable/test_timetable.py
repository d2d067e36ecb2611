"""A tournament runs by its timetable with nobody at the desk."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail

from games.models import Seat, Table
from games.selectors.states import table_states
from tests.support.games.people import person
from tests.support.games.threads import at_once
from tests.support.tournaments.events import (
    AT,
    acts,
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
from tournaments.models import AuditEntry, Penalty, Tournament
from tournaments.selectors.desk.overview import desk_overview
from tournaments.selectors.due import due_tournaments
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle, settings
from tournaments.services.table import clocks, overrun
from tournaments.services.table.no_shows import replace_absent
from tournaments.services.timetable import timetable
from tournaments.services.timetable.timetable import tick
from tournaments.templatetags.desk_texts import step_text

pytestmark = pytest.mark.usefixtures("on_file")

NAMES = ("alice", "bob", "dora", "emil")
TIMES: dict[str, Any] = {
    "automatic": True,
    "entry_closes_at": later(60),
    "check_in_opens_at": later(60),
    "check_in_closes_at": later(110),
    "starts_at": later(120),
    "protest_seconds": 0,
    "break_seconds": 120,
    "grace_seconds": 180,
}


def automatic(*stages: dict[str, Any], **fields: Any) -> Tournament:
    """A tournament that runs by itself."""
    return event(*stages, **{**TIMES, **fields})


def organised(tournament: Tournament) -> list[str]:
    """What has been written down, in order, but for what players did themselves."""
    return [act for act in acts(tournament) if act not in ("entered", "checked_in", "bots_entered")]


def check_in(tournament: Tournament, *names: str, now: datetime) -> None:
    for name in names:
        own_entry.check_in(tournament_id=tournament.pk, user=person(name), now=now)


def arrive(tournament: Tournament, *names: str) -> None:
    """These people have opened their table."""
    seats = Seat.objects.filter(table__stage_table__stage__tournament=tournament, user__username__in=names)
    seats.update(arrived_at=later(120))


def started(*names: str, **fields: Any) -> Tournament:
    """An automatic tournament of these people at the moment at which its tables open."""
    tournament = automatic(**fields)
    enter(tournament, *names)
    tick(tournament.pk, now=later(60))
    check_in(tournament, *names, now=later(61))
    attend(tournament, 120)
    return fresh(tournament)


def minutes(tournament: Tournament, first: float, last: float) -> None:
    """The scheduler looks all the time; here twice a minute."""
    moment = first
    while moment <= last:
        tick(tournament.pk, now=later(moment))
        moment += 0.5


def attend(tournament: Tournament, at: float) -> None:
    """The scheduler looks at that minute, as it has done all the time before."""
    Tournament.objects.filter(pk=tournament.pk).update(ticked_at=later(at))
    tick(tournament.pk, now=later(at))


def test_from_entry_to_the_result_with_nobody_at_the_desk():
    tournament = automatic(
        {"kind": "drawn"}, {"kind": "swiss", "qualify": "best", "qualify_count": 4}, {"kind": "final"}
    )
    entries.enter_bots(tournament_id=tournament.pk, by=organiser(), now=AT, count=8, level="journeyman")
    for minute in range(400):
        attend(tournament, minute)
        if fresh(tournament).status == "finished":
            break
        stage = read_snapshot(fresh(tournament)).current
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
        attend(tournament, minute)
        assert fresh(tournament).status == expected
    check_in(tournament, *NAMES, now=later(100))
    attend(tournament, 110)
    assert fresh(tournament).status == "running"
    assert table(tournament).game is None
    attend(tournament, 119.9)
    assert table(tournament).game is None
    attend(tournament, 120)
    assert table(tournament).game is not None


def test_the_next_stage_is_drawn_when_the_protest_period_is_over():
    tournament = automatic({}, {}, protest_seconds=180, break_seconds=120)
    with_bots(tournament, 4)
    attend(tournament, 120)
    play(tournament, 1)
    attend(tournament, 130)
    assert stage_of(tournament).closed_at == later(130)
    assert "the protest period ends" in step_text(desk_overview(read_snapshot(fresh(tournament)), later(130)))
    attend(tournament, 132.9)
    assert stage_of(tournament, 2).drawn_at is None
    attend(tournament, 133)
    assert stage_of(tournament, 2).released_at == later(133)
    attend(tournament, 134.9)
    assert stage_of(tournament, 2).started_at is None
    attend(tournament, 135)
    assert stage_of(tournament, 2).started_at == later(135)


def test_results_can_be_protested_for_three_minutes_unless_set_otherwise():
    assert event().protest_seconds == 180


def test_tending_twice_does_nothing_twice():
    tournament = started(*NAMES)
    before = organised(tournament)
    game = table(tournament).game_id
    for _ in range(3):
        attend(tournament, 120)
    assert (organised(tournament), table(tournament).game_id) == (before, game)


def test_nobody_is_moved_while_the_desk_has_taken_over():
    tournament = automatic(automatic=False)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(500))
    assert (fresh(tournament).status, organised(tournament)) == ("entry", [])


def test_those_who_have_not_checked_in_are_reminded_by_mail_once():
    tournament = automatic()
    enter(tournament, *NAMES)
    for name in NAMES:
        user = person(name)
        user.email = f"{name}@example.org"
        user.save()
    tick(tournament.pk, now=later(60))
    check_in(tournament, "alice", now=later(61))
    for minute in (94, 95, 96):
        attend(tournament, minute)
    assert sorted(address for message in mail.outbox for address in message.to) == [
        f"{name}@example.org" for name in ("bob", "dora", "emil")
    ]
    assert tournament.name in mail.outbox[0].subject
    assert "Fri 1 May 2026, 13:50 UTC" in mail.outbox[0].body


def test_too_few_cancel_it():
    tournament = automatic(min_entrants=5)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    attend(tournament, 120)
    assert fresh(tournament).status == "cancelled"
    note = AuditEntry.objects.get(tournament=tournament, type="cancelled")
    assert (note.by_name, note.reason) == ("the server", "Too few players checked in.")


def test_who_does_not_come_is_replaced_by_a_bot_after_the_grace():
    tournament = started(*NAMES)
    arrive(tournament, "alice", "dora", "emil")
    minutes(tournament, 120, 122.5)
    assert not AuditEntry.objects.filter(tournament=tournament, type="seat_given").exists()
    tick(tournament.pk, now=later(123))
    kinds = {
        sitter.name: sitter.kind
        for sitter in table_states([table(tournament).game_id])[table(tournament).game_id].sitters.values()
    }
    assert [kind for name, kind in kinds.items() if name in ("alice", "dora", "emil")] == ["human"] * 3
    assert list(kinds.values()).count("bot") == 1
    assert tournament.entries.get(name="bob").status == "withdrawn"


def test_a_stand_by_who_is_there_comes_before_a_bot_and_has_a_grace_of_their_own():
    tournament = with_a_stand_by()
    minutes(tournament, 122.5, 123)
    assert tournament.entries.get(name="fay").status == "checked_in"
    assert Seat.objects.get(table=table(tournament).game_id, name="fay").kind == "human"
    minutes(tournament, 123, 125.5)
    assert Seat.objects.filter(table=table(tournament).game_id, name="fay").exists()
    tick(tournament.pk, now=later(126))
    assert not Seat.objects.filter(table=table(tournament).game_id, name="fay").exists()


def test_without_bots_and_stand_bys_a_table_waits():
    tournament = started(*NAMES, fill_with_bots=False)
    minutes(tournament, 120, 150)
    assert Seat.objects.filter(table=table(tournament).game_id, kind="bot").count() == 0


def test_who_leaves_in_the_middle_is_replaced_at_once():
    tournament = started(*NAMES)
    arrive(tournament, *NAMES)
    own_entry.withdraw(tournament_id=tournament.pk, user=person("alice"), now=later(121))
    tick(tournament.pk, now=later(121))
    assert not Seat.objects.filter(table=table(tournament).game_id, name="alice").exists()
    assert Seat.objects.get(table=table(tournament).game_id, kind="bot")


def limited(**fields: Any) -> Tournament:
    """Four at a table with 45 minutes, a penalty for overruns and ten minutes of overtime."""
    stage = {"minutes": 45, "warn_minutes": 5, "overrun_penalty": 10, "overtime_minutes": 10, **fields}
    tournament = automatic(stage)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    attend(tournament, 120)
    arrive(tournament, *NAMES)
    return fresh(tournament)


def test_a_warning_a_penalty_for_each_and_the_end_by_rule():
    tournament = limited()
    minutes(tournament, 120, 159.5)
    assert not AuditEntry.objects.filter(tournament=tournament, type="warned").exists()
    minutes(tournament, 160, 164.5)
    assert AuditEntry.objects.filter(tournament=tournament, type="warned").count() == 1
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()
    minutes(tournament, 165, 174.5)
    assert (
        sorted(Penalty.objects.filter(entry__tournament=tournament).values_list("points", flat=True))
        == [10] * 4
    )
    assert fresh(tournament).status == "running"
    minutes(tournament, 175, 176)
    assert Table.objects.get(pk=table(tournament).game_id).status == "finished"
    assert fresh(tournament).status == "finished"


def test_a_table_that_ends_in_time_costs_nothing():
    tournament = limited()
    play(tournament, 1)
    minutes(tournament, 121, 200)
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()


def test_time_that_no_server_ran_is_charged_to_nobody():
    tournament = limited()
    minutes(tournament, 120, 130)
    tick(tournament.pk, now=later(200))
    assert table(tournament).closes_at == later(235)
    assert table_states([table(tournament).game_id])[table(tournament).game_id].closes_at == later(235)
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()


def test_a_table_that_stands_gets_lost_time_once_when_it_goes_on():
    tournament = limited()
    minutes(tournament, 120, 130)
    clocks.pause_tables(**desk(tournament, later(130)), stage_number=1)
    tick(tournament.pk, now=later(200))
    assert table(tournament).closes_at == later(165)
    clocks.resume_tables(**desk(tournament, later(200)), stage_number=1)
    assert table(tournament).closes_at == later(235)


def test_lost_time_is_made_up_once_and_told_of():
    tournament = limited()
    minutes(tournament, 120, 130)
    before = fresh(tournament).number
    for _ in range(3):
        tick(tournament.pk, now=later(200))
    note = AuditEntry.objects.get(tournament=tournament, type="clocks_moved")
    assert (note.by_name, note.after) == ("the server", {"tables": [1], "seconds": 70 * 60})
    assert fresh(tournament).number > before


def checking_in(until: float) -> Tournament:
    """Alice and three more have entered, check-in is open, and a server was there until then."""
    tournament = automatic()
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    attend(tournament, until)
    return fresh(tournament)


def test_who_could_not_check_in_while_no_server_ran_gets_the_minutes():
    tournament = checking_in(until=105)
    tick(tournament.pk, now=later(140))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", later(145), later(155))
    check_in(tournament, *NAMES, now=later(144))
    attend(tournament, 145)
    assert fresh(tournament).status == "running"
    assert set(tournament.entries.values_list("status", flat=True)) == {"checked_in"}
    note = AuditEntry.objects.get(tournament=tournament, type="check_in_moved")
    assert (note.by_name, note.after, note.reason) == (
        "the server",
        {"seconds": 35 * 60},
        "no server was running",
    )


def test_without_an_end_of_its_own_check_in_ends_at_the_start_which_moves():
    tournament = automatic(check_in_closes_at=None)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    attend(tournament, 119)
    tick(tournament.pk, now=later(200))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", None, later(201))


def test_check_in_lasts_as_long_where_no_server_ran_when_it_should_have_opened():
    tournament = automatic()
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(10))
    tick(tournament.pk, now=later(130))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", later(180), later(190))


def test_the_quiet_days_before_check_in_are_no_lost_time():
    tournament = automatic()
    enter(tournament, *NAMES)
    tick(tournament.pk, now=AT)
    tick(tournament.pk, now=later(60.4))
    assert (fresh(tournament).status, fresh(tournament).check_in_closes_at) == ("check_in", later(110))
    # The scheduler looks all the time now, or it could not tell when no server ran.
    assert fresh(tournament).due_at == later(60.4) + timetable.TICK_INTERVAL


def test_check_in_that_the_desk_opened_has_not_been_waiting_for_the_scheduler():
    tournament = automatic()
    enter(tournament, *NAMES)
    tick(tournament.pk, now=AT)
    lifecycle.open_check_in(**desk(tournament, later(30)))
    tick(tournament.pk, now=later(30))
    assert fresh(tournament).check_in_closes_at == later(110)


def test_nothing_is_moved_while_the_desk_has_taken_over():
    tournament = checking_in(until=80)
    settings.run_by_timetable(**desk(tournament, later(80)), automatic=False)
    attend(tournament, 80)
    tick(tournament.pk, now=later(105))
    assert fresh(tournament).check_in_closes_at == later(110)


def test_check_in_that_should_have_opened_while_the_desk_held_it_is_not_lost_time():
    tournament = automatic(automatic=False)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=AT)
    settings.run_by_timetable(**desk(tournament, later(90)), automatic=True)
    tick(tournament.pk, now=later(90))
    assert (fresh(tournament).status, fresh(tournament).check_in_closes_at) == ("check_in", later(110))


def test_what_cannot_go_on_says_so_on_the_desk_and_is_tried_again():
    tournament = automatic(mix=quick_mix(21))
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    attend(tournament, 120)
    assert fresh(tournament).trouble
    assert fresh(tournament).due_at == later(120) + timetable.RETRY_INTERVAL
    tournament.stages.update(mix=quick_mix(2))
    tick(tournament.pk, now=later(121))
    assert (fresh(tournament).trouble, table(tournament).game is not None) == ("", True)


def test_the_scheduler_looks_when_something_is_due():
    tournament = automatic()
    enter(tournament, *NAMES)
    assert tournament.pk in dict(due_tournaments(AT))
    tick(tournament.pk, now=AT)
    assert fresh(tournament).due_at == later(60)
    assert tournament.pk not in dict(due_tournaments(later(59)))
    assert tournament.pk in dict(due_tournaments(later(60)))


def test_a_server_that_died_after_the_desks_commit_leaves_nothing_half_done(monkeypatch):
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    monkeypatch.setattr(clocks, "reconcile_tables", lambda *args, **more: None)
    clocks.pause_tables(**desk(tournament), stage_number=1)
    game = table(tournament).game_id
    assert not table_states([game])[game].halted
    tick(tournament.pk, now=AT + timedelta(seconds=5))
    assert table_states([game])[game].halted


def with_a_stand_by() -> Tournament:
    """Four at a table, of whom Bob has not come, and Fay stands by; the grace is just over."""
    tournament = automatic(capacity=4)
    enter(tournament, *NAMES, "fay")
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, "fay", now=later(61))
    attend(tournament, 120)
    arrive(tournament, "alice", "dora", "emil")
    minutes(tournament, 120, 122.5)
    return fresh(tournament)


def called(tournament: Tournament) -> tuple[int, list[str]]:
    """How often a seat was given away, and who sits at the table."""
    given = AuditEntry.objects.filter(tournament=tournament, type="seat_given").count()
    return given, sorted(Seat.objects.filter(table=table(tournament).game_id).values_list("name", flat=True))


def test_a_second_scheduler_that_looked_before_the_stand_by_was_called_calls_nobody_more():
    tournament = with_a_stand_by()
    tick(tournament.pk, now=later(123))
    late = {"tournament_id": tournament.pk, "stage_number": 1, "by": None, "now": later(123), "tables": (1,)}
    assert replace_absent(**late) == 0
    assert called(tournament) == (1, ["alice", "dora", "emil", "fay"])


def test_of_three_schedulers_that_look_at_once_one_calls_the_stand_by(backend):
    tournament = with_a_stand_by()
    at_once([lambda: tick(tournament.pk, now=later(123))] * 3)
    assert called(tournament) == (1, ["alice", "dora", "emil", "fay"])
    assert tournament.entries.get(name="bob").status == "withdrawn"


def test_who_leaves_between_draw_and_release_is_not_seated_by_the_timetable():
    tournament = automatic()
    enter(tournament, *NAMES, "fay")
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, "fay", now=later(61))
    lifecycle.close_check_in(**desk(tournament, later(70)))
    draws.draw_stage(**desk(tournament, later(71)), stage_number=1, seed=1)
    own_entry.withdraw(tournament_id=tournament.pk, user=person("alice"), now=later(72))
    attend(tournament, 110)
    assert organised(tournament)[-4:] == ["seats_drawn", "withdrawn", "seats_drawn", "draw_released"]
    seat = table(tournament).placements.values_list("entry__name", flat=True)
    assert sorted(seat) == ["bob", "dora", "emil", "fay"]


def test_after_a_cut_a_bot_sits_down_and_no_stand_by():
    tournament = automatic({"qualify": "best", "qualify_count": 4}, {"kind": "final"}, capacity=8)
    names = [f"player-{n}" for n in range(8)]
    enter(tournament, *names, "fay")
    tick(tournament.pk, now=later(60))
    check_in(tournament, *names, "fay", now=later(61))
    attend(tournament, 120)
    arrive(tournament, *names)
    play(tournament, 1)
    minutes(tournament, 120, 127)
    final = table(tournament, stage=2)
    assert final.game is not None
    kinds = Seat.objects.filter(table=final.game_id).values_list("kind", flat=True)
    assert sorted(kinds) == ["bot"] * 4
    assert tournament.entries.get(name="fay").status == "stand_by"


def test_with_real_cards_only_the_desk_knows_who_overran():
    stage = {"minutes": 45, "warn_minutes": 5, "overrun_penalty": 10, "overtime_minutes": 10}
    tournament = automatic(stage, online=False)
    enter(tournament, *NAMES)
    tick(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    attend(tournament, 120)
    attend(tournament, 159)
    minutes(tournament, 159.5, 190)
    penalties = Penalty.objects.filter(entry__tournament=tournament)
    assert (fresh(tournament).status, table(tournament).stopped_at) == ("running", None)
    assert AuditEntry.objects.filter(tournament=tournament, type="warned").count() == 1
    assert not penalties.exists()
    for _ in range(2):
        overrun.penalise_overrun(**desk(tournament, later(191)), stage_number=1, tables=(1,))
    assert list(penalties.values_list("points", flat=True)) == [10] * 4
