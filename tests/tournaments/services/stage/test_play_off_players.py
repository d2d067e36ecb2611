"""The players of a play-off: what they see, what becomes of who does not come, and who cannot be in one."""

from typing import Any

import pytest

from games.selectors.states import table_states
from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    event,
    fresh,
    later,
    organiser,
    start,
    with_bots,
    with_people,
)
from tests.support.tournaments.play_offs import FINAL, in_scores, play_off, snapshot, tied
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie, end_with
from tournaments.errors import WrongMoment
from tournaments.models import Tournament
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.own.entry import PlayerStep, next_step_for_user
from tournaments.selectors.own.entry import own_entry as shown_entry
from tournaments.selectors.public.hall import hall_view
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.ties import find_ties
from tournaments.services.entry import own_entry
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.no_shows import replace_missing_players
from tournaments.services.table.seat_changes import give_seat_to_replacement
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def test_two_play_with_a_bot_that_counts_for_nothing():
    tournament, order = tied(FINAL)
    for entry in order[2:]:
        penalise_entrant(entry_id=entry, points=10, actor=organiser(), now=AT, reason="late", stage=1)
    row = play_off(tournament, order[:2])
    assert (row.size, row.placements.filter(entry=None, bot=True).count()) == (3, 1)
    end_with(tournament, in_scores([order[1], order[0]]), table_number=2)
    assert list(ranked_entrants(snapshot(tournament)))[:2] == [order[1], order[0]]


def people_tied(**fields: Any) -> tuple[Tournament, list[int]]:
    """Four people who tied in a final."""
    tournament = event(FINAL, **fields)
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    return fresh(tournament), order


def test_players_see_their_play_off_as_their_next_table():
    tournament, order = people_tied()
    penalise_entrant(entry_id=order[3], points=10, actor=organiser(), now=AT, reason="late", stage=1)
    row = play_off(tournament, order[:3])
    page = PublicTournament(snapshot(tournament))
    for entry in order[:3]:
        user = page.snapshot.entries[entry].user_id
        own = shown_entry(page, user)
        assert own is not None
        assert (own["table"]["number"], own["table"]["id"]) == (2, row.game_id)
        assert (own["table"]["title"], own["table"]["play_off"]) == ("Final, play-off", True)
        assert next_step_for_user(page, user, now=AT) == PlayerStep.PLAY
    other = page.snapshot.entries[order[3]].user_id
    assert next_step_for_user(page, other, now=AT) == PlayerStep.DONE
    assert {(name, table_number) for name, table_number, _ in hall_view(page)["seats"]} == {
        (page.snapshot.entries[entry].name, 2) for entry in order[:3]
    }
    end_with(tournament, in_scores(order[:3]), table_number=2)
    page = PublicTournament(snapshot(tournament))
    assert next_step_for_user(page, page.snapshot.entries[order[0]].user_id, now=AT) == PlayerStep.DONE


def test_who_does_not_come_to_a_play_off_has_a_bot_and_stays_in_the_tournament():
    tournament, order = people_tied()
    row = play_off(tournament, order)
    replace_missing_players(
        tournament_id=tournament.pk, stage_number=1, actor=organiser(), now=later(5), tables=[2]
    )
    assert list(row.placements.values_list("bot", flat=True)) == [True] * 4
    assert set(row.placements.values_list("entry", flat=True)) == set(order)
    assert all(entry.is_checked_in for entry in snapshot(tournament).entries.values())
    assert {seat.kind for seat in table_states([row.game_id])[row.game_id].sitters.values()} == {"bot"}


def test_without_bots_a_play_off_waits_for_the_desk():
    tournament, order = people_tied(fill_with_bots=False, automatic=True)
    row = play_off(tournament, order)
    run_due_steps(tournament.pk, now=later(60))
    assert not row.placements.filter(bot=True).exists()
    assert all(entry.is_checked_in for entry in snapshot(tournament).entries.values())


def test_nobody_else_can_be_in_a_play_off():
    tournament, order = people_tied()
    row = play_off(tournament, order)
    late = own_entry.enter_tournament(tournament_id=tournament.pk, user=person("fay"), now=AT)
    placement = row.placements.first()
    for who in ({"stand_by_entry_id": late.pk}, {"stand_by_entry_id": None}):
        with pytest.raises(WrongMoment, match="Nobody else"):
            give_seat_to_replacement(placement_id=placement.pk, actor=organiser(), now=AT, **who)
    give_seat_to_replacement(
        placement_id=placement.pk,
        stand_by_entry_id=None,
        result_counts_for_former_player=True,
        actor=organiser(),
        now=AT,
    )
    assert row.placements.filter(bot=True, entry__isnull=False).count() == 1


def test_seven_have_no_table_and_are_put_in_order_by_hand():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, FINAL), 8)
    start(tournament, 1)
    for table_number in (1, 2):
        end_in_a_tie(
            tournament, against_the_lot(tournament, table_number=table_number), table_number=table_number
        )
    (tie,) = find_ties(snapshot(tournament), 1)
    assert len(tie.entries) == 8
    with pytest.raises(WrongMoment, match="three to six players"):
        play_off(tournament, list(tie.entries))
