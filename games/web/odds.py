"""The page of the first hand's odds: which cards are worth a bid of one, and the chance in any situation."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext

from accounts.web.context import visitor_preferences
from core.translation import translate, translate_all
from games.rules.cards import JESTER, RANKS, SUITS, WIZARD
from games.rules.cards.deck_names import DeckNames
from games.rules.scoring.odds import chance_of_trick, expected_bid_points, is_worth_a_bid
from games.web.odds_form import BEGIN, HandSituation, OddsForm
from games.web.odds_needed import lowest_cards_for_leader


class Odds(NamedTuple):
    """A chance of taking the trick, and whether it is worth a bid of one, formatted for a page."""

    chance: Fraction
    worth: bool

    @property
    def percent(self) -> str:
        """The chance of taking the trick in percent, with one decimal place and without the percent sign."""
        return number_format(f"{float(100 * self.chance):.1f}")

    @property
    def points_for_one(self) -> str:
        """The expected points for a bid of one, as text with one decimal place."""
        return _format_points(expected_bid_points(1, self.chance))

    @property
    def points_for_zero(self) -> str:
        """The expected points for a bid of zero, as text with one decimal place."""
        return _format_points(expected_bid_points(0, self.chance))


class HandOdds(TypedDict):
    """The template's values for a hand and its odds."""

    asked: HandSituation
    own: str
    """The player's card, by name."""
    turned: str
    """The card turned up, by name."""
    named: str
    """The suit that the dealer named; empty unless a Wizard is turned up."""
    odds: Odds
    places: range
    rows: list[tuple[str, list[Odds]]]
    """Each card's name with the card's odds in each playing position."""


def _format_points(expected: Fraction) -> str:
    """Format points with one decimal place, in the active language's number format."""
    return number_format(f"{float(expected):.1f}").replace("-", "−")


def show_odds(request: HttpRequest) -> HttpResponse:
    """Show a form for a player's situation in a one-card round, and the chance of taking the trick.

    Without submitted values, show an example. The page also shows the chances of all cards that the player
    could have.
    """
    names = DeckNames(visitor_preferences(request).deck)
    form = OddsForm(request.GET if "players" in request.GET else BEGIN, names)
    page = {"form": form, "needed": translate_all(lowest_cards_for_leader(names))}
    if form.is_valid():
        page |= _describe_hand_odds(form.hand_situation(), names)
    return render(request, "web/help/odds.html", page)


def _describe_hand_odds(situation: HandSituation, names: DeckNames) -> HandOdds:
    """Return what the page shows about the chance of taking the trick in a one-card round.

    The result has the situation, the names of its cards, and the odds of the player's card. For comparison,
    it has the odds of every card except the one turned up, in each playing position. `names` has the deck's
    card names.
    """
    return {
        "asked": situation,
        "own": translate(names.card(situation["own"])),
        "turned": translate(names.card(situation["turned"])),
        "named": translate(names.suit(situation["trump"]))
        if situation["trump"] and situation["turned"][0] == WIZARD
        else "",
        "odds": _compute_odds(situation),
        "places": range(situation["players"]),
        "rows": list(_odds_by_card(situation, names)),
    }


def _compute_odds(situation: HandSituation) -> Odds:
    """Return the chance that the player's card takes the trick, and whether the card is worth a bid of one.

    A card is worth a bid of one if this bid gives at least as many expected points as a bid of zero.
    """
    chance = chance_of_trick(**situation)
    return Odds(chance, is_worth_a_bid(chance))


def _odds_by_card(situation: HandSituation, names: DeckNames) -> Iterator[tuple[str, list[Odds]]]:
    """Yield the name of each card that the player could have, and the card's odds for each playing position.

    Yield cards of the same rank only once if their suits have the same odds. `names` has the deck's card
    names.
    """
    turned, trump = situation["turned"], situation["trump"]
    # One suit represents all suits other than trump, because they have equal odds.
    other = next(suit for suit in SUITS if suit not in (trump, turned[0]))
    any_suit, other_suit = gettext("Any suit %(rank)s"), gettext("Other suit %(rank)s")
    suits = [(gettext("Trump %(rank)s"), trump), (other_suit, other)] if trump else [(any_suit, other)]
    named = [
        (name % {"rank": translate(names.rank(rank))}, f"{suit}{rank}")
        for name, suit in suits
        for rank in reversed(RANKS)
    ]
    for name, own in [(gettext("Wizard"), f"{WIZARD}1"), *named, (gettext("Jester"), f"{JESTER}1")]:
        if own != turned:
            hands: list[HandSituation] = [
                {**situation, "before": n, "own": own} for n in range(situation["players"])
            ]
            yield name, [_compute_odds(hand) for hand in hands]
