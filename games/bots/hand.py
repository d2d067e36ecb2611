"""How likely each card of a hand takes a trick before the round is over: the counting behind every bid."""

from games.bots.view import View
from games.rules.cards import JESTER, WIZARD, Card

WIZARD_WINS = 0.96
JESTER_WINS = 0.02
TRUMP_BEATEN = 0.62
"""How likely a higher trump in a rival's hand meets ours."""
SUIT_BEATEN = 0.8
"""The same for a higher card of a plain suit."""
RUFFED = 0.75
"""How likely a rival who is void and holds a trump takes the trick with it."""
TAKEN_BY_WIZARD = 0.25
LED_AT_ALL = 0.9
"""How likely a plain suit is played in a way that lets its high card win."""


def chances(view: View) -> dict[Card, float]:
    """For each card in hand the chance that it takes a trick later in this round."""
    if view.cards == 1:
        return {card: _only_card(view, card) for card in view.hand}
    lengths: dict[str, int] = {}
    found: dict[Card, float] = {}
    density = _density(view)
    for card in sorted(view.hand, key=lambda card: -int(card[1:])):
        rounds_before = lengths.get(card[0], 0)
        lengths[card[0]] = rounds_before + 1
        found[card] = _later(view, card, rounds_before, density)
    return found


def _density(view: View) -> float:
    """How likely an unseen card is in the hand of one given rival."""
    held = sum(rival.cards for rival in view.rivals)
    return held / len(view.rivals) / max(view.unseen, held, 1)


def _later(view: View, card: Card, rounds_before: int, density: float) -> float:
    kind = card[0]
    if kind == WIZARD:
        return WIZARD_WINS
    if kind == JESTER:
        return JESTER_WINS
    rivals = len(view.rivals)
    anywhere = density * rivals
    no_wizard = (1 - anywhere * TAKEN_BY_WIZARD) ** view.unseen_of[WIZARD]
    if kind == view.trump:
        return no_wizard * (1 - anywhere * TRUMP_BEATEN) ** view.above[card]
    unbeaten = (1 - anywhere * SUIT_BEATEN) ** view.above[card]
    return LED_AT_ALL * no_wizard * unbeaten * _not_ruffed(view, kind, rounds_before, density)


def _not_ruffed(view: View, suit: str, rounds_before: int, density: float) -> float:
    """The chance that nobody trumps our card, played when its suit has gone round `rounds_before` times."""
    if view.trump is None:
        return 1.0
    held = view.unseen_of[suit] * density
    void = (1 - density) ** view.unseen_of[suit]
    for n in range(rounds_before):
        void += (1 - void) * min(1.0, 0.5 / max(held - n, 0.5))
    has_trump = 1 - (1 - density) ** view.unseen_of[view.trump]
    return (1 - void * has_trump * RUFFED) ** len(view.rivals)


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
