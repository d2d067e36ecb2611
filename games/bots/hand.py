"""How likely each card of a hand takes a trick before the round is over: the counting behind every bid."""

from math import exp

from games.bots.features import NEED, features
from games.bots.view import View
from games.bots.weights import BIDDING, PLAYING
from games.rules.cards import JESTER, WIZARD, Card

Chances = dict[Card, float]


def chances_to_bid(view: View) -> Chances:
    """For each card in hand the chance that it takes a trick, before anyone has played."""
    if view.cards == 1:
        return {card: _only_card(view, card) for card in view.hand}
    return {
        card: _chance(_sum(BIDDING[kind], numbers)) for card, kind, numbers in features(view, left=view.cards)
    }


def chances_to_come(view: View, needs: tuple[int, ...]) -> tuple[Chances, ...]:
    """For each card in hand the chance that it takes a trick after the running one, for each possible need.

    Players steer: who still needs most of the tricks takes more of them with the same cards.
    """
    left = max(1, len(view.hand) - 1)
    sums = [
        (card, _sum(PLAYING[kind], numbers), PLAYING[kind][NEED[kind]])
        for card, kind, numbers in features(view, left=left)
    ]
    return tuple(
        {card: _chance(base + weight * share_needed(need, left)) for card, base, weight in sums}
        for need in needs
    )


def share_needed(need: int, left: int) -> float:
    """The share of the tricks left that a player needs, a little below 0 when there are too many already."""
    return max(-0.2, min(1.0, need / left))


def _sum(weights: tuple[float, ...], numbers: tuple[float, ...]) -> float:
    return sum(map(float.__mul__, weights, map(float, numbers)))


def _chance(total: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def _only_card(view: View, card: Card) -> float:
    """One-card rounds are plain odds: who leads, and how many of the unseen cards beat ours."""
    kind, rivals = card[0], len(view.rivals)
    if kind == JESTER:
        return 0.0
    wizards = view.unseen_of[WIZARD]
    if kind == WIZARD:
        return (1 - wizards / view.unseen) ** view.position
    trumps = view.unseen_of[view.trump] if view.trump else 0
    beaters = wizards + view.above[card] + (0 if kind == view.trump else trumps)
    unbeaten = (1 - beaters / view.unseen) ** rivals
    if view.position == 0 or kind == view.trump:
        return unbeaten
    below = view.unseen_of[kind] - view.above[card]
    return unbeaten * below / (view.unseen - beaters)
