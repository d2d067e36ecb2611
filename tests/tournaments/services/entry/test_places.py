"""Who has a place and who stands by, as people come and go."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.refusal import BadRequest
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
    start,
    with_people,
)
from tournaments.errors import CheckInClosed, GuestCannotEnter, WrongMoment
from tournaments.models import AuditEntry, Placement, Tournament
from tournaments.services.entry import entries, own_entry
from tournaments.services.entry.corrections import correct_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.lifecycle.settings import change_settings
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")


def states(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.entries.values_list("name", "status"))


def test_a_place_that_gets_free_is_that_of_the_stand_by_who_came_first():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil", "fay")
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("bob"), now=later(1))
    assert states(tournament)["emil"] == "entered"
    enter(tournament, "gus")
    assert (states(tournament)["fay"], states(tournament)["gus"]) == ("stand_by", "stand_by")
    assert acts(tournament, "moved_up") == ["moved_up"]


def test_a_place_of_a_nation_goes_to_somebody_whose_nation_has_room():
    tournament = event(capacity=3, nation_quota=2)
    enter(tournament, "alice", "bob", nation="DE")
    enter(tournament, "dora", nation="AT")
    enter(tournament, "emil", nation="DE")
    enter(tournament, "fay", nation="AT")
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("dora"), now=AT)
    assert (states(tournament)["emil"], states(tournament)["fay"]) == ("stand_by", "entered")


def test_more_places_are_first_those_of_the_waiting_list():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil", "fay", "gus")
    change_settings(**desk(tournament), changes={"capacity": 5})
    enter(tournament, "hal")
    found = states(tournament)
    assert [found[name] for name in ("emil", "fay", "gus", "hal")] == [
        "entered",
        "entered",
        "stand_by",
        "stand_by",
    ]
    assert acts(tournament, "moved_up") == ["moved_up"] * 2
    change_settings(**desk(tournament), changes={"description": "More places!"})
    assert acts(tournament, "moved_up") == ["moved_up"] * 2


def test_the_place_of_somebody_who_is_put_on_the_waiting_list_goes_to_the_first_on_it():
    tournament = event(capacity=3)
    alice, *_ = enter(tournament, "alice", "bob", "dora", "emil")
    entries.move_to_waiting_list(entry_id=alice.pk, actor=organiser(), now=AT)
    enter(tournament, "fay")
    found = states(tournament)
    assert [found[name] for name in ("alice", "emil", "fay")] == ["stand_by", "entered", "stand_by"]


def test_a_place_of_a_nation_that_a_correction_frees_goes_to_the_waiting_list():
    tournament = event(nation_quota=1)
    alice, *_ = enter(tournament, "alice", "bob", nation="DE")
    correct_entry(entry_id=alice.pk, nation="AT", actor=organiser(), now=AT, reason="she said so")
    assert states(tournament)["bob"] == "entered"


def test_a_long_waiting_list_costs_no_query_for_each_person_on_it():
    def queries(waiting: int) -> int:
        tournament = event(capacity=4, nation_quota=1)
        for name, nation in (("alice", "DE"), ("bob", "AT"), ("dora", "CH"), ("emil", "US")):
            enter(tournament, name, nation=nation)
        enter(tournament, *(f"{waiting}-waits-{n}" for n in range(waiting)), nation="AT")
        with CaptureQueriesContext(connection) as asked:
            own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
        lifecycle.open_check_in(**desk(tournament))
        tournament.entries.filter(status="stand_by").update(checked_in_at=AT)
        for name in ("bob", "dora", "emil"):
            own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
        with CaptureQueriesContext(connection) as closing:
            lifecycle.close_check_in(**desk(tournament))
        assert set(states(tournament).values()) == {"withdrawn", "checked_in", "stand_by"}
        return len(asked) + len(closing)

    assert queries(2) == queries(12)


def test_once_entry_is_closed_nobody_moves_up_before_check_in_ends():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil")
    lifecycle.open_check_in(**desk(tournament))
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("bob"), now=AT)
    assert states(tournament)["emil"] == "stand_by"


def test_a_stand_by_checks_in_when_everybody_does_and_keeps_the_first_moment():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil")
    what = {"tournament_id": tournament.pk, "user": person("emil")}
    with pytest.raises(CheckInClosed):
        own_entry.check_in_to_tournament(**what, now=AT)
    lifecycle.open_check_in(**desk(tournament))
    own_entry.check_in_to_tournament(**what, now=later(1))
    assert own_entry.check_in_to_tournament(**what, now=later(2)).checked_in_at == later(1)
    assert acts(tournament, "checked_in") == ["checked_in"]


def test_who_left_and_comes_again_has_to_check_in_again():
    tournament = event()
    enter(tournament, "alice")
    lifecycle.open_check_in(**desk(tournament))
    what = {"tournament_id": tournament.pk, "user": person("alice"), "now": AT}
    own_entry.check_in_to_tournament(**what)
    own_entry.withdraw_from_tournament(**what)
    again = own_entry.enter_tournament(**what)
    assert (again.status, again.checked_in_at) == ("stand_by", None)


def test_nobody_checks_in_to_a_tournament_that_is_over():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil")
    lifecycle.cancel_tournament(**desk(tournament), reason="snow")
    with pytest.raises(CheckInClosed):
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person("emil"), now=AT)


def test_what_an_arbiter_decided_no_helper_undoes():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    entry = tournament.entries.get(name="bob")
    entries.disqualify_entry(entry_id=entry.pk, actor=organiser(), now=AT, reason="foul")
    for act in (entries.check_in_entry, entries.move_to_waiting_list, entries.withdraw_entry):
        with pytest.raises(WrongMoment, match="bob is disqualified"):
            act(entry_id=entry.pk, actor=organiser(), now=AT)
    with pytest.raises(WrongMoment, match="bob is disqualified"):
        entries.disqualify_entry(entry_id=entry.pk, actor=organiser(), now=AT, reason="again")
    assert states(tournament)["bob"] == "disqualified"


def test_the_same_twice_is_written_down_once():
    tournament = event()
    enter(tournament, "alice")
    entry = tournament.entries.get()
    for act, word in (
        (entries.check_in_entry, "checked_in"),
        (entries.move_to_waiting_list, "put_on_stand_by"),
        (entries.withdraw_entry, "withdrawn"),
    ):
        for _ in range(2):
            act(entry_id=entry.pk, actor=organiser(), now=AT)
        assert acts(tournament, word) == [word]


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": " "}, {"name": "x" * 41}, {"name": "A\nB"}, {"nation": "Atlantis"}]
)
def test_what_is_no_name_and_no_nation_is_told_by_field(wrong):
    with pytest.raises(BadRequest) as refused:
        entries.enter_player(**desk(event(online=False)), **{"name": "Ada", **wrong})
    assert set(refused.value.errors) == set(wrong)


def test_the_desk_enters_no_guests_either():
    guest = person("passing2", kind="guest")
    with pytest.raises(GuestCannotEnter):
        entries.enter_player(**desk(event()), name="", username=guest.username)


def test_who_sits_in_a_stage_is_not_called_to_another_seat_of_it():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    start(tournament, 1)
    bob = tournament.entries.get(name="bob")
    entries.move_to_waiting_list(entry_id=bob.pk, actor=organiser(), now=AT)
    other = Placement.objects.filter(stage__tournament=tournament).exclude(entry=bob).first()
    assert other is not None
    with pytest.raises(WrongMoment, match="bob is already at table 1"):
        give_seat_to_replacement(placement_id=other.pk, stand_by_entry_id=bob.pk, actor=organiser(), now=AT)


def test_forty_enter_at_once_for_the_last_five_places(backend):
    tournament = event(capacity=15)
    enter(tournament, *(f"early-{n}" for n in range(10)))
    people = [person(f"{backend}-{n}") for n in range(40)]

    def job(user: Any) -> Any:
        return lambda: own_entry.enter_tournament(tournament_id=tournament.pk, user=user, now=AT).status

    results = at_once([job(user) for user in people])
    assert sorted(results) == ["entered"] * 5 + ["stand_by"] * 35
    numbers = tournament.entries.order_by("start_number").values_list("start_number", flat=True)
    assert list(numbers) == list(range(1, 51))
    log = list(AuditEntry.objects.filter(tournament=tournament).values_list("number", flat=True))
    assert (log, fresh(tournament).number) == (list(range(1, 51)), 50)


def test_one_person_enters_twenty_times_at_once(backend):
    tournament = event()
    user = person("hasty")
    jobs = [lambda: own_entry.enter_tournament(tournament_id=tournament.pk, user=user, now=AT)] * 20
    results = at_once(jobs)
    assert sorted(getattr(one, "code", "in") for one in results) == ["already_entered"] * 19 + ["in"]


def test_who_checks_in_as_check_in_ends_is_in_or_told_so(backend):
    tournament = event()
    enter(tournament, "alice", "bob", "dora", "emil", "fay")
    lifecycle.open_check_in(**desk(tournament))
    for name in ("alice", "bob", "dora"):
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    late = [person(name) for name in ("emil", "fay")]
    jobs = [
        lambda user=user: own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=user, now=AT)
        for user in late
    ]
    close = desk(tournament)
    *checked, closed = at_once([*jobs, lambda: lifecycle.close_check_in(**close)])
    assert closed is None
    found = states(tournament)
    for user, answer in zip(late, checked, strict=True):
        there = not isinstance(answer, Exception)
        assert found[user.username] == ("checked_in" if there else "withdrawn")


def test_a_penalty_needs_a_reason_and_an_entrant():
    tournament = event()
    enter(tournament, "alice")
    for points in (0, 1001):
        with pytest.raises(WrongMoment):
            penalise_entrant(
                entry_id=tournament.entries.get().pk, points=points, actor=organiser(), now=AT, reason="late"
            )
