"""Chooses the card to play: by rules of thumb if these leave only one card, otherwise by expected points."""

from collections.abc import Sequence

from games.bots.players.hand import Chances, chances_in_later_tricks
from games.bots.players.trick import chance_to_take_trick
from games.bots.search.outcome import distribution_without_card, expected_points, trick_distribution
from games.bots.view import Sight, View, build_view, strength_key
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """Return the legal card with the most expected points. At least one card must be legal.

    Cards that are bad by rules of thumb are not considered.
    """
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = build_view(sight)
    trick_chances = sensible_cards(view, legal)
    return next(iter(trick_chances)) if len(trick_chances) == 1 else _most_promising_card(view, trick_chances)


def sensible_cards(view: View, legal: Sequence[Card]) -> Chances:
    """Map each legal card worth considering to its chance of taking the current trick.

    A player who needs all remaining tricks considers only the card most likely to take this one. The last
    player, if they need no more tricks, considers only cards that lose this one, if any.
    """
    trick_chances = {card: chance_to_take_trick(view, card) for card in legal}
    if view.tricks_needed >= len(view.hand):
        surest = _surest_card(view, trick_chances)
        return {surest: trick_chances[surest]}
    if view.tricks_needed <= 0 and not view.followers and min(trick_chances.values()) == 0:
        return {card: 0.0 for card in trick_chances if trick_chances[card] == 0}
    return trick_chances


def _surest_card(view: View, trick_chances: Chances) -> Card:
    """Return the card that is most likely to take the current trick. Ties go to the weakest card.

    `trick_chances` are the cards' chances of taking the current trick.
    """
    return max(trick_chances, key=lambda card: (trick_chances[card], _negate_key(strength_key(view, card))))


def _negate_key(key: tuple[int, int]) -> tuple[int, int]:
    """Return the sort key with both numbers negated, which reverses the order."""
    return -key[0], -key[1]


def _most_promising_card(view: View, trick_chances: Chances) -> Card:
    """Return the card with the most expected points. Ties go to the strongest card.

    `trick_chances` are the cards' chances of taking the current trick.
    """
    worth = _points_from_chances(view, trick_chances)
    return max(trick_chances, key=lambda card: (worth[card], strength_key(view, card)))


def points_by_card(view: View, cards: Sequence[Card]) -> dict[Card, float]:
    """Return the round's expected points for each card, if it is played now. The cards may be illegal."""
    return _points_from_chances(view, {card: chance_to_take_trick(view, card) for card in cards})


def _points_from_chances(view: View, trick_chances: Chances) -> dict[Card, float]:
    """Return the round's expected points for each card, if it is played now.

    `trick_chances` are the cards' chances of taking the current trick.
    """
    later = chances_in_later_tricks(view)
    likely = trick_distribution(later.values())

    def points_if_played(card: Card) -> float:
        """Return the round's expected points if `card` is played now."""
        rest = distribution_without_card(likely, later[card])
        won = expected_points(rest, view.bid or 0, view.taken + 1)
        lost = expected_points(rest, view.bid or 0, view.taken)
        # Rounded, so that floating-point noise does not decide between equal cards: their strength does.
        return round(trick_chances[card] * won + (1 - trick_chances[card]) * lost, 6)

    return {card: points_if_played(card) for card in trick_chances}
