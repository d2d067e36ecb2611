"""Sampled deals agree with what a seat has seen, and their hands with what was bid."""

import random
from itertools import islice

import pytest

from games.bots.search.deals import SampledDeal, sample_deals
from games.bots.search.pack import KIND, NUMBER
from games.bots.search.position import Position, build_position
from games.bots.search.search import card_chances_in_position
from tests.support.bots.sights import Sight, bidding, decisions, playing

R, Y, G, B = range(4)
OPTIONS = {"preset": "custom", "rounds": [7, 12]}


def sampled(position: Position, count: int = 40, seed: int = 1) -> list[SampledDeal]:
    return list(
        islice(sample_deals(position, card_chances_in_position(position), random.Random(seed)), count)
    )


def after(sight: Sight, *tricks: str) -> Sight:
    """The sight with these tricks before, each led by seat 0, all of them remembered."""
    told = [
        {"plays": [{"seat": seat, "card": card} for seat, card in enumerate(trick.split())]}
        for trick in tricks
    ]
    return {**sight, "tricks": told}


def test_every_deal_is_made_of_the_unseen_cards_and_gives_each_seat_as_many_as_it_holds() -> None:
    looked = 0
    for _, seat, sight, _ in decisions(4, OPTIONS, seed=3):
        if sight["legal"]["cards"] or sight["legal"]["bids"]:
            position = build_position(sight)
            for deal in sampled(position, 3):
                looked += 1
                assert tuple(map(len, deal.hands)) == position.holds
                assert sorted(deal.hands[seat]) == list(position.hand)
                others = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
                assert len(set(others)) == len(others)
                assert set(others) <= set(position.unseen)
    assert looked > 100


def test_the_real_deal_is_one_that_could_be_sampled() -> None:
    """Nobody holds a suit that the position says they deny, at a table where nobody cheats."""
    denied = 0
    for state, _, sight, _ in decisions(4, OPTIONS, seed=4):
        if sight["legal"]["cards"]:
            assert state.round is not None
            for hand, lacks in zip(state.round.hands, build_position(sight).denied, strict=True):
                denied += lacks.bit_count()
                assert not any(lacks >> KIND[NUMBER[card]] & 1 for card in hand)
    assert denied > 20


def test_who_denied_a_suit_is_never_given_it() -> None:
    sight = after(playing("R13 R2 G9", bid=1, cards=4), "R5 B9 R3 Y4")
    position = build_position(sight)
    assert position.denied == (0, 1 << R, 0, 1 << R)
    for deal in sampled(position):
        assert not {KIND[card] for seat in (1, 3) for card in deal.hands[seat]} & {R}
    assert any(KIND[card] == R for deal in sampled(position) for card in deal.hands[2])


def test_wizards_and_jesters_deny_nothing() -> None:
    assert build_position(after(playing("R13 R2", bid=1, cards=3), "R5 W1 J1 R6")).denied == (0, 0, 0, 0)


def test_who_shows_a_suit_again_did_not_lack_it() -> None:
    """At a table where one may cheat."""
    sight = after(playing("R13 R2", bid=1, cards=4), "R5 B9 R3 R4", "R6 R9 R7 R8")
    assert build_position(sight).denied == (0, 0, 0, 0)


def test_denials_that_no_deal_agrees_with_are_given_up() -> None:
    """Everybody denied everything, as only cheats can."""
    position = build_position(playing("R13 R2 G9", bid=1))._replace(denied=(0, 15, 15, 15))
    assert all(tuple(map(len, deal.hands)) == (3, 3, 3, 3) for deal in sampled(position))


def test_a_higher_bid_makes_for_better_hands() -> None:
    hand = "R2 R3 Y2 Y3 B2 B3"

    def worth(bid: int) -> float:
        position = build_position(bidding(hand, before=(bid,)))
        return sum(_high(deal.hands[3]) for deal in sampled(position, 200))

    assert worth(4) > 1.5 * worth(0)


def _high(hand: list[int]) -> int:
    return sum(card >= NUMBER["W1"] or KIND[card] == G for card in hand)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_rng_seed_gives_the_same_deals(seed: int) -> None:
    position = build_position(bidding("R2 W1 Y2", before=(1, 1)))
    first, again = (sampled(position, 5, seed) for _ in range(2))
    assert [deal.hands for deal in first] == [deal.hands for deal in again]
    assert [deal.hands for deal in first] != [deal.hands for deal in sampled(position, 5, seed + 9)]
