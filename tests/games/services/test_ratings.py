"""Ratings that are due: written once for each game, after the transaction that ended it."""

from random import Random

import pytest

from games.models import Rating, Table
from games.services import ratings
from games.services.ratings import RatingWatch, recompute_ratings
from games.shards import ALL_SHARDS, shard_of
from games.store import rate
from tests.support.games.playing import AT, opened, people, play_on

pytestmark = pytest.mark.usefixtures("either_database")


@pytest.fixture
def table_id() -> str:
    """A rated game that has just ended."""
    table_id = opened(*people(4), size=4, options={"preset": "tournament"})
    play_on(table_id, Random(4))
    return table_id


def is_due(table_id: str) -> bool:
    return Table.objects.get(pk=table_id).rating_due


def games() -> set[int]:
    """How many games have counted for each player."""
    return set(Rating.objects.values_list("games", flat=True))


def test_the_end_of_a_game_moves_no_rating_but_the_scheduler_does_once(table_id):
    assert (is_due(table_id), games()) == (True, set())
    for _ in range(2):
        RatingWatch().tick(now=AT, monotonic_now=0)
        assert (is_due(table_id), games()) == (False, {1})
    assert not rate.rate_due_game(table_id)
    assert recompute_ratings() == 0


def test_a_scheduler_rates_the_games_of_its_own_shards_alone(table_id):
    RatingWatch(lambda: ALL_SHARDS - {shard_of(table_id)}).tick(now=AT, monotonic_now=0)
    assert games() == set()
    RatingWatch(lambda: frozenset({shard_of(table_id)})).tick(now=AT, monotonic_now=0)
    assert games() == {1}


def test_a_game_that_cannot_be_rated_stays_due_and_holds_up_no_other(table_id, monkeypatch, caplog):
    other = opened(*people(4), size=4, options={"preset": "tournament"})
    play_on(other, Random(5))
    first = min(table_id, other, key=lambda each: (Table.objects.get(pk=each).finished_at, each))
    rate_game = rate.rate_game

    def fail_once(table: Table) -> None:
        if table.pk == first:
            raise RuntimeError("no")
        rate_game(table)

    with monkeypatch.context() as patch:
        patch.setattr(rate, "rate_game", fail_once)
        ratings.rate_due_games()
    assert f"The game at table {first} cannot be rated" in caplog.text
    assert (is_due(first), games()) == (True, {1})
    ratings.rate_due_games()
    assert games() == {2}


def test_recomputing_includes_games_that_are_due_and_counts_them_once(table_id):
    assert recompute_ratings() == 4
    RatingWatch().tick(now=AT, monotonic_now=0)
    assert games() == {1}
