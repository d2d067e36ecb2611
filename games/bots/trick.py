"""How likely a card, played now, takes the trick that is running."""

from games.bots.view import Rival, View
from games.rules.cards import JESTER, WIZARD, Card
from games.rules.trick import winning_index

ONLY_JESTERS = 0.02
EAGER, IDLE = 0.7, 0.2
"""How likely a rival who could beat a card does so: one who needs tricks, one who has enough."""
EAGER_WIZARD, IDLE_WIZARD = 0.2, 0.03


def chance_now(view: View, card: Card) -> float:
    """The chance that `card` takes the running trick; 0 or 1 when the viewer is the last to play."""
    lying = (*view.lying, card)
    if winning_index(lying, view.trump) != len(lying) - 1:
        return 0.0
    if card[0] == WIZARD or not view.followers:
        return 1.0
    if card[0] == JESTER:
        return ONLY_JESTERS
    suit = view.suit or card[0]
    chance = 1.0
    for rival in view.followers:
        chance *= 1 - _beats(view, rival, card, suit)
    return chance


def _beats(view: View, rival: Rival, card: Card, suit: str) -> float:
    """How likely one rival beats `card` in a trick of `suit`."""
    absent = 1 - min(1.0, rival.cards / max(view.unseen, 1))
    eager = _eagerness(rival, EAGER, IDLE)
    has_wizard = 1 - absent ** view.unseen_of[WIZARD]
    has_higher = 1 - absent ** view.above[card]
    void = absent ** view.unseen_of[suit]
    if card[0] != suit:
        has_higher *= void
    elif view.trump not in (None, suit):
        has_higher += void * (1 - absent ** view.unseen_of[str(view.trump)])
    by_wizard = has_wizard * _eagerness(rival, EAGER_WIZARD, IDLE_WIZARD)
    return 1 - (1 - min(1.0, has_higher) * eager) * (1 - by_wizard)


def _eagerness(rival: Rival, eager: float, idle: float) -> float:
    if rival.need is None:
        return (eager + idle) / 2
    return eager if rival.need > 0 else idle
