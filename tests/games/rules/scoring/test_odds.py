"""Odds of a round of one card: the count against all deals there are, and the encyclopedia's table."""

from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

import pytest

from games.rules.cards import DECK, RANK, SUIT, SUITS, Card
from games.rules.cards.trick import winning_index
from games.rules.scoring.odds import (
    chance_of_trick,
    expected_bid_points,
    is_worth_a_bid,
    lowest_card_worth_bid,
    trump_of_turned_card,
)

SUITS_TURNED = [f"G{rank}" for rank in range(1, 14)]
OWN = ["R1", "R7", "R13", "G1", "G7", "G13", "Y4", "J1", "W1"]
CASES = [(turned, trump) for turned, trump in [("G6", "G"), ("R6", "R"), ("J2", None), ("W2", "G")]]


def chance(own: Card, players: int, before: int, turned: Card, trump: str | None) -> Fraction:
    return chance_of_trick(players=players, before=before, own=own, turned=turned, trump=trump)


def takes(own: Card, before: int, others: tuple[Card, ...], trump: str | None) -> bool:
    """Whether the rules of a trick give it to `own` among the cards of the others in their order."""
    return winning_index((*others[:before], own, *others[before:]), trump) == before


# --- Counting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turned", "trump"), CASES)
@pytest.mark.parametrize("own", OWN)
def test_three_players_by_dealing_every_deal(own, turned, trump):
    deals = list(permutations([card for card in DECK if card not in (own, turned)], 2))
    for before in range(3):
        won = sum(takes(own, before, others, trump) for others in deals)
        assert chance(own, 3, before, turned, trump) == Fraction(won, len(deals))


def sort_of(card: Card, own: Card) -> tuple[str, bool]:
    """Cards of the same sort do the same to `own`: their letter, and in a suit whether they are higher."""
    return card[0], SUIT[card] is not None and RANK[card] > RANK.get(own, 0)


@pytest.mark.parametrize(("turned", "trump"), CASES)
@pytest.mark.parametrize("own", ["R7", "G7", "J1", "W1"])
def test_more_players_by_every_order_of_sorts(own, turned, trump):
    left: dict[tuple[str, bool], list[Card]] = {}
    for card in DECK:
        if card not in (own, turned):
            left.setdefault(sort_of(card, own), []).append(card)
    for players in (4, 5, 6) if own == "R7" else (4, 5):
        won = [0] * players
        for order in product(left, repeat=players - 1):
            deals = 1
            for sort in left:
                deals *= perm(len(left[sort]), order.count(sort))
            cards = tuple(left[sort][0] for sort in order)
            for before in range(players):
                won[before] += deals * takes(own, before, cards, trump)
        deals = perm(58, players - 1)
        assert [chance(own, players, before, turned, trump) for before in range(players)] == [
            Fraction(number, deals) for number in won
        ]


@pytest.mark.parametrize("players", range(3, 7))
def test_all_chances_at_a_table_add_up_to_one_trick(players):
    """Each place's chance, averaged over all cards that may lie there, is its share of the trick."""
    for turned, trump in CASES:
        cards = [card for card in DECK if card != turned]
        shares = [
            sum(chance(own, players, before, turned, trump) for own in cards) / len(cards)
            for before in range(players)
        ]
        assert sum(shares) == 1
        assert shares[0] == max(shares)


def test_a_jester_wins_among_jesters_alone_if_it_is_the_first_and_there_are_enough():
    assert chance("J1", 4, 0, "G7", "G") == Fraction(3 * 2 * 1, 58 * 57 * 56)
    assert chance("J1", 4, 1, "G7", "G") == 0
    assert chance("J1", 5, 0, "G7", "G") == chance("J1", 4, 0, "J2", None) == 0


def test_a_led_wizard_is_sure_and_a_later_one_fears_those_before():
    assert chance("W1", 6, 0, "G7", "G") == 1
    assert chance("W1", 3, 1, "G7", "G") == Fraction(55, 58)
    assert chance("W1", 3, 1, "W2", "G") == Fraction(56, 58)


def test_trump_does_not_ask_for_the_place():
    assert len({chance("G7", 6, before, "G2", "G") for before in range(6)}) == 1


@pytest.mark.parametrize(
    ("players", "before", "own"), [(2, 0, "R1"), (7, 0, "R1"), (4, 4, "R1"), (4, -1, "R1"), (4, 0, "G7")]
)
def test_a_round_that_does_not_exist_has_no_odds(players, before, own):
    with pytest.raises(ValueError, match="no such round"):
        chance(own, players, before, "G7", "G")


# --- What a bid is worth --------------------------------------------------------------------------


def test_a_bid_of_one_is_worth_it_from_three_sevenths():
    least = Fraction(3, 7)
    assert expected_bid_points(1, least) == expected_bid_points(0, least) == Fraction(50, 7)
    assert is_worth_a_bid(least)
    assert not is_worth_a_bid(least - Fraction(1, 10**9))


@pytest.mark.parametrize("players", range(3, 7))
def test_without_the_lead_only_trump_and_wizards_are_worth_it(players):
    for before in range(1, players):
        for turned, trump in [("J2", None), ("W2", "G"), *((card, "G") for card in SUITS_TURNED)]:
            others = set(SUITS) - {trump}
            where = {"players": players, "before": before, "turned": turned, "trump": trump}
            assert [lowest_card_worth_bid(suit, **where) for suit in others] == [None] * len(others)
            assert is_worth_a_bid(chance("W1", players, before, turned, trump))
            if trump:
                assert lowest_card_worth_bid(trump, **where) == lowest_card_worth_bid(
                    trump, **{**where, "before": 0}
                )


def test_a_turned_card_says_what_is_trump():
    assert [trump_of_turned_card(card) for card in ("G2", "J1", "W1")] == ["G", None, None]


# --- The encyclopedia's table: whoever leads, with the names of the classic deck -------------------

NAMES = dict(
    zip(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), range(1, 14), strict=True)
)
"""The classic deck's lowest card is a two, so its ten is the rank 9 (rules.md, "Cards")."""
LOW = ("2", "3")


def smallest_led(players: int, suit: str, turned: str) -> Any:
    """The rank (None: no card) of the smallest card of `suit` that is worth a bid of one to the leader."""
    code = turned if turned == "J1" else f"G{NAMES[turned]}"
    found = lowest_card_worth_bid(
        suit, players=players, before=0, turned=code, trump=trump_of_turned_card(code)
    )
    return found and RANK[found[0]]


def test_three_players_a_suit_turned_up_a_jack_off_suit():
    assert {smallest_led(3, "R", turned) for turned in NAMES} == {NAMES["J"]}
    # And any trump, which the table takes for granted.
    assert {smallest_led(3, "G", turned) for turned in NAMES} == {NAMES["2"], NAMES["3"]}
    assert smallest_led(3, "G", "2") == NAMES["3"]


def test_four_players_a_suit_turned_up_the_three_of_trump_and_the_four_if_a_two_or_three_is_turned_up():
    for turned in NAMES:
        assert smallest_led(4, "G", turned) == NAMES["4" if turned in LOW else "3"]
        assert smallest_led(4, "R", turned) is None


def test_five_players_a_suit_turned_up_is_one_lower_than_the_nine_of_trump_or_the_eight():
    for turned in NAMES:
        table = NAMES["8"] if NAMES[turned] > NAMES["8"] else NAMES["9"]
        ours = smallest_led(5, "G", turned)
        assert ours == NAMES["7" if NAMES[turned] > NAMES["7"] else "8"]
        assert table - ours in ((1, 2) if turned == "8" else (1,))
        assert smallest_led(5, "R", turned) is None


def test_six_players_a_suit_turned_up_the_ten_of_trump_and_the_nine_if_it_is_ten_or_higher():
    for turned in NAMES:
        assert smallest_led(6, "G", turned) == NAMES["9" if NAMES[turned] >= NAMES["10"] else "10"]
        assert smallest_led(6, "R", turned) is None


def test_three_players_a_jester_turned_up_always():
    assert smallest_led(3, "R", "J1") == NAMES["2"]


def test_four_players_a_jester_turned_up_is_one_higher_than_the_three():
    assert smallest_led(4, "R", "J1") == NAMES["3"] + 1


def test_five_players_a_jester_turned_up_is_one_lower_than_the_nine():
    assert smallest_led(5, "R", "J1") == NAMES["9"] - 1


def test_six_players_a_jester_turned_up_the_ten():
    assert smallest_led(6, "R", "J1") == NAMES["10"]


def test_no_limit_gives_the_table_for_it_refuses_better_chances_than_it_takes():
    taken = chance("R2", 4, 0, "J1", None)
    refused = [chance("R7", 5, 0, "J1", None), chance("G7", 5, 0, "G3", "G")]
    assert all(taken < better for better in refused)
    # The same three, now of trump, with the two turned up: there the table asks for the four.
    assert chance("G2", 4, 0, "G1", "G") == taken < Fraction(3, 7) < min(refused)
