"""The record of a game with claims: who claimed what and when, and the check that proves it again."""

import orjson
import pytest
from hypothesis import given

from games.rules.record import build_record
from games.rules.record.check import check_record
from tests.support.rules.whole_games import a_game, games

SHORT = {"preset": "custom", "rounds": [2, 3, 2, 1, 4]}


def of_claims():
    """A finished game's record in which tricks were claimed, as it comes out of JSON."""
    game = a_game(SHORT, players=4, rng_seed=29, ambition=1.0, kinds=("human", "bot") * 3)
    return orjson.loads(orjson.dumps(build_record(game.state, "t1")))


def claimed(record):
    return [played for played in record["rounds"] if "claims" in played]


def test_a_round_with_a_claim_says_who_claimed_what_and_when():
    claims = [claim for played in claimed(of_claims()) for claim in played["claims"]]
    assert {claim["tricks"] for claim in claims} == {"all", "none"}
    assert all(set(claim) == {"seat", "tricks", "after"} for claim in claims)


def test_all_its_tricks_are_there_and_say_which_cards_followed_from_the_claim():
    for played in claimed(of_claims()):
        cards = [play for trick in played["tricks"] for play in trick["plays"]]
        assert len(cards) == played["cards"] * 4
        assert cards[played["claims"][0]["after"]]["by"] == "claim"


def test_a_round_without_a_claim_looks_as_it_always_did():
    record = build_record(a_game(SHORT, players=4, rng_seed=3).state, "t1")
    assert not any("claims" in played for played in record["rounds"])


@given(games(claims=True, cheating=False))
def test_the_record_of_any_game_with_claims_passes_its_check(game):
    if game.state.result is not None:
        assert check_record(orjson.loads(orjson.dumps(build_record(game.state, "t1")))) == []


def swapped(tricks):
    return "none" if tricks == "all" else "all"


@pytest.mark.parametrize(
    "change",
    [
        lambda claim: claim.update(tricks=swapped(claim["tricks"])),
        lambda claim: claim.update(seat=(claim["seat"] + 1) % 4),
        lambda claim: claim.update(after=99),
        lambda claim: claim.update(tricks="some"),
        lambda claim: claim.pop("seat"),
    ],
)
def test_a_claim_that_was_not_proven_is_found(change):
    record = of_claims()
    change(claimed(record)[0]["claims"][0])
    assert check_record(record)
