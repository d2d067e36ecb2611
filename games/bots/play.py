"""Which card to play: what needs no counting by rule, else the card after which the bid is worth the most."""

from collections.abc import Sequence

from games.bots.hand import Chances, chances_to_come
from games.bots.outcome import expected_points, spread, without
from games.bots.trick import chance_now
from games.bots.view import Sight, View, strength, view_of
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """The legal card that serves the bid best."""
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = view_of(sight)
    now = {card: chance_now(view, card) for card in legal}
    need = view.needed
    if need >= len(view.hand):
        return _surest(view, now)
    if need <= 0 and not view.followers and min(now.values()) == 0:
        legal = [card for card in legal if now[card] == 0]
    return _most_promising(view, legal, now)


def _surest(view: View, now: Chances) -> Card:
    """Every trick left is needed: the card most likely to take this one, of equal ones the cheapest."""
    return max(now, key=lambda card: (now[card], _reversed(strength(card, view.trump))))


def _reversed(order: tuple[int, int]) -> tuple[int, int]:
    return -order[0], -order[1]


def _most_promising(view: View, legal: Sequence[Card], now: Chances) -> Card:
    """The card with the most points to expect; of equal ones the strongest goes, as it does the most harm."""
    worth = _worths(view, {card: now[card] for card in legal})
    return max(legal, key=lambda card: (worth[card], strength(card, view.trump)))


def worths(view: View, cards: Sequence[Card]) -> dict[Card, float]:
    """The points that the round promises after each of these cards, whether the rules allow them or not."""
    return _worths(view, {card: chance_now(view, card) for card in cards})


def _worths(view: View, now: Chances) -> dict[Card, float]:
    need = view.needed
    if_won, if_lost = chances_to_come(view, (need - 1, need))
    all_won, all_lost = spread(if_won.values()), spread(if_lost.values())

    def worth(card: Card) -> float:
        won = _points(view, without(all_won, if_won[card]), 1) if now[card] > 0 else 0.0
        lost = _points(view, without(all_lost, if_lost[card]), 0) if now[card] < 1 else 0.0
        return round(now[card] * won + (1 - now[card]) * lost, 6)

    return {card: worth(card) for card in now}


def _points(view: View, likely: Sequence[float], won: int) -> float:
    """The points to expect when this trick is won (1) or lost (0) and `likely` says how many will follow."""
    return expected_points(likely, view.bid or 0, view.taken + won)
