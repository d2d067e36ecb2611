"""Cards in texts: sorted, and named by the code that people type and by what their deck prints."""

from collections.abc import Iterable

from core.sentence import Sentence, join_sentences
from games.rules.cards import JESTER, RANK, SUITS, WIZARD, Card
from games.rules.cards.deck_names import DeckNames

_ORDER = (WIZARD, *SUITS, JESTER)


def sort_hand(cards: Iterable[Card]) -> list[Card]:
    """Return the cards with Wizards first and Jesters last, and each suit from its highest card down."""
    return sorted(
        cards, key=lambda card: (_ORDER.index(card[0]), -RANK[card] if card[0] in SUITS else 0, card)
    )


def card_with_code(card: Card, deck: DeckNames) -> Sentence:
    """Return the card as its code and its name, such as "R7 (Red 7)"."""
    return Sentence("%(code)s (%(name)s)", code=card, name=deck.card(card))


def card_list(cards: Iterable[Card], deck: DeckNames) -> Sentence:
    """Return the cards as one text, each with its code and name, separated by commas."""
    return join_sentences([card_with_code(card, deck) for card in cards], ", ")
