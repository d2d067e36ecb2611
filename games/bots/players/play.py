"""Chooses the card to play: by rules of thumb if they decide, otherwise by expected points."""

from collections.abc import Sequence

from games.bots.players.hand import Chances, chances_in_later_tricks
from games.bots.players.trick import chance_to_take_trick
from games.bots.search.outcome import expected_points, trick_distribution, without_card
from games.bots.view import Sight, View, build_view, strength_key
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """Return the only card that rules of thumb leave or, of several, the one with most expected points."""
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = build_view(sight)
    now = sensible_cards(view, legal)
    return next(iter(now)) if len(now) == 1 else _most_promising_card(view, now)


def sensible_cards(view: View, legal: Sequence[Card]) -> Chances:
    """Return the cards worth comparing, with the chance of each to take this trick.

    A player who needs all remaining tricks must take this one, so only the surest card is returned. A player
    who needs no more tricks and plays last keeps only the cards that lose the trick, if any.
    """
    now = {card: chance_to_take_trick(view, card) for card in legal}
    if view.tricks_needed >= len(view.hand):
        surest = _surest_card(view, now)
        return {surest: now[surest]}
    if view.tricks_needed <= 0 and not view.followers and min(now.values()) == 0:
        return {card: 0.0 for card in now if now[card] == 0}
    return now


def _surest_card(view: View, now: Chances) -> Card:
    """Return the card most likely to take this trick; of equally likely ones, the weakest."""
    return max(now, key=lambda card: (now[card], _negate_key(strength_key(view, card))))


def _negate_key(order: tuple[int, int]) -> tuple[int, int]:
    """Return the sort key with both signs changed, so that a maximum finds the weakest card."""
    return -order[0], -order[1]


def _most_promising_card(view: View, now: Chances) -> Card:
    """Return the card with the most expected points; of equal ones, the strongest."""
    worth = _expected_points_by_card(view, now)
    return max(now, key=lambda card: (worth[card], strength_key(view, card)))


def points_by_card(view: View, cards: Sequence[Card]) -> dict[Card, float]:
    """Return, for each card, the expected points of the round after playing it; the cards may be illegal."""
    return _expected_points_by_card(view, {card: chance_to_take_trick(view, card) for card in cards})


def _expected_points_by_card(view: View, now: Chances) -> dict[Card, float]:
    """Return, for each card, the expected points of the round after playing it.

    `now` contains each card's chance to take the current trick.
    """
    later = chances_in_later_tricks(view)
    likely = trick_distribution(later.values())

    def worth(card: Card) -> float:
        rest = without_card(likely, later[card])
        won = expected_points(rest, view.bid or 0, view.taken + 1)
        lost = expected_points(rest, view.bid or 0, view.taken)
        # Rounded, so that noise in the floats does not decide between equals: their strength does.
        return round(now[card] * won + (1 - now[card]) * lost, 6)

    return {card: worth(card) for card in now}
