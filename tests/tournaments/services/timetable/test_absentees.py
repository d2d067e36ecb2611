"""Players who do not come to their table, or leave it: stand-bys and bots take their seats."""

import pytest

from games.models import Seat
from games.selectors.states import table_states
from tests.support.games.people import person
from tests.support.games.threads import at_once
from tests.support.tournaments.events import (
    desk,
    enter,
    fresh,
    later,
    play,
    table,
)
from tests.support.tournaments.timetables import (
    NAMES,
    arrive,
    automatic,
    check_in,
    look_at,
    minutes,
    organised,
    started,
)
from tournaments.models import AuditEntry, Tournament
from tournaments.services.draw import draws
from tournaments.services.entry import own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table.no_shows import replace_missing_players
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def test_who_does_not_come_is_replaced_by_a_bot_after_the_grace():
    tournament = started(*NAMES)
    arrive(tournament, "alice", "dora", "emil")
    minutes(tournament, 120, 122.5)
    assert not AuditEntry.objects.filter(tournament=tournament, type="seat_given").exists()
    run_due_steps(tournament.pk, now=later(123))
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
    run_due_steps(tournament.pk, now=later(126))
    assert not Seat.objects.filter(table=table(tournament).game_id, name="fay").exists()


def test_without_bots_and_stand_bys_a_table_waits():
    tournament = started(*NAMES, fill_with_bots=False)
    minutes(tournament, 120, 150)
    assert Seat.objects.filter(table=table(tournament).game_id, kind="bot").count() == 0


def test_who_leaves_in_the_middle_is_replaced_at_once():
    tournament = started(*NAMES)
    arrive(tournament, *NAMES)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=later(121))
    run_due_steps(tournament.pk, now=later(121))
    assert not Seat.objects.filter(table=table(tournament).game_id, name="alice").exists()
    assert Seat.objects.get(table=table(tournament).game_id, kind="bot")


def test_who_is_late_has_the_whole_grace_although_somebody_else_leaves():
    tournament = started(*NAMES)
    arrive(tournament, "dora", "emil")
    minutes(tournament, 120, 121)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=later(121))
    minutes(tournament, 121, 122.5)
    seats = Seat.objects.filter(table=table(tournament).game_id)
    assert sorted(seats.filter(kind="human").values_list("name", flat=True)) == ["bob", "dora", "emil"]
    assert tournament.entries.get(name="bob").status == "checked_in"
    run_due_steps(tournament.pk, now=later(123))
    assert tournament.entries.get(name="bob").status == "withdrawn"


def with_a_stand_by(*come: str) -> Tournament:
    """Four at a table, of whom these have come, or all but Bob; Fay stands by, the grace is almost over."""
    tournament = automatic(capacity=4)
    enter(tournament, *NAMES, "fay")
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, "fay", now=later(61))
    look_at(tournament, 120)
    arrive(tournament, *(come or ("alice", "dora", "emil")))
    minutes(tournament, 120, 122.5)
    return fresh(tournament)


def called(tournament: Tournament) -> tuple[int, list[str]]:
    """How often a seat was given away, and who sits at the table."""
    given = AuditEntry.objects.filter(tournament=tournament, type="seat_given").count()
    return given, sorted(Seat.objects.filter(table=table(tournament).game_id).values_list("name", flat=True))


def test_of_two_who_do_not_come_one_gives_way_to_a_stand_by_and_the_other_to_a_bot():
    tournament = with_a_stand_by("alice", "dora")
    run_due_steps(tournament.pk, now=later(123))
    seats = Seat.objects.filter(table=table(tournament).game_id)
    assert sorted(seats.filter(kind="human").values_list("name", flat=True)) == ["alice", "dora", "fay"]
    assert seats.filter(kind="bot").count() == 1


def test_a_second_scheduler_that_looked_before_the_stand_by_was_called_calls_nobody_more():
    tournament = with_a_stand_by()
    run_due_steps(tournament.pk, now=later(123))
    late = {
        "tournament_id": tournament.pk,
        "stage_number": 1,
        "actor": None,
        "now": later(123),
        "tables": (1,),
    }
    assert replace_missing_players(**late) == 0
    assert called(tournament) == (1, ["alice", "dora", "emil", "fay"])


def test_of_three_schedulers_that_look_at_once_one_calls_the_stand_by(backend):
    tournament = with_a_stand_by()
    at_once([lambda: run_due_steps(tournament.pk, now=later(123))] * 3)
    assert called(tournament) == (1, ["alice", "dora", "emil", "fay"])
    assert tournament.entries.get(name="bob").status == "withdrawn"


def test_who_leaves_between_draw_and_release_is_not_seated_by_the_timetable():
    tournament = automatic()
    enter(tournament, *NAMES, "fay")
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, "fay", now=later(61))
    lifecycle.close_check_in(**desk(tournament, later(70)))
    draws.draw_stage(**desk(tournament, later(71)), stage_number=1, seed=1)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=later(72))
    look_at(tournament, 110)
    assert organised(tournament)[-4:] == ["seats_drawn", "withdrawn", "seats_drawn", "draw_released"]
    seat = table(tournament).placements.values_list("entry__name", flat=True)
    assert sorted(seat) == ["bob", "dora", "emil", "fay"]


def test_after_a_cut_a_bot_sits_down_and_no_stand_by():
    tournament = automatic({"qualify": "best", "qualify_count": 4}, {"kind": "final"}, capacity=8)
    names = [f"player-{n}" for n in range(8)]
    enter(tournament, *names, "fay")
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *names, "fay", now=later(61))
    look_at(tournament, 120)
    arrive(tournament, *names)
    play(tournament, 1)
    minutes(tournament, 120, 127)
    final = table(tournament, stage=2)
    assert final.game is not None
    kinds = Seat.objects.filter(table=final.game_id).values_list("kind", flat=True)
    assert sorted(kinds) == ["bot"] * 4
    assert tournament.entries.get(name="fay").status == "stand_by"
