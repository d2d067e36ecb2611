"""The Master samples deals that agree with all it has seen, and plays them out, above all to bid."""

import random

from games.bots.players.play import sensible, worths
from games.bots.players.trump import choose_trump
from games.bots.search.pack import FIRST_WIZARD, NUMBER, SOMETIMES_ABOVE
from games.bots.search.position import Position, position_of
from games.bots.search.search import Prospect, bid_prospects, card_prospects
from games.bots.view import Action, Sight, strength, view_of
from games.rules.cards import DECK, Card

BID_DEALS, CARD_DEALS = 640, 320
"""Deals for each bid and each card that is tried, at the most."""
BID_WORK, CARD_WORK = 12_000, 9_000
"""Cards played out for each bid and each card, at the most: large hands see fewer deals."""
COUNTED = 0.1
"""Weight of the Journeyman's count beside the search: it decides near ties."""


def master(sight: Sight, rng: random.Random, *, effort: float = 1.0) -> Action | None:
    """Return the Master's action, None if it has nothing to do; `effort` multiplies the number of deals."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": choose_trump(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": _bid(sight, rng, effort)}
    if legal["cards"]:
        return {"type": "play", "card": _card(sight, rng, effort)}
    return None


def _bid(sight: Sight, rng: random.Random, effort: float) -> int:
    """Return the best bid near the count, but none below the tricks that are sure."""
    position = position_of(sight)
    legal: list[int] = sight["legal"]["bids"]
    deals = _deals(position, BID_DEALS, BID_WORK, effort)
    allowed = [bid for bid in legal if bid >= sure_tricks(position)] or legal
    return _best(bid_prospects(position, allowed, rng, deals))


def sure_tricks(position: Position) -> int:
    """Before play, the tricks that no deal can take away: Wizards that can be led, or all four of them.

    Where other cards beat Wizards, only those that can be led are sure.
    """
    wizards = sum(card >= FIRST_WIZARD for card in position.hand)
    all_four = wizards == 4 and not SOMETIMES_ABOVE[position.edition]
    return wizards if position.leader == position.seat or all_four else 0


def _card(sight: Sight, rng: random.Random, effort: float) -> Card:
    """Return the best of the cards that the rules of thumb leave; the search does not overrule them."""
    legal: list[Card] = sight["legal"]["cards"]
    view = view_of(sight)
    choices = list(sensible(view, legal))
    if len(choices) == 1:
        return choices[0]
    numbers = [NUMBER[card] for card in choices]
    position = position_of(sight)
    deals = _deals(position, CARD_DEALS, CARD_WORK, effort)
    found = card_prospects(position, numbers, rng, deals)
    counted = worths(view, choices)
    order = [NUMBER[card] for card in sorted(choices, key=lambda card: strength(view, card))]
    return DECK[_best({card: found[card].plus(COUNTED * counted[DECK[card]]) for card in reversed(order)})]


def _deals(position: Position, most: int, work: int, effort: float) -> int:
    """Return the number of deals that are worth their time."""
    return max(1, round(effort * min(most, work / sum(position.holds))))


def _best(prospects: dict[int, Prospect]) -> int:
    """Return the choice with the most expected points."""
    return max(prospects, key=lambda choice: prospects[choice].points)
