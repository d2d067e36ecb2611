"""The names of cards in the deck that a player has chosen; the page's scripts use the same names.

The names are `Sentence`s, which are translated on display, together with the text around them.
"""

from typing import NamedTuple

from core.sentence import Sentence, counted_sentence, join_sentences
from games.rules.cards import JESTER, RANK, SUITS, WIZARD, Card


def _names_by_suit(*names: Sentence) -> dict[str, Sentence]:
    """Return a dict from each suit to its name; `names` must be in the order red, yellow, green, blue."""
    return dict(zip(SUITS, names, strict=True))


COLOURS = _names_by_suit(Sentence("Red"), Sentence("Yellow"), Sentence("Green"), Sentence("Blue"))
COLOURS_IN_SENTENCE = _names_by_suit(Sentence("red"), Sentence("yellow"), Sentence("green"), Sentence("blue"))
FRENCH = _names_by_suit(Sentence("Hearts"), Sentence("Diamonds"), Sentence("Clubs"), Sentence("Spades"))
FRENCH_IN_SENTENCE = _names_by_suit(
    Sentence("hearts"), Sentence("diamonds"), Sentence("clubs"), Sentence("spades")
)
ONE_FRENCH = _names_by_suit(Sentence("heart"), Sentence("diamond"), Sentence("club"), Sentence("spade"))
"""The singular noun for a card of each French suit."""
COURT = {10: Sentence("Jack"), 11: Sentence("Queen"), 12: Sentence("King"), 13: Sentence("Ace")}
"""The names of the four highest ranks in the Classic deck, whose lowest rank is the Two."""
CHARACTERS = (
    *(Sentence("Hermit"), Sentence("Peasant"), Sentence("Farmer"), Sentence("Archer")),
    *(Sentence("Blacksmith"), Sentence("Merchant"), Sentence("Bard"), Sentence("Scholar")),
    *(Sentence("Bishop"), Sentence("Knight"), Sentence("Queen"), Sentence("King"), Sentence("Dragon")),
)
"""The names of ranks in the Medieval deck, from rank 1 to rank 13."""


class DeckNames(NamedTuple):
    """The names of one deck: "classic" and "medieval" have French suits, all other decks have colours."""

    deck: str

    @property
    def _has_french_suits(self) -> bool:
        """Whether the suits are hearts, diamonds, clubs and spades rather than colours."""
        return self.deck in ("classic", "medieval")

    def suit(self, suit: str) -> str:
        """Return the suit's name in this deck, such as "Red" or "Hearts"."""
        return FRENCH[suit] if self._has_french_suits else COLOURS[suit]

    def rank(self, rank: int) -> str:
        """Return the rank's name in this deck, such as "7", "Jack" or "Bard (7)"."""
        if self.deck == "medieval":
            return Sentence("%(character)s (%(rank)d)", character=CHARACTERS[rank - 1], rank=rank)
        return COURT.get(rank, str(rank + 1)) if self.deck == "classic" else str(rank)

    def card(self, card: Card) -> str:
        """Return the card's name in this deck, such as "Red 7", "8 of Hearts" or "Wizard"."""
        if card[0] not in SUITS:
            return Sentence("Wizard") if card[0] == WIZARD else Sentence("Jester")
        suit, rank = self.suit(card[0]), RANK[card]
        if self.deck == "medieval":
            character = CHARACTERS[rank - 1]
            return Sentence("%(character)s of %(suit)s (%(rank)s)", character=character, suit=suit, rank=rank)
        if self._has_french_suits:
            return Sentence("%(rank)s of %(suit)s", rank=self.rank(rank), suit=suit)
        return join_sentences([suit, str(rank)])

    def suit_in_sentence(self, suit: str) -> str:
        """Return the suit's name for the middle of an English sentence, such as "red" or "hearts"."""
        return FRENCH_IN_SENTENCE[suit] if self._has_french_suits else COLOURS_IN_SENTENCE[suit]

    def card_in_sentence(self, card: Card) -> str:
        """Return the card's name for the middle of an English sentence, such as "the red 7"."""
        if card[0] == WIZARD:
            return Sentence("the Wizard")
        if card[0] == JESTER:
            return Sentence("the Jester")
        if self._has_french_suits:
            return Sentence("the %(card)s", card=self.card(card))
        return Sentence("the %(suit)s %(rank)d", suit=self.suit_in_sentence(card[0]), rank=RANK[card])

    def card_at_sentence_start(self, card: Card) -> str:
        """Return the card's name for the beginning of an English sentence, such as "The red 7"."""
        if card[0] == WIZARD:
            return Sentence("The Wizard")
        if card[0] == JESTER:
            return Sentence("The Jester")
        if self._has_french_suits:
            return Sentence("The %(card)s", card=self.card(card))
        return Sentence("The %(suit)s %(rank)d", suit=self.suit_in_sentence(card[0]), rank=RANK[card])

    def higher_cards_phrase(self, suit: str, count: int) -> Sentence:
        """Return a phrase for `count` higher cards of the suit, such as "2 higher hearts"."""
        if not self._has_french_suits:
            return counted_sentence(
                "%(count)d higher %(suit)s card",
                "%(count)d higher %(suit)s cards",
                count,
                suit=self.suit_in_sentence(suit),
            )
        return counted_sentence(
            "%(count)d higher %(one)s",
            "%(count)d higher %(many)s",
            count,
            one=ONE_FRENCH[suit],
            many=FRENCH_IN_SENTENCE[suit],
        )


MODERN = DeckNames("modern")
