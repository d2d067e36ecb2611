"""Profiles, statistics, ratings and the list of the best."""

import pytest

from games.models import Rating, Seat, Table
from games.selectors.people import players
from games.services.ratings import recompute_ratings
from tests.support.games.people import api_of, person
from tests.support.games.playing import finished, people, short

pytestmark = pytest.mark.django_db


def tournament(*sitting, **more):
    """A rated game: public, of a fixed schedule, without cheating."""
    return finished(*sitting, options={"preset": "tournament"}, **more)


def test_a_profile_adds_up_the_finished_games():
    table_id = tournament(*people(4))
    seat = Seat.objects.get(table=table_id, name="alice")
    answer = api_of(None).get("/api/v1/players/alice")
    assert answer.status_code == 200
    profile = answer.json()
    assert (profile["username"], profile["kind"]) == ("alice", "human")
    statistics = profile["statistics"]
    assert statistics["games"] == 1
    assert statistics["wins"] == int(seat.rank == 1)
    assert statistics["best_score"] == statistics["average_score"] == seat.score
    assert statistics["bids"] == 10
    assert statistics["bids_met"] == seat.correct_bids
    assert profile["rating"]["games"] == 1


def test_a_name_is_found_whatever_its_case_and_a_stranger_is_not():
    person("Zoe")
    assert api_of(None).get("/api/v1/players/zOE").json()["username"] == "Zoe"
    answer = api_of(None).get("/api/v1/players/nobody")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_new_player_has_no_games_and_no_rating():
    person("zoe")
    profile = api_of(None).get("/api/v1/players/zoe").json()
    assert profile["rating"] is None
    assert profile["statistics"] == {
        "games": 0,
        "wins": 0,
        "average_score": None,
        "best_score": None,
        "bids": 0,
        "bids_met": 0,
    }


def test_ratings_follow_the_places_of_a_game():
    table_id = tournament(*people(4))
    ranks = dict(Seat.objects.filter(table=table_id).values_list("user_id", "rank"))
    by_rating = [rating.user_id for rating in Rating.objects.order_by("-mu")]
    assert by_rating == sorted(ranks, key=lambda user: ranks[user])


@pytest.mark.parametrize(
    "unrated",
    [
        {"options": short(2, 1)},
        {"options": {"preset": "tournament", "cheating": True}},
        {"options": {"preset": "tournament", "coach": True}},
        {"options": {"preset": "tournament"}, "visibility": "private"},
    ],
)
def test_custom_cheating_coached_and_private_tables_are_not_rated(unrated):
    alice, bob, *others = people(4)
    visibility = unrated.get("visibility")
    if visibility == "private":
        table_id = tournament(alice, bob, *others)
        Table.objects.filter(pk=table_id).update(visibility="private")
        Rating.objects.all().delete()
        recompute_ratings()
    else:
        finished(alice, bob, *others, **unrated)
    assert not Rating.objects.exists()


def test_guests_and_the_sites_bots_are_left_out_of_it():
    alice, bob = people(2)
    finished(alice, person("QuietOtter1", "guest"), bob, bots=1, options={"preset": "tournament"})
    assert set(Rating.objects.values_list("user_id", flat=True)) == {alice.pk, bob.pk}


def test_a_game_with_somebody_elses_bot_is_not_rated():
    tournament(*people(3), person("robby", "bot"))
    assert not Rating.objects.exists()


def test_a_game_with_an_account_that_is_flagged_as_a_bot_later_is_rated_no_more(monkeypatch):
    monkeypatch.setattr(players, "MIN_RATED_GAMES", 1)
    tournament(*people(4))
    emil = person("emil")
    emil.kind = "bot"
    emil.save()
    best = api_of(None).get("/api/v1/leaderboard").json()["results"]
    assert "emil" not in [row["username"] for row in best]
    assert recompute_ratings() == 4
    assert not Rating.objects.exists()


def test_one_person_alone_is_not_rated():
    alice = person("alice")
    tournament(alice, person("g1", "guest"), person("g2", "guest"), person("g3", "guest"))
    assert not Rating.objects.exists()


def test_ratings_can_be_computed_again_from_the_games():
    for _ in range(2):
        tournament(*people(4))
    assert recompute_ratings() == 0
    Rating.objects.filter(user__username="bob").update(value=9999)
    assert recompute_ratings() == 1
    assert Rating.objects.get(user__username="bob").value != 9999


def test_the_list_of_the_best_takes_some_games(monkeypatch):
    tournament(*people(4))
    assert api_of(None).get("/api/v1/leaderboard").json()["results"] == []
    monkeypatch.setattr(players, "MIN_RATED_GAMES", 1)
    page = api_of(None).get("/api/v1/leaderboard", {"page_size": 2}).json()
    assert page["count"] == 4
    assert [row["rank"] for row in page["results"]] == [1, 2]
    second = api_of(None).get("/api/v1/leaderboard", {"page_size": 2, "page": 2}).json()
    rows = page["results"] + second["results"]
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert {row["username"] for row in rows} == {"alice", "bob", "dora", "emil"}
