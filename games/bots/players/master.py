"""The Master bids and plays by sampling deals that agree with what it has seen, and playing them out."""

import random

from games.bots.players.play import points_by_card, sensible_cards
from games.bots.players.trump import choose_trump
from games.bots.search.pack import FIRST_WIZARD, NUMBER, SOMETIMES_ABOVE
from games.bots.search.position import Position, build_position
from games.bots.search.search import Prospect, bid_prospects, card_prospects
from games.bots.view import Action, Sight, build_view, strength_key
from games.rules.cards import DECK, Card

# In 60 games the Master met 1.8 ± 3.2 % more of its bids than with half as many; a decision takes 17 ms.
BID_DEALS, CARD_DEALS = 640, 320
"""The maximum number of sampled deals for each bid and for each card that is tried."""
BID_WORK, CARD_WORK = 12_000, 9_000
"""The maximum number of cards played out for each bid and for each card: large hands get fewer deals."""
COUNTED = 0.1
"""The weight of the Journeyman's estimate, which is added to the search result to decide near ties."""


def choose_as_master(sight: Sight, rng: random.Random, *, effort: float = 1.0) -> Action | None:
    """Return the action that the strongest bot level chooses, or None if there is nothing to decide.

    `effort` multiplies the number of random deals in which bids and cards are tried.
    """
    legal = sight["legal"]
    # Trump is chosen from the hand alone.
    if legal["suits"]:
        return {"type": "name_trump", "suit": choose_trump(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": _choose_bid(sight, rng, effort)}
    if legal["cards"]:
        return {"type": "play", "card": _choose_card(sight, rng, effort)}
    return None


def _choose_bid(sight: Sight, rng: random.Random, effort: float) -> int:
    """Return the legal bid with the most expected points.

    Only promising bids are tried, in random deals. `effort` multiplies the number of deals.
    """
    position = build_position(sight)
    legal: list[int] = sight["legal"]["bids"]
    deals = _deals_per_choice(position, BID_DEALS, BID_WORK, effort)
    # A bid below the number of certain tricks is tried only if no higher bid is legal.
    allowed = [bid for bid in legal if bid >= sure_tricks(position)] or legal
    return _best_choice(bid_prospects(position, allowed, rng, deals))


def sure_tricks(position: Position) -> int:
    """Return how many tricks the hand's Wizards are certain to take, judged before play begins."""
    wizards = sum(card >= FIRST_WIZARD for card in position.hand)
    # In any seat, all four Wizards take their tricks if no card in this edition beats Wizards.
    all_four = wizards == 4 and not SOMETIMES_ABOVE[position.edition]
    # If the seat leads the first trick, each of its Wizards is certain to take one.
    return wizards if position.leader == position.seat or all_four else 0


def _choose_card(sight: Sight, rng: random.Random, effort: float) -> Card:
    """Return the legal card with the most expected points. Ties go to the strongest card.

    Cards that are bad by rules of thumb are not considered. The points are estimated by playing out random
    deals. A quick estimate without deals decides near ties. `effort` multiplies the number of deals.
    """
    legal: list[Card] = sight["legal"]["cards"]
    view = build_view(sight)
    choices = list(sensible_cards(view, legal))
    if len(choices) == 1:
        return choices[0]
    numbers = [NUMBER[card] for card in choices]
    position = build_position(sight)
    deals = _deals_per_choice(position, CARD_DEALS, CARD_WORK, effort)
    found = card_prospects(position, numbers, rng, deals)
    # This quick estimate without deals decides near ties.
    counted = points_by_card(view, choices)
    order = [NUMBER[card] for card in sorted(choices, key=lambda card: strength_key(view, card))]
    return DECK[
        # Strongest first, because the first of several equal prospects is taken.
        _best_choice(
            {card: found[card].add_points(COUNTED * counted[DECK[card]]) for card in reversed(order)}
        )
    ]


def _deals_per_choice(position: Position, max_deals: int, max_cards: int, effort: float) -> int:
    """Return the number of random deals in which to try each bid or card.

    With an `effort` of 1, the number is `max_deals`, or lower if `max_deals` deals would play out more than
    `max_cards` cards. `effort` multiplies this number. The result is at least 1.
    """
    return max(1, round(effort * min(max_deals, max_cards / sum(position.holds))))


def _best_choice(prospects: dict[int, Prospect]) -> int:
    """Return the bid or card with the most expected points. Ties go to the one that is listed first."""
    return max(prospects, key=lambda choice: prospects[choice].points)
