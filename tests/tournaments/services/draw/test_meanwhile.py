"""What changes while the seats of a draw are searched."""

from collections import Counter

import pytest

from tests.support.games.people import person
from tests.support.tournaments.drawing import sizes
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    organiser,
    with_bots,
    with_people,
)
from tournaments.errors import RoleMissing, WrongMoment
from tournaments.models import AuditEntry, OptionMix
from tournaments.services import editing
from tournaments.services.draw import draws, search
from tournaments.services.entry import own_entry
from tournaments.services.lifecycle.roles import grant_role, revoke_role

pytestmark = pytest.mark.usefixtures("on_file")


def meanwhile(monkeypatch, act):
    """Let `act` happen once, while the seats of a draw are searched."""
    real, acts = search.find_best_seating, [act]

    def searched(question, seed):
        found = real(question, seed)
        if acts:
            acts.pop()()
        return found

    monkeypatch.setattr(search, "find_best_seating", searched)


def test_who_leaves_while_the_seats_are_searched_is_not_seated(monkeypatch):
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    leave = {"tournament_id": tournament.pk, "user": person("bob"), "now": AT}
    meanwhile(monkeypatch, lambda: own_entry.withdraw_from_tournament(**leave))
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert sizes(tournament) == [3]
    assert AuditEntry.objects.filter(tournament=tournament, type="seats_drawn").count() == 1


def test_who_enters_late_while_the_seats_are_searched_disturbs_no_draw(monkeypatch):
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    late = {"tournament_id": tournament.pk, "user": person("fay"), "now": AT}
    meanwhile(monkeypatch, lambda: own_entry.enter_tournament(**late))
    stage = draws.draw_stage(**desk(tournament), stage_number=1, seed=7)
    assert (stage.draw_seed, sizes(tournament)) == (7, [4])


def test_of_two_who_draw_at_once_the_second_looks_at_the_seats_of_the_first(monkeypatch):
    tournament = with_bots(event(), 8)
    meanwhile(monkeypatch, lambda: draws.draw_stage(**desk(tournament), stage_number=1, seed=1))
    with pytest.raises(WrongMoment, match="Somebody else has just drawn"):
        draws.draw_stage(**desk(tournament), stage_number=1, seed=2)
    assert tournament.stages.get().draw_seed == 1


def test_a_draw_reads_the_facts_and_the_role_once(monkeypatch):
    tournament = with_bots(event(), 8)
    counts: Counter[str] = Counter()

    def count(module, name):
        real = getattr(module, name)

        def counted(*args, **more):
            counts[name] += 1
            return real(*args, **more)

        monkeypatch.setattr(module, name, counted)

    count(search, "read_snapshot")
    count(editing, "find_role")
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    assert counts == {"read_snapshot": 1, "find_role": 1}


def test_who_loses_the_role_while_the_seats_are_searched_draws_nothing(monkeypatch):
    tournament = with_bots(event(), 8)
    rita = person("rita")
    role = grant_role(**desk(tournament), username="rita", kind="arbiter")
    meanwhile(monkeypatch, lambda: revoke_role(role_id=role.pk, actor=organiser(), now=AT))
    with pytest.raises(RoleMissing):
        draws.draw_stage(tournament_id=tournament.pk, stage_number=1, actor=rita, now=AT)
    assert tournament.stages.get().drawn_at is None


def test_a_mix_that_changes_while_the_seats_are_searched_is_drawn_with(monkeypatch):
    mix = OptionMix.objects.create(name="for four or five", preset="tournament")
    tournament = with_bots(event(mix=mix), 10)
    # The tournament has not been told of this change yet.
    meanwhile(monkeypatch, lambda: OptionMix.objects.filter(pk=mix.pk).update(preset="dm2008"))
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    assert sizes(tournament) == [4, 4, 4]


def test_who_may_not_draw_makes_the_server_search_nothing(monkeypatch):
    tournament = with_bots(event(), 8)
    meanwhile(monkeypatch, lambda: pytest.fail("searched"))
    with pytest.raises(RoleMissing):
        draws.draw_stage(tournament_id=tournament.pk, stage_number=1, actor=person("charlie"), now=AT)


def test_what_another_scheduler_has_drawn_is_not_drawn_again():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    tournament.refresh_from_db()
    what = {"tournament_id": tournament.pk, "stage_number": 1, "actor": None, "now": AT}
    drawn = draws.draw_stage(**what, expected_version=tournament.number)
    with pytest.raises(WrongMoment, match="changed while the seats were drawn"):
        draws.draw_stage(**what, expected_version=tournament.number)
    assert AuditEntry.objects.filter(tournament=tournament, type="seats_drawn").count() == 1
    # An organiser may draw a draft again.
    assert draws.draw_stage(**desk(tournament), stage_number=1).drawn_at >= drawn.drawn_at
