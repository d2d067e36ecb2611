"""Games that organisers end: by their scored rounds, or as if they had not been; and their ratings."""

from random import Random

import pytest

from games import signals
from games.models import Rating, Round, Seat, Table
from games.rules.errors import NotFinished
from games.rules.record.check import check_record
from games.rules.topics.cheating import Accuse
from games.selectors.sights import read_record
from games.services.audit import audit_table
from games.services.ratings import rate_due_games, recompute_ratings
from games.services.referee import (
    annul_game,
    halt_table,
    replace_player,
    resume_table,
    reveal_sealed_tables,
    set_time_limit,
    stop_game,
)
from tests.support.games.organised import MERLIN, in_second_round, row, sitter
from tests.support.games.playing import AT, do, play_on, running, short, sight

db = pytest.mark.django_db


@pytest.fixture
def finished():
    """The tables whose end was told."""
    told = []

    def hear(table_id, **_):
        told.append(table_id)

    signals.table_finished.connect(hear)
    yield told
    signals.table_finished.disconnect(hear)


@db
def test_a_stopped_game_ends_with_the_scores_of_its_scored_rounds(finished):
    table_id = in_second_round(cheating=True)
    play_on(table_id, Random(4), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    scores = {player["seat"]: player["score"] for player in sight(table_id)["players"]}
    do(table_id, 0, Accuse(1, "button"))
    assert sight(table_id)["players"][0]["score"] != scores[0]
    stop_game(table_id=table_id, now=AT)
    seats = Seat.objects.filter(table_id=table_id)
    assert {seat.seat: seat.score for seat in seats} == scores
    assert sorted(seat.rank for seat in seats) == [1, 2, 3, 4]
    assert (row(table_id).status, row(table_id).due_at, row(table_id).unrated) == ("finished", None, True)
    assert finished == [table_id]
    said = read_record(table_id)
    assert (said["stopped"], len(said["rounds"])) == (True, 1)
    assert check_record(said) == []
    assert audit_table(table_id) == []


@db
def test_in_the_pause_a_stop_keeps_the_round_that_was_scored():
    table_id = running(4, **short(2, 1))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    stop_game(table_id=table_id, now=AT)
    assert Round.objects.filter(table_id=table_id).count() == 1
    assert check_record(read_record(table_id)) == []
    assert audit_table(table_id) == []


@db
def test_a_stop_before_any_round_is_scored_ends_with_zeros():
    table_id = running(4)
    halt_table(table_id=table_id, now=AT)
    stop_game(table_id=table_id, now=AT)
    assert {seat.score for seat in Seat.objects.filter(table_id=table_id)} == {0}
    assert not row(table_id).halted
    assert audit_table(table_id) == []


@db
def test_nothing_of_an_annulled_game_counts(finished):
    table_id = in_second_round()
    annul_game(table_id=table_id, now=AT)
    assert (row(table_id).status, row(table_id).due_at, finished) == ("abandoned", None, [])
    assert {seat.rank for seat in Seat.objects.filter(table_id=table_id)} == {None}
    with pytest.raises(NotFinished):
        read_record(table_id)
    assert audit_table(table_id) == []


def rated(before_the_end) -> bool:
    """Whether a public game of four people moves ratings, if this is done to it in its first round."""
    table_id = running(4, **{"preset": "standard"}, pause=0)
    before_the_end(table_id)
    if row(table_id).status != "finished":
        play_on(table_id, Random(5))
    rate_due_games()
    moved = Rating.objects.exists()
    assert recompute_ratings() == 0
    assert audit_table(table_id) == []
    return moved


@db
def test_a_halt_and_a_time_limit_leave_a_game_rated():
    def halt_for_a_while(table_id):
        halt_table(table_id=table_id, now=AT)
        set_time_limit(table_id=table_id, closes_at=AT, now=AT)
        resume_table(table_id=table_id, now=AT)

    assert rated(halt_for_a_while)


@db
@pytest.mark.parametrize(
    "verb",
    [
        lambda t: stop_game(table_id=t, now=AT),
        lambda t: replace_player(table_id=t, seat=1, sitter=MERLIN, now=AT),
        lambda t: replace_player(table_id=t, seat=1, sitter=sitter("eve"), now=AT),
        lambda t: Table.objects.filter(pk=t).update(sealed=True),
    ],
    ids=["stopped", "a bot for a person", "a person for a person", "sealed"],
)
def test_games_that_prove_nothing_are_not_rated(verb):
    assert not rated(verb)


@db
def test_a_game_that_was_sealed_when_it_ended_stays_unrated_when_it_is_shown():
    def seal(table_id):
        Table.objects.filter(pk=table_id).update(sealed=True)

    rated(seal)
    reveal_sealed_tables([table.pk for table in Table.objects.all()], visibility="public")
    assert recompute_ratings() == 0
    assert not Rating.objects.exists()
