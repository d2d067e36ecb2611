"""What people call cards and suits: their codes, and their names in each deck, in English and German.

Colours and French suits are two designs of the same suits. In the Classic deck, rank 1 is the 2: "7 of
hearts" and "7H" are the card `R6`, while "red 7" and "R7" are `R7`.
"""

import re

from games.rules.cards import DECK, JESTER, RANKS, SUITS, WIZARD, Card

COLOURS = {
    "R": ("r", "red", "rot", "rote", "roten", "roter", "rotes"),
    "Y": ("y", "yellow", "gelb", "gelbe", "gelben", "gelber", "gelbes"),
    "G": ("g", "green", "grün", "grüne", "grünen", "grüner", "grünes", "gruen", "gruene"),
    "B": ("b", "blue", "blau", "blaue", "blauen", "blauer", "blaues"),
}
FRENCH_SUITS = {
    "R": ("h", "heart", "hearts", "herz", "♥"),
    "Y": ("d", "diamond", "diamonds", "karo", "♦"),
    "G": ("c", "club", "clubs", "kreuz", "♣"),
    "B": ("s", "spade", "spades", "pik", "♠"),
}
CLASSIC_RANKS = {
    **{str(printed): printed - 1 for printed in range(2, 11)},
    **dict.fromkeys(("j", "jack", "bube"), 10),
    **dict.fromkeys(("q", "queen", "dame"), 11),
    **dict.fromkeys(("k", "king", "könig", "koenig"), 12),
    **dict.fromkeys(("a", "ace", "as", "ass"), 13),
}
MEDIEVAL_RANKS = {
    **{"hermit": 1, "peasant": 2, "farmer": 3, "archer": 4, "blacksmith": 5, "merchant": 6, "bard": 7},
    **{"scholar": 8, "bishop": 9, "knight": 10, "dragon": 13},
}
WIZARDS = ("w", "wizard", "z", "zauberer")
JESTERS = ("j", "jester", "n", "narr", "narren")
FILLERS = {"of", "the", "der", "die", "das", "den", "von"}

_COLOUR = {name: suit for suit, names in COLOURS.items() for name in names}
_FRENCH = {name: suit for suit, names in FRENCH_SUITS.items() for name in names}
_SPECIAL = {name: kind for kind, names in ((WIZARD, WIZARDS), (JESTER, JESTERS)) for name in names}
_FRENCH_RANKS = {**CLASSIC_RANKS, **MEDIEVAL_RANKS}
_TOGETHER = re.compile(
    r"([a-zäöüß♥♦♣♠]+)(\d{1,2})|(\d{1,2})([a-zäöüß♥♦♣♠]+)|([hdcs♥♦♣♠])([jqka])|([jqka])([hdcs♥♦♣♠])"
)
"""Suit and rank, in either order, without a space in between."""


def suit_by_name(text: str) -> str | None:
    """Return the code of the suit that `text` names, such as "R" for "red" or "Herz".

    Return None if `text` is no English or German name of a suit.
    """
    words = _split_words(text)
    found = {_COLOUR.get(word) or _FRENCH.get(word) for word in words}
    return found.pop() if len(words) == 1 else None


def cards_by_name(text: str) -> frozenset[Card]:
    """Return all cards to which an English or German name can refer, such as all red cards for "red".

    Return an empty set for an unknown name.
    """
    words = _split_words(text)
    if len(words) == 1 and (split := _TOGETHER.fullmatch(words[0])):
        words = [part for part in split.groups() if part]
    if len(words) == 1:
        return _cards_named_by_one_word(words[0])
    if len(words) != 2:
        return frozenset()
    first, second = words
    return _cards_named_by_two_words(first, second) or _cards_named_by_two_words(second, first)


def _split_words(text: str) -> list[str]:
    """Split a card's name into lower-case words, without articles and prepositions."""
    return [word for word in text.casefold().split() if word not in FILLERS]


def _cards_named_by_one_word(word: str) -> frozenset[Card]:
    """Return the cards that one word names: "red" names all red cards, and "7" names the four sevens.

    Return an empty set if the word names no cards.
    """
    if kind := _SPECIAL.get(word):
        return frozenset(card for card in DECK if card[0] == kind)
    if suit := _COLOUR.get(word) or _FRENCH.get(word):
        return frozenset(f"{suit}{rank}" for rank in RANKS)
    if _is_rank(word):
        return frozenset(f"{suit}{int(word)}" for suit in SUITS)
    if rank := _FRENCH_RANKS.get(word):
        return frozenset(f"{suit}{rank}" for suit in SUITS)
    return frozenset()


def _cards_named_by_two_words(suit_name: str, rank_name: str) -> frozenset[Card]:
    """Return a set with the card of this suit and rank, or an empty set if there is no such card."""
    code = ""
    # For a Wizard or Jester, `suit_name` is "wizard" or "jester". Names of two deck designs do not mix.
    if kind := _SPECIAL.get(suit_name):
        code = f"{kind}{rank_name}"
    elif (colour := _COLOUR.get(suit_name)) and _is_rank(rank_name):
        code = f"{colour}{int(rank_name)}"
    elif (french := _FRENCH.get(suit_name)) and rank_name in _FRENCH_RANKS:
        code = f"{french}{_FRENCH_RANKS[rank_name]}"
    return frozenset({code} & set(DECK))


def _is_rank(word: str) -> bool:
    """Return whether `word` is the rank of a card: a number from 1 to 13, in ASCII digits."""
    return word.isascii() and word.isdigit() and len(word) <= 2 and int(word) in RANKS
