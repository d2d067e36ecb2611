"""Each card's chance of taking a trick, on which every bid is based."""

from games.bots.search.pack import NUMBER, suit_number
from games.bots.search.worth import ByCard, bidding_chances, playing_chances
from games.bots.view import View
from games.rules.cards import JESTER, WIZARD, Card

Chances = dict[Card, float]


def chances_before_play(view: View) -> Chances:
    """For each card in the hand, estimate its chance of taking a trick in this round.

    The estimate assumes that no card has been played yet.
    """
    if view.cards == 1:
        return {card: _single_card_chance(view, card) for card in view.hand}
    trump, edition = suit_number(view.trump), view.edition.name
    return _look_up_chances(
        view, bidding_chances(trump, view.players, view.cards, _stock_size(view), edition)
    )


def chances_in_later_tricks(view: View) -> Chances:
    """For each card in the hand, estimate its chance of taking a trick after the current one."""
    left = max(1, len(view.hand) - 1)
    # The estimate assumes that the player needs an equal share of these tricks.
    fair = round(left / view.players)
    trump, edition = suit_number(view.trump), view.edition.name
    return _look_up_chances(
        view, playing_chances(trump, view.players, left, _stock_size(view), fair, edition)
    )


def _stock_size(view: View) -> int:
    """Return the number of unseen cards that are in no player's hand, such as undealt cards."""
    return view.unseen - sum(rival.cards for rival in view.rivals)


def _look_up_chances(view: View, chance_table: ByCard) -> Chances:
    """Return each hand card's chance of taking a trick, as found in `chance_table`."""
    # The index is the card's number, then the number of unseen higher cards of its suit.
    return {card: chance_table[NUMBER[card]][view.above.get(card, 0)] for card in view.hand}


def _single_card_chance(view: View, card: Card) -> float:
    """Estimate the chance that `card` takes the trick in a round of one card."""
    kind, rivals = card[0], len(view.rivals)
    if kind == JESTER:
        return 0.0
    wizards = view.unseen_of[WIZARD]
    if kind == WIZARD:
        # The first Wizard takes the trick, so only the players before the viewer matter.
        return (1 - wizards / view.unseen) ** view.position
    trumps = view.unseen_of[view.trump] if view.trump else 0
    beaters = wizards + view.above[card] + (0 if kind == view.trump else trumps)
    unbeaten = (1 - beaters / view.unseen) ** rivals
    if view.position == 0 or kind == view.trump:
        return unbeaten
    # A plain card that does not lead wins only if a lower card of its suit is led.
    below = view.unseen_of[kind] - view.above[card]
    return unbeaten * below / (view.unseen - beaters)
