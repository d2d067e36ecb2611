"""A claim is proven exactly if one strategy keeps it in every deal that the claimant can't rule out."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK, SUITS
from games.rules.claims.knowledge import Knowledge
from games.rules.claims.proof import is_obvious_claim, prove_claim
from games.rules.claims.trick import OpenTrick, strength_in_trick, trick_after_card
from games.rules.editions import BASE, EDITIONS
from tests.support.rules.claim_oracle import deals, holds


def known(hand, pool, *, sizes, cards_on_table="", trump=None, voids=None, edition=BASE):
    """What a claimant knows, in short words; `voids` has the suits that each of the others lacks."""
    lacking = voids or ["" for _ in sizes]
    return Knowledge(
        edition=edition,
        trump=trump,
        hand=tuple(hand.split()),
        pool=tuple(pool.split()),
        cards_on_table=tuple(cards_on_table.split()),
        sizes=sizes,
        voids=tuple(frozenset(suits) for suits in lacking),
    )


def is_proven(knowledge, tricks):
    return prove_claim(knowledge, tricks).card is not None


# --- Examples -------------------------------------------------------------------------------------


def test_wizards_that_are_led_take_everything():
    assert is_proven(known("W1 W2", "R1 R2 R3 W3 W4", sizes=(2, 2)), "all")


def test_a_wizard_may_be_played_by_anybody():
    assert not is_proven(known("R13", "R1 R2 W4", sizes=(1, 1)), "all")


def test_trumps_are_drawn_before_a_card_that_they_could_beat():
    hand, pool = "B5 R13 R12", "R2 R3 Y1 Y2 Y3 G1"
    drawn = known(hand, pool, sizes=(3, 3), trump="R")
    assert prove_claim(drawn, "all").card == "R13"
    assert not is_proven(drawn._replace(hand=("B5", "R13")), "all")


def test_who_could_keep_a_trump_back_by_a_jester_may_beat_the_last_card():
    assert not is_proven(known("B5 R13", "R2 Y1 Y2 J1", sizes=(2, 2), trump="R"), "all")
    assert is_proven(known("B5 R13", "R2 Y1 Y2 Y3", sizes=(2, 2), trump="R"), "all")


def test_a_void_that_was_shown_makes_a_claim_certain():
    open_suit = known("G5", "G9 R1 R2", sizes=(1, 1), trump="Y")
    assert not is_proven(open_suit, "all")
    assert is_proven(open_suit._replace(voids=(frozenset("G"), frozenset("G"))), "all")


def test_a_trump_that_one_of_them_holds_may_beat_a_card_of_another_suit():
    assert not is_proven(known("G13", "G2 R5", sizes=(1, 1), trump="R"), "all")
    assert is_proven(known("G13", "G2 Y5", sizes=(1, 1), trump="R"), "all")


def test_jesters_take_nothing_unless_they_are_led():
    assert is_proven(known("J1 J2", "R1 R2 J3 J4", cards_on_table="R5", sizes=(2, 1)), "none")
    assert not is_proven(known("J1", "J2 J3 R1", sizes=(1, 1)), "none")


def test_a_jester_that_is_led_takes_nothing_if_too_few_jesters_are_left():
    assert is_proven(known("J1", "J2 R2 R1", sizes=(1, 1)), "none")


def test_a_card_below_the_one_that_lies_takes_nothing():
    assert is_proven(known("R3", "R1 G1 B2", cards_on_table="R5", sizes=(1, 0)), "none")
    assert not is_proven(known("R7", "R1 G1 B2", cards_on_table="R5", sizes=(1, 0)), "none")


def test_in_magic_a_wizard_that_is_played_to_a_suit_may_be_beaten_by_its_one():
    behind = known("W1", "R1 G2", cards_on_table="R5", sizes=(1, 0))
    assert is_proven(behind, "all")
    assert not is_proven(behind._replace(edition="magic"), "all")
    assert is_proven(known("W1", "R1 G2 B3", sizes=(1, 1), edition="magic"), "all")


def test_what_is_obvious_is_proven():
    obvious = known("W1 W2", "R1 R2 R3 W3 W4", sizes=(2, 2))
    assert is_obvious_claim(obvious, "all")
    assert not is_obvious_claim(obvious, "none")


# --- Against every deal ---------------------------------------------------------------------------


@st.composite
def small_ends(draw):
    """The last cards of a round with few cards unseen, so that all deals can be tried."""
    others = draw(st.sampled_from([2, 2, 3]))
    size = draw(st.integers(1, 3 if others == 2 else 2))
    played = draw(st.integers(0, others))
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    rng = Random(draw(st.integers(0, 2**32)))
    # Two suits and the extremes of two more: claims of mixed hands would hardly ever hold.
    some = [card for card in DECK if card[0] in "RYJW" or card in ("G1", "G13", "B1", "B7")]
    sizes = tuple(size - (seat >= others - played) for seat in range(others))
    spare = draw(st.integers(0, 1))
    cards = rng.sample(some, size + played + sum(sizes) + spare)
    void = st.sets(st.sampled_from(SUITS), max_size=2).map(frozenset)
    found = Knowledge(
        edition=edition,
        trump=draw(st.sampled_from([None, "R", "R", "G"])),
        hand=tuple(cards[:size]),
        cards_on_table=tuple(cards[size : size + played]),
        pool=tuple(cards[size + played :]),
        sizes=sizes,
        voids=tuple(draw(st.lists(void, min_size=others, max_size=others))),
    )
    assume(deals(found))
    return found


@pytest.mark.parametrize("tricks", ["all", "none"])
@settings(max_examples=100)
@given(knowledge=small_ends())
def test_the_search_proves_exactly_what_holds_in_every_deal(knowledge, tricks):
    proof = prove_claim(knowledge, tricks)
    assert proof.decided
    assert (proof.card is not None) == holds(knowledge, takes=tricks == "all")


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=6, unique=True), st.sampled_from([None, *SUITS]))
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_strengths_of_cards_are_the_editions_law(edition, cards, trump):
    trick = OpenTrick(0, len(cards))
    for card in cards:
        trick = trick_after_card(trick, card, strength_in_trick(card, trick.suit, trump, edition), len(cards))
    assert trick.holder == edition.winning_index(cards, trump)
