"""Bots claim all or none of the remaining tricks where that meets their bid and is easily proven."""

import random

import pytest

from games.bots.choose import LEVELS, choose_action
from games.bots.players.claim import choose_claim
from games.rules import engine
from games.wire.actions import parse_action
from tests.support.bots.sights import sight_with_memory
from tests.support.rules.tables import AT, bid, dealt, play

ALL, NONE = {"type": "claim", "tricks": "all"}, {"type": "claim", "tricks": "none"}


def table(own, *bids, **options):
    """Seat 1 is to move behind a red card that seat 0 has led; the first trick was seat 0's."""
    state = dealt("R13 R3 R4", f"R5 {own}", "R6 R9 B9", turned="Y3", **options)
    return play(bid(state, *(bids or (1, 0, 0))), "R13 R5 R6 R3")


@pytest.mark.parametrize(
    ("own", "bids", "claim"),
    [
        ("W1 W2", (1, 2, 0), ALL),
        ("J1 J2", (1, 0, 0), NONE),
        ("W1 W2", (1, 1, 0), None),
        ("J1 J2", (1, 1, 0), None),
        ("R12 R11", (1, 2, 0), None),
        ("W1 J1", (1, 1, 0), None),
    ],
)
def test_a_claim_meets_the_bid(own, bids, claim):
    assert choose_claim(sight_with_memory(table(own, *bids), 1)) == claim


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_claims_and_the_table_takes_it(level):
    state = table("W1 W2", 1, 2, 0)
    chosen = choose_action(sight_with_memory(state, 1), level=level, rng=random.Random(0))
    assert chosen == ALL
    assert engine.take_action(state, 1, parse_action(chosen), AT)[0].round.tricks_taken == (1, 2, 0)


def test_who_stands_in_for_somebody_claims_nothing():
    sight = sight_with_memory(table("W1 W2", 1, 2, 0), 1)
    assert choose_action(sight, level="journeyman", rng=random.Random(0), honest=True)["type"] == "play"


def test_where_cheating_is_possible_nobody_claims():
    sight = sight_with_memory(table("W1 W2", 1, 2, 0, cheating=True), 1)
    assert choose_claim(sight) is None


def test_without_the_rounds_tricks_nothing_can_be_proven():
    sight = sight_with_memory(table("W1 W2", 1, 2, 0), 1)
    del sight["tricks"]
    assert choose_claim(sight) is None


def test_a_round_is_not_claimed_before_everybody_has_played_a_card():
    state = play(bid(dealt("R3 R4", "W1 W2", "R9 B9", turned="Y3"), 0, 2, 0), "R3")
    assert choose_claim(sight_with_memory(state, 1)) is None


def test_the_last_card_is_played_and_not_claimed():
    state = play(bid(dealt("R13 R3", "R5 W1", "R6 R9", turned="Y3"), 1, 1, 0), "R13 R5 R6 R3")
    assert choose_claim(sight_with_memory(state, 1)) is None


def test_a_secret_bid_is_known_to_the_bot_itself():
    sight = sight_with_memory(table("J1 J2", 1, 0, 0, reveal="delayed"), 1)
    assert choose_claim(sight) == NONE
