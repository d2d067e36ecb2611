"""The sixty cards and their codes."""

Card = str
"""A card's code: a letter and a number, such as `R1`, `B13`, `J2`, `W4`."""

SUITS = ("R", "Y", "G", "B")
RANKS = range(1, 14)
JESTER = "J"
WIZARD = "W"

DECK: tuple[Card, ...] = (
    *(f"{suit}{rank}" for suit in SUITS for rank in RANKS),
    *(f"{JESTER}{n}" for n in range(1, 5)),
    *(f"{WIZARD}{n}" for n in range(1, 5)),
)
"""All cards, in the order from which each deal is shuffled (contract: "A deal that anyone can check")."""

RANK: dict[Card, int] = {card: int(card[1:]) for card in DECK}
SUIT: dict[Card, str | None] = {card: card[0] if card[0] in SUITS else None for card in DECK}
"""Maps each card to its suit, or to None if it is a Jester or Wizard."""


def is_card(code: object) -> bool:
    """Return whether `code` is one of the sixty card codes."""
    return isinstance(code, str) and code in RANK


def is_wizard(card: Card) -> bool:
    """Return whether the card is one of the four Wizards."""
    return card[0] == WIZARD
