"""The Apprentice plays like a beginner: it counts its high cards and ignores what its opponents may hold."""

import random

from games.bots.players.trick import would_win_trick
from games.bots.view import Action, Sight, build_view, strength_key
from games.rules.cards import JESTER, RANK, WIZARD, Card

LAPSE = 0.2
"""The probability that the bot forgets its bid when it chooses a card."""
HIGH, HIGH_TRUMP = 11, 4
"""The lowest ranks, for plain cards and for trumps, that a beginner considers sure tricks."""


def choose_as_apprentice(sight: Sight, rng: random.Random) -> Action | None:
    """Return the action that the weakest bot level chooses, or None if there is nothing to decide."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": _longest_suit(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": _bid_on_high_cards(sight)}
    if legal["cards"]:
        return {"type": "play", "card": _choose_card(sight, rng)}
    return None


def _longest_suit(sight: Sight) -> str:
    """Return the legal trump suit with the most cards in the hand. Ties go to the one listed first."""
    suits: list[str] = sight["legal"]["suits"]
    return max(suits, key=lambda suit: sum(card[0] == suit for card in sight["hand"]))


def _bid_on_high_cards(sight: Sight) -> int:
    """Return the legal bid nearest to the number of high cards in the hand. Ties go to the higher bid."""
    trump = sight["round"]["trump"]
    hoped = sum(_is_high_card(card, trump) for card in sight["hand"])
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - hoped), -bid))


def _is_high_card(card: Card, trump: str | None) -> bool:
    """Return whether a beginner considers the card a sure trick: a Wizard or a card of a high rank.

    `trump` is the trump suit, if there is one. For trumps, lower ranks are enough.
    """
    if card[0] in (WIZARD, JESTER):
        return card[0] == WIZARD
    return RANK[card] >= (HIGH_TRUMP if card[0] == trump else HIGH)


def _choose_card(sight: Sight, rng: random.Random) -> Card:
    """Return the strongest legal card if the bot wants the trick and the card would beat all cards in it.

    Otherwise, return the weakest legal card. The bot wants the trick if it needs more tricks to meet its bid.
    With the probability LAPSE, decided by `rng`, it mistakenly wants the opposite.
    """
    view = build_view(sight)
    legal: list[Card] = sight["legal"]["cards"]
    # Each card twice, so that a single one is both the weakest and the strongest.
    weakest, *_, strongest = sorted([*legal, *legal], key=lambda card: strength_key(view, card))
    wants = view.tricks_needed > 0
    if rng.random() < LAPSE:
        wants = not wants
    return strongest if wants and would_win_trick(view, strongest) else weakest
