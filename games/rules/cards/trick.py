"""One trick: the suit to follow, what may be played, who takes it (rules.md, "Play"); knows no table."""

from collections.abc import Iterable, Sequence

from games.rules.cards import JESTER, RANK, SUIT, WIZARD, Card


def suit_to_follow(cards: Iterable[Card]) -> str | None:
    """The suit of the first card that is not a Jester; None if that is a Wizard, or if there is none yet."""
    for card in cards:
        if card[0] != JESTER:
            return SUIT[card]
    return None


def holds(hand: Iterable[Card], suit: str) -> bool:
    """Whether a card of `suit` is in the hand."""
    for card in hand:  # noqa: SIM110 - a generator would cost more than the search
        if card[0] == suit:
            return True
    return False


def breaks_suit(card: Card, hand: Iterable[Card], suit: str | None) -> bool:
    """Whether playing `card` from `hand` (which still holds it) breaks the duty to follow `suit`."""
    if suit is None or card[0] == suit or SUIT[card] is None:
        return False
    return holds(hand, suit)


def legal_cards(hand: Sequence[Card], suit: str | None) -> tuple[Card, ...]:
    """The cards that the rules allow: the suit to follow, Wizards and Jesters; anything when void."""
    if suit is None or not holds(hand, suit):
        return tuple(hand)
    return tuple([card for card in hand if card[0] == suit or SUIT[card] is None])


def winning_index(cards: Sequence[Card], trump: str | None) -> int:
    """The position of the card that takes the trick.

    The first Wizard; else the highest trump; else the highest card of the suit to follow; else (Jesters only)
    the first Jester.
    """
    best, best_strength = 0, -1
    suit: str | None = None
    for index, card in enumerate(cards):
        kind = card[0]
        if kind == WIZARD:
            return index
        if kind == JESTER:
            continue
        suit = suit or kind
        strength = RANK[card] + (100 if kind == trump else 0) if kind in (suit, trump) else 0
        if strength > best_strength:
            best, best_strength = index, strength
    return best
