"""The coach: figures for every choice from the seat's own sight, and a sentence whose facts are so."""

import random
import re
from typing import Any

import pytest
from django.utils import translation

from core.translation import translate
from games.bots.coach.advice import Advice, advise_seat
from games.bots.coach.reasons import explain_card
from games.rules.cards.deck_names import DeckNames
from games.rules.scoring.odds import chance_of_trick
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from tests.support.bots.sights import AT, Sight, bidding, decisions, naming, playing
from tests.support.secrets.permuting import another_table

PLAYS = 2_000
"""Few: what these tests ask is plain."""


def advised(sight: dict[str, Any], seed: int = 1, plays: int = PLAYS) -> Advice:
    advice = advise_seat(sight, seed=seed, plays=plays)
    assert advice is not None
    return advice


def best(advice: Advice) -> Any:
    """The choice that is advised; exactly one is."""
    (only,) = [choice for choice in advice.suits + advice.bids + advice.cards if choice.best]
    return only.what


def test_each_legal_bid_has_its_chance_and_its_points() -> None:
    sight = bidding("R7 W1 G3 B12 B2 Y9 Y1")
    sight["legal"]["bids"].remove(3)
    advice = advised(sight)
    assert [choice.what for choice in advice.bids] == sight["legal"]["bids"]
    assert all(0 <= choice.met <= 1 for choice in advice.bids)
    assert (advice.suits, advice.cards) == ((), ())
    assert best(advice) in sight["legal"]["bids"]


def test_each_legal_card_has_its_chance_and_its_points() -> None:
    sight = playing("R7 W1 G3 J1 R12 R1 R3", bid=2, lying="R5")
    advice = advised(sight)
    assert [choice.what for choice in advice.cards] == sight["legal"]["cards"]
    assert (advice.suits, advice.bids) == ((), ())
    assert best(advice) in sight["legal"]["cards"]


def test_each_suit_has_the_chance_of_its_best_bid() -> None:
    advice = advised(naming("R13 R12 R11 R10 B1"), plays=20_000)
    assert [choice.what for choice in advice.suits] == ["R", "Y", "G", "B"]
    assert best(advice) == "R"
    assert advice.why.startswith("With red as trump (you hold 4) your hand is good for about ")
    assert advice.why.endswith(" tricks, more than with any other suit.")


def test_what_is_certain_is_said_to_be_so() -> None:
    four_wizards = advised(bidding("W1 W2 W3 W4"))
    assert best(four_wizards) == 4
    assert [choice.met for choice in four_wizards.bids] == [0, 0, 0, 0, 1]
    assert four_wizards.bids[4].points == 60

    last = advised(playing("R7", bid=0, lying="R1 R2 R3"))
    assert [(choice.met, choice.points) for choice in last.cards] == [(0, -10)]


def test_cards_that_are_alike_promise_the_same() -> None:
    cards = advised(playing("W1 W2 J1 J2 B7 Y7 R7 G7", bid=3)).cards
    by_card = {choice.what: (choice.met, choice.points) for choice in cards}
    assert by_card["W1"] == by_card["W2"]
    assert by_card["J1"] == by_card["J2"]


def test_a_rule_that_leaves_nothing_to_weigh_is_not_overruled() -> None:
    assert best(advised(playing("R9 B3 W1", bid=3, turned="G2"))) == "W1"


@pytest.mark.parametrize(
    ("sight", "why"),
    [
        (
            bidding("R7 W1 G3 W2"),
            "You lead and hold 2 Wizards and 1 trump: the Wizards take 2 for certain, and your hand is good"
            " for about N tricks.",
        ),
        (
            bidding("R7 B3", before=(1, 0, 1)),
            "With no Wizard and no trump your hand is good for about N tricks; the others have bid 2 so far"
            " for 2 tricks.",
        ),
        (
            bidding("R2 B3", turned="J1", before=(1, 0, 1)),
            "With no Wizard your hand is good for about N tricks; the others have bid 2 so far for 2 tricks.",
        ),
        (
            {**bidding("B1", before=(1,)), "legal": {"suits": [], "bids": [1], "cards": []}},
            "The rules leave you no other bid.",
        ),
        (playing("R7", bid=0), "It is your last card."),
        (
            playing("R7 B2", bid=0, lying="R5"),
            "You have to follow suit, and this is the only card that lets you.",
        ),
        (
            playing("R7 R2", bid=0, lying="R5 R6 R8"),
            "You want no tricks: none of the cards that you may play takes this trick, "
            "so get rid of the red 7.",
        ),
        (
            playing("R9 R2", bid=0, lying="R5 R6 R8"),
            "You want no tricks: the red 2 cannot take this trick, so you get rid of it safely.",
        ),
        (
            playing("R9 R2", bid=2, lying="R5 R6 R8"),
            "You need every trick that is left: you play last, and the red 9 takes this trick.",
        ),
        (
            playing("R9 W3", bid=2, lying="R5"),
            "You need every trick that is left: the Wizard takes this trick for certain.",
        ),
        (
            playing("R13 R2", bid=2, lying="R5", turned="G2"),
            "You need every trick that is left: the red 13 wins so far, with 2 players still to play"
            " and 12 trumps and 4 Wizards not yet seen.",
        ),
        (
            playing("G9 G3", bid=2, turned="G2"),
            "You need every trick that is left: the green 9 leads, with 3 players still to play and"
            " 4 higher green cards and 4 Wizards not yet seen.",
        ),
        (
            playing("R9 R3", bid=2, turned="G2"),
            "You need every trick that is left: the red 9 leads, with 3 players still to play and"
            " 4 higher red cards, 12 trumps and 4 Wizards not yet seen.",
        ),
    ],
)
def test_the_sentence_says_facts(sight: dict[str, Any], why: str) -> None:
    assert re.sub(r"about \d+(\.\d)? tricks", "about N tricks", advised(sight).why) == why


@pytest.mark.parametrize(
    ("bid", "taken", "aim"),
    [
        (0, 1, "You have 1 trick too many, and each further trick costs 10 points: "),
        (0, 0, "You want no tricks: "),
        (1, 1, "You have the tricks you bid and want no more: "),
        (2, 1, "You need 1 of the 2 tricks left: "),
        (4, 1, "You need 3 tricks but only 2 are left, and each one you miss costs 10 points: "),
    ],
)
def test_the_sentence_begins_with_what_is_needed(bid: int, taken: int, aim: str) -> None:
    assert advised(playing("R9 Y3", bid=bid, taken=taken, cards=4)).why.startswith(aim)


def test_a_card_that_nothing_unseen_can_beat_takes_the_trick_for_certain() -> None:
    gone = ["W1 W2 W3 W4", *(f"R{rank} Y{rank} G{rank} B{rank}" for rank in (10, 11, 12, 13))]
    plays = [[{"seat": seat, "card": card} for seat, card in enumerate(trick.split())] for trick in gone]
    tricks = [{"number": n, "plays": lying} for n, lying in enumerate(plays, start=1)]
    sight = {**playing("R9 R3", bid=2, turned="J1", cards=7), "tricks": tricks}
    assert (
        explain_card(sight, "R9")
        == "You need every trick that is left: the red 9 takes this trick for certain."
    )


def test_the_sentence_names_cards_as_the_deck_does() -> None:
    sight = playing("R9 R3", bid=0, taken=0, cards=2)
    assert "the red 3" in explain_card(sight, "R3")
    assert "the 4 of Hearts" in explain_card(sight, "R3", DeckNames("classic"))
    assert "the Farmer of Hearts (3)" in explain_card(sight, "R3", DeckNames("medieval"))


def test_a_bid_that_is_not_the_count_says_why() -> None:
    allowed = bidding("W1 W2 R1 B1", before=(2, 1))
    why = "With 2 Wizards your hand is good for about N tricks"
    barred = {**allowed, "legal": {"suits": [], "bids": [0, 1, 3, 4], "cards": []}}
    assert f"{why}, but a bid of 2 is not allowed; the others have bid 3 so far for 4 tricks." == re.sub(
        r"about \d+(\.\d)? tricks?", "about N tricks", advised(barred).why
    )


def test_a_bid_of_a_first_hand_is_counted_and_not_sampled() -> None:
    sight = bidding("G3", turned="G7")
    told = advised(sight, plays=1)
    assert [(choice.what, choice.met, choice.points, choice.best) for choice in told.bids] == [
        (0, 0.54, 6.2, False),
        (1, 0.46, 8.4, True),
    ]
    assert told == advised(sight, seed=2)
    assert told.why == (
        "The green 3 takes the trick in 46.0% of all possible deals; a bid of 1 pays off from 42.9% on."
    )


def test_a_bid_that_was_made_tells_of_a_card_and_is_not_counted() -> None:
    after_a_one = advised(bidding("G3", turned="G7", before=(1,)))
    assert after_a_one.bids[1].met < chance_of_trick(players=4, before=1, own="G3", turned="G7", trump="G")
    assert "the others have bid 1 so far for 1 trick" in after_a_one.why


def test_the_dealer_who_names_trump_for_one_card_is_told_the_counted_chances() -> None:
    told = advised(naming("R13"), plays=1)
    trump, other = (
        chance_of_trick(players=4, before=3, own="R13", turned="W1", trump=suit) for suit in ("R", "G")
    )
    assert [choice.met for choice in told.suits] == [
        round(float(trump), 3),
        *[round(float(1 - other), 3)] * 3,
    ]
    assert best(told) == "R"


def test_there_is_no_advice_out_of_turn() -> None:
    waiting = {**playing("R7 B2", bid=0), "legal": {"suits": [], "bids": [], "cards": []}}
    assert advise_seat(waiting, seed=1) is None


def test_the_same_rng_seed_gives_the_same_advice_and_others_about_the_same() -> None:
    sight = playing("R7 W1 G3 J1 R12", bid=2, lying="R5")
    first = advised(sight)
    assert advised(sight) == first
    other = advised(sight, seed=2)
    assert other != first
    assert max(abs(a.met - b.met) for a, b in zip(first.cards, other.cards, strict=True)) < 0.4


def known(state: State, seat: int) -> Sight:
    """What a seat sees and remembers."""
    return {**viewer_sight(state, seat, number=0, server_time=AT), **build_memory(state)}


@pytest.mark.parametrize(("players", "reveal"), [(3, "open"), (4, "hiddentip"), (6, "delayed")])
def test_hidden_cards_make_no_difference(players: int, reveal: str) -> None:
    rng = random.Random(1)
    rounds = [{"cards": cards, "reveal": reveal} for cards in (1, 4)]
    options = {"preset": "custom", "rounds": rounds, "coach": True}
    changed = 0
    for state, seat, _, _ in decisions(players, options, seed=2):
        other = another_table(state, seat, rng)
        changed += other != state
        assert advise_seat(known(other, seat), seed=5, plays=200) == advise_seat(
            known(state, seat), seed=5, plays=200
        )
    assert changed > 15


def test_advice_is_told_in_the_words_of_the_api() -> None:
    told = advised(bidding("W1")).as_dict()
    assert set(told) == {"suits", "bids", "cards", "why"}
    assert [set(choice) for choice in told["bids"]] == [{"bid", "met", "points", "best"}] * 2


@pytest.mark.parametrize(
    ("sight", "deck", "why"),
    [
        (
            playing("R13 R2", bid=2, lying="R5", turned="G2"),
            "modern",
            "Du brauchst jeden Stich, der noch kommt – Rot 13 gewinnt bisher; nach dir kommen noch 2 "
            "Spieler; noch nicht gefallen: 12 Trümpfe und 4 Zauberer.",
        ),
        (
            playing("R9 R3", bid=2, turned="J1"),
            "classic",
            "Du brauchst jeden Stich, der noch kommt – Herz-10 eröffnet den Stich; nach dir kommen noch 3 "
            "Spieler; noch nicht gefallen: 4 höhere Herz-Karten und 4 Zauberer.",
        ),
        (
            bidding("G3", turned="G7"),
            "modern",
            "Grün 3 gewinnt den Stich bei 46,0 % aller möglichen Verteilungen; die Ansage 1 lohnt sich ab "
            "42,9 %.",
        ),
    ],
)
def test_the_sentence_can_be_said_in_german(sight: dict[str, Any], deck: str, why: str) -> None:
    advice = advise_seat(sight, seed=1, plays=PLAYS, names=DeckNames(deck))
    assert advice is not None
    with translation.override("de"):
        assert translate(advice.why) == why
