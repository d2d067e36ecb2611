"""Readers of the fields that actions of several topics have in common."""

from games.rules.cards import SUITS, Card, is_card
from games.rules.options import MAX_PLAYERS


def suit(value: object) -> str:
    """One of the four suits."""
    if not isinstance(value, str) or value not in SUITS:
        raise ValueError("This must be one of R, Y, G, B.")
    return value


def whole_number(value: object) -> int:
    """An integer, and neither a float nor a bool."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("This must be a whole number.")
    return value


def card(value: object) -> Card:
    """The code of a card."""
    if not is_card(value):
        raise ValueError("This must be a card such as R7, J1 or W4.")
    return str(value)


def seat(value: object) -> int:
    """A seat that some table has."""
    number = whole_number(value)
    if not 0 <= number < MAX_PLAYERS:
        raise ValueError("There is no such seat.")
    return number
