"""The chance that a card, played now, takes the current trick."""

from games.bots.view import Rival, View, beats_wizards
from games.rules.cards import JESTER, WIZARD, Card

ONLY_JESTERS = 0.02
"""The chance that a Jester that is winning so far takes the trick: only Jesters may follow."""
BEATS, BEATS_BY_WIZARD = 0.45, 0.12
"""The probability that a rival who can beat a card does so: with a suit card, and with a Wizard."""
BEATS_WIZARDS = 0.5
"""The same for a card that beats Wizards, which is often its holder's only card of the suit to follow."""


def would_win_trick(view: View, card: Card) -> bool:
    """Return whether `card`, if played now, would beat all cards of the current trick so far."""
    cards_on_table = (*view.cards_on_table, card)
    return view.edition.winning_index(cards_on_table, view.trump) == len(cards_on_table) - 1


def chance_to_take_trick(view: View, card: Card) -> float:
    """Estimate the chance that `card`, if played now, takes the current trick."""
    if not would_win_trick(view, card):
        return 0.0
    if not view.followers or (view.above_wizards and beats_wizards(view, card)):
        return 1.0
    if card[0] == JESTER:
        return ONLY_JESTERS
    if card[0] == WIZARD:
        return _chance_of_no_card_above_wizards(view, view.suit)
    suit = view.suit or card[0]
    chance = _chance_of_no_card_above_wizards(view, suit)
    for rival in view.followers:
        chance *= 1 - _chance_rival_beats(view, rival, card, suit)
    return chance


def _chance_of_no_card_above_wizards(view: View, suit: str | None) -> float:
    """Estimate the chance that no later player in this trick plays a card that beats Wizards.

    `suit` is the suit to follow, if there is one.
    """
    cards = view.above_wizards.get(suit, 0)
    # In the base game, no card beats Wizards.
    if not cards:
        return 1.0
    held = sum(rival.cards for rival in view.followers) / max(view.unseen, 1)
    return 1.0 - BEATS_WIZARDS * min(1.0, cards * held)


def _chance_rival_beats(view: View, rival: Rival, card: Card, suit: str) -> float:
    """Estimate the chance that `rival` beats `card` later in this trick. `suit` is the suit to follow."""
    absent = 1 - min(1.0, rival.cards / max(view.unseen, 1))
    has_wizard = 1 - absent ** view.unseen_of[WIZARD]
    has_higher = 1 - absent ** view.above[card]
    void = absent ** view.unseen_of[suit]
    if card[0] != suit:
        has_higher *= void
    elif view.trump not in (None, suit):
        has_higher += void * (1 - absent ** view.unseen_of[str(view.trump)])
    return 1 - (1 - min(1.0, has_higher) * BEATS) * (1 - has_wizard * BEATS_BY_WIZARD)
