"""The Apprentice: plays as beginners do; counts its high cards, and forgets what others may hold."""

import random

from games.bots.players.trick import beats
from games.bots.view import Action, Sight, strength, view_of
from games.rules.cards import JESTER, RANK, WIZARD, Card

LAPSE = 0.2
"""How often it does not think of its bid when it plays a card."""
HIGH, HIGH_TRUMP = 11, 4
"""The lowest ranks that a beginner takes for sure tricks."""


def apprentice(sight: Sight, rng: random.Random) -> Action | None:
    """What the Apprentice does."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": _longest(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": _hoped(sight)}
    if legal["cards"]:
        return {"type": "play", "card": _high_or_low(sight, rng)}
    return None


def _longest(sight: Sight) -> str:
    suits: list[str] = sight["legal"]["suits"]
    return max(suits, key=lambda suit: sum(card[0] == suit for card in sight["hand"]))


def _hoped(sight: Sight) -> int:
    """As many as it has high cards, or the next legal bid."""
    trump = sight["round"]["trump"]
    hoped = sum(_looks_high(card, trump) for card in sight["hand"])
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - hoped), -bid))


def _looks_high(card: Card, trump: str | None) -> bool:
    if card[0] in (WIZARD, JESTER):
        return card[0] == WIZARD
    return RANK[card] >= (HIGH_TRUMP if card[0] == trump else HIGH)


def _high_or_low(sight: Sight, rng: random.Random) -> Card:
    """Its strongest card while it wants tricks and can win this one, else its weakest."""
    view = view_of(sight)
    legal: list[Card] = sight["legal"]["cards"]
    weakest, *_, strongest = sorted([*legal, *legal], key=lambda card: strength(view, card))
    wants = view.needed > 0
    if rng.random() < LAPSE:
        wants = not wants
    return strongest if wants and beats(view, strongest) else weakest
