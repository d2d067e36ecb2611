"""The page of the first hand's odds: a table for all, an answer for whoever asks, and bad questions."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.web.odds_form import BEGIN
from games.web.odds_needed import lowest_cards_for_leader
from tests.support.games.people import browser_of, person
from tests.support.markup import squeezed


@pytest.fixture(autouse=True)
def counts_from_zero() -> None:
    """No calls are counted from the test before."""
    cache.clear()


def asked(path: str = "/odds", **question: Any) -> str:
    """What the page says, in plain text."""
    response = browser_of(None).get(path, question)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


def question(**changed: Any) -> dict[str, Any]:
    return {**BEGIN, **changed}


@pytest.mark.parametrize("path", ["/odds", "/odds/"])
def test_the_page_answers_before_anything_was_asked(path):
    text = asked(path)
    assert "Green 3 takes the trick in 46.0% of deals" in text
    assert "Worth a bid of one" in text


@pytest.mark.django_db
def test_cards_are_named_as_in_the_visitors_deck():
    visitor = person("bob")
    visitor.preferences = {"deck": "classic"}
    visitor.save()
    page = browser_of(visitor).get("/odds").text
    assert "4 of Clubs takes the trick in 46.0% of deals" in page
    assert "Ace of Spades" in page
    assert "Trump Ace" in page
    assert "Green" not in page


def test_the_page_says_for_which_edition_the_odds_are():
    assert "The odds are those of the basic game. In Wizard Magic a 1 can take a trick" in asked()


def test_a_question_is_answered_with_the_exact_chance_and_both_bids():
    text = asked(**question(players=5, turned="G3", own="G7"))
    assert "Green 7 takes the trick in 45.9% of deals" in text
    assert "Worth a bid of one" in text
    assert "A bid of one brings 8.3 points on average, a bid of zero 6.2." in text
    assert "19458/42427" in text


def test_points_to_lose_have_a_minus_sign():
    text = asked(**question(own="W1"))
    assert "A bid of one brings 30.0 points on average, a bid of zero −10.0." in text


def test_without_the_lead_the_same_card_of_another_suit_is_not_worth_it():
    leading = asked(**question(players=3, own="R10"))
    later = asked(**question(players=3, own="R10", before=2))
    assert "Worth a bid of one." in leading
    assert "Better to bid zero." in later
    assert "2 play before you" in later


def test_every_card_is_listed_with_every_place():
    page = squeezed(Client().get("/odds", question(players=6)).text)
    _, _, every_card = page.partition('id="every"')
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th>((?:<td[^>]*>.+?</td>)+)</tr>', every_card)
    names = [name for name, _ in rows]
    # The green seven is turned up.
    assert names == [
        "Wizard",
        *(f"Trump {rank}" for rank in range(13, 0, -1) if rank != 7),
        *(f"Other suit {rank}" for rank in range(13, 0, -1)),
        "Jester",
    ]
    assert {cells.count("<td") for _, cells in rows} == {6}


def test_after_a_turned_wizard_the_named_suit_is_trump():
    text = asked(**question(turned="W2", trump="R", own="R2"))
    assert "Red 2 takes the trick in 42.9% of deals" in text
    assert "4 players, Wizard turned up, Red named trump. You lead." in text
    assert "Trump 13" in text


def test_after_a_turned_jester_nothing_is_trump():
    text = asked(**question(turned="J2", trump="R", own="R3"))
    assert "Red 3 takes the trick in 42.9% of deals" in text
    assert "Any suit 13" in text
    assert "Trump 13" not in text


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"own": "G7"}, "This card is turned up"),
        ({"turned": "W2"}, "Choose the suit that the dealer named"),
        ({"players": 3, "before": 3}, "With 3 players, at most 2 can play before you"),
        ({"players": 7}, "Select a valid choice"),
        ({"before": "many"}, "Select a valid choice"),
        ({"turned": "X1"}, "Select a valid choice"),
        ({"own": ""}, "This field is required"),
    ],
)
def test_a_round_that_cannot_be_is_refused_in_words(changed, why):
    text = asked(**question(**changed))
    assert why in text
    assert "takes the trick in" not in text


def test_what_a_leader_needs_is_what_the_document_says():
    told = {row["players"]: (row["suit"], row["jester"], row["wizard"]) for row in lowest_cards_for_leader()}
    assert told == {
        3: (["any trump", "10 or higher of another suit"], ["any card of any suit"],
            ["any trump", "10 or higher of another suit"]),
        4: (["trump 3 or higher (1 to 2 turned up)", "trump 2 or higher (3 to 13 turned up)"],
            ["3 or higher of any suit"], ["trump 2 or higher"]),
        5: (["trump 7 or higher (1 to 6 turned up)", "trump 6 or higher (7 to 13 turned up)"],
            ["7 or higher of any suit"], ["trump 6 or higher"]),
        6: (["trump 9 or higher (1 to 8 turned up)", "trump 8 or higher (9 to 13 turned up)"],
            ["9 or higher of any suit"], ["trump 8 or higher"]),
    }  # fmt: skip


def test_the_rules_lead_to_the_odds():
    assert 'href="/odds"' in browser_of(None).get("/rules/").text
