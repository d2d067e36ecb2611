"""The chance of each card in hand to take a trick: the count behind every bid."""

from games.bots.search.pack import NUMBER, suit_number
from games.bots.search.worth import ByCard, at_the_bid, later
from games.bots.view import View
from games.rules.cards import JESTER, WIZARD, Card

Chances = dict[Card, float]


def chances_to_bid(view: View) -> Chances:
    """Return each card's chance to take a trick, before anyone has played."""
    if view.cards == 1:
        return {card: _only_card(view, card) for card in view.hand}
    trump, edition = suit_number(view.trump), view.edition.name
    return _looked_up(view, at_the_bid(trump, view.players, view.cards, _stock(view), edition))


def chances_to_come(view: View) -> Chances:
    """Return each card's chance to take a trick after the running one, for all numbers of tricks needed."""
    left = max(1, len(view.hand) - 1)
    fair = round(left / view.players)
    trump, edition = suit_number(view.trump), view.edition.name
    return _looked_up(view, later(trump, view.players, left, _stock(view), fair, edition))


def _stock(view: View) -> int:
    """Return how many unseen cards are in no hand."""
    return view.unseen - sum(rival.cards for rival in view.rivals)


def _looked_up(view: View, table: ByCard) -> Chances:
    return {card: table[NUMBER[card]][view.above.get(card, 0)] for card in view.hand}


def _only_card(view: View, card: Card) -> float:
    """Return the odds in a round of one card, from the leader and the number of unseen higher cards."""
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
