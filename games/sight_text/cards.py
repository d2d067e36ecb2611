"""Cards as text: sorted, each with the code that people type and the name that it has in their deck."""

from collections.abc import Iterable

from core.sentence import Sentence, join_sentences
from games.rules.cards import JESTER, RANK, SUITS, WIZARD, Card
from games.rules.cards.deck_names import DeckNames

_ORDER = (WIZARD, *SUITS, JESTER)


def sort_hand(cards: Iterable[Card]) -> list[Card]:
    """Return the cards sorted: first Wizards, then each suit from high to low, then Jesters."""
    return sorted(
        cards, key=lambda card: (_ORDER.index(card[0]), -RANK[card] if card[0] in SUITS else 0, card)
    )


def card_with_code(card: Card, deck: DeckNames) -> Sentence:
    """Return a card's code and its name according to `deck`, such as "R7 (Red 7)"."""
    return Sentence("%(code)s (%(name)s)", code=card, name=deck.card(card))


def join_card_names(cards: Iterable[Card], deck: DeckNames) -> Sentence:
    """Return the cards' codes and their names according to `deck`, such as "R7 (Red 7)", joined by commas."""
    return join_sentences([card_with_code(card, deck) for card in cards], ", ")
