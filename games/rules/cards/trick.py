"""One trick: the suit to follow, the legal cards, and the card that takes it (rules.md, "Play")."""

from collections.abc import Iterable, Sequence

from games.rules.cards import JESTER, RANK, SUIT, WIZARD, Card


def suit_to_follow(cards: Iterable[Card]) -> str | None:
    """Return the suit that the next card must follow, or None if any card may be played.

    `cards` are the cards played to the trick so far.
    """
    # The first card that is not a Jester sets the suit; a Wizard sets none.
    for card in cards:
        if card[0] != JESTER:
            return SUIT[card]
    return None


def has_suit(hand: Iterable[Card], suit: str) -> bool:
    """Return whether the hand has a card of this suit."""
    for card in hand:  # noqa: SIM110 - a generator would cost more than the search
        if card[0] == suit:
            return True
    return False


def fails_to_follow_suit(card: Card, hand: Iterable[Card], suit: str | None) -> bool:
    """Return whether playing `card` from `hand` breaks the rule to follow `suit` if possible.

    `suit` is None if there is no suit to follow.
    """
    if suit is None or card[0] == suit or SUIT[card] is None:
        return False
    return has_suit(hand, suit)


def legal_cards(hand: Sequence[Card], suit: str | None) -> tuple[Card, ...]:
    """Return the cards of the hand that may be played. `suit` is the suit to follow, or None.

    If the hand has a card of this suit, only cards of this suit, Wizards and Jesters may be played.
    """
    if suit is None or not has_suit(hand, suit):
        return tuple(hand)
    return tuple([card for card in hand if card[0] == suit or SUIT[card] is None])


def winning_index(cards: Sequence[Card], trump: str | None) -> int:
    """Return the index of the card that wins the trick.

    The cards are in the order played. `trump` is None if there is no trump suit.
    """
    # The first Wizard wins, or else the highest trump, or else the highest card of the suit to follow, or
    # else the first Jester.
    best, best_strength = 0, -1
    suit: str | None = None
    for index, card in enumerate(cards):
        kind = card[0]
        if kind == WIZARD:
            return index
        if kind == JESTER:
            continue
        suit = suit or kind
        # 100 lifts every trump above all other cards, whose ranks end at 13.
        strength = RANK[card] + (100 if kind == trump else 0) if kind in (suit, trump) else 0
        if strength > best_strength:
            best, best_strength = index, strength
    return best
