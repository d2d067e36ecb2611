"""The Apprentice plays like a beginner: it counts its high cards and ignores what others may hold."""

import random

from games.bots.players.trick import beats
from games.bots.view import Action, Sight, strength, view_of
from games.rules.cards import JESTER, RANK, WIZARD, Card

LAPSE = 0.2
"""The chance to forget the bid when it plays a card."""
HIGH, HIGH_TRUMP = 11, 4
"""The lowest ranks that a beginner takes for sure tricks."""


def apprentice(sight: Sight, rng: random.Random) -> Action | None:
    """Return the Apprentice's action; None if it has nothing to do."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": _longest_suit(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": _high_cards_bid(sight)}
    if legal["cards"]:
        return {"type": "play", "card": _high_or_low(sight, rng)}
    return None


def _longest_suit(sight: Sight) -> str:
    suits: list[str] = sight["legal"]["suits"]
    return max(suits, key=lambda suit: sum(card[0] == suit for card in sight["hand"]))


def _high_cards_bid(sight: Sight) -> int:
    """Return the number of its high cards as a bid, or the next legal one."""
    trump = sight["round"]["trump"]
    hoped = sum(_looks_high(card, trump) for card in sight["hand"])
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - hoped), -bid))


def _looks_high(card: Card, trump: str | None) -> bool:
    if card[0] in (WIZARD, JESTER):
        return card[0] == WIZARD
    return RANK[card] >= (HIGH_TRUMP if card[0] == trump else HIGH)


def _high_or_low(sight: Sight, rng: random.Random) -> Card:
    """Return its strongest card while it wants tricks and can win this one, else its weakest."""
    view = view_of(sight)
    legal: list[Card] = sight["legal"]["cards"]
    weakest, *_, strongest = sorted([*legal, *legal], key=lambda card: strength(view, card))
    wants = view.needed > 0
    if rng.random() < LAPSE:
        wants = not wants
    return strongest if wants and beats(view, strongest) else weakest
