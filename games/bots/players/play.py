"""Card play: by rules where nothing has to be counted, else the card after which the bid is worth
the most.
"""

from collections.abc import Sequence

from games.bots.players.hand import Chances, chances_to_come
from games.bots.players.trick import chance_now
from games.bots.search.outcome import expected_points, spread, without
from games.bots.view import Sight, View, strength, view_of
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """Return the legal card that serves the bid best."""
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = view_of(sight)
    now = sensible(view, legal)
    return next(iter(now)) if len(now) == 1 else _most_promising(view, now)


def sensible(view: View, legal: Sequence[Card]) -> Chances:
    """The cards to weigh, each with its chance to take this trick: one where a rule leaves nothing to weigh.

    Who needs every trick that is left plays for this one; who has enough does not take it as the last.
    """
    now = {card: chance_now(view, card) for card in legal}
    if view.needed >= len(view.hand):
        surest = _surest(view, now)
        return {surest: now[surest]}
    if view.needed <= 0 and not view.followers and min(now.values()) == 0:
        return {card: 0.0 for card in now if now[card] == 0}
    return now


def _surest(view: View, now: Chances) -> Card:
    """Return the card most likely to take this trick, the cheapest of equal ones: all tricks left
    are needed.
    """
    return max(now, key=lambda card: (now[card], _reversed(strength(view, card))))


def _reversed(order: tuple[int, int]) -> tuple[int, int]:
    return -order[0], -order[1]


def _most_promising(view: View, now: Chances) -> Card:
    """Return the card with the most expected points; of equal ones the strongest, which does the
    most harm.
    """
    worth = _worths(view, now)
    return max(now, key=lambda card: (worth[card], strength(view, card)))


def worths(view: View, cards: Sequence[Card]) -> dict[Card, float]:
    """Return the expected points of the round after each of these cards, legal or not."""
    return _worths(view, {card: chance_now(view, card) for card in cards})


def _worths(view: View, now: Chances) -> dict[Card, float]:
    later = chances_to_come(view)
    likely = spread(later.values())

    def worth(card: Card) -> float:
        rest = without(likely, later[card])
        won = expected_points(rest, view.bid or 0, view.taken + 1)
        lost = expected_points(rest, view.bid or 0, view.taken)
        return round(now[card] * won + (1 - now[card]) * lost, 6)

    return {card: worth(card) for card in now}
