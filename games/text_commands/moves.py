"""Parses moves as people type them, whatever the table is waiting for: `2`, `zwei`, `R7`, `red`."""

from itertools import pairwise
from typing import NamedTuple

from core.sentence import Sentence
from games.rules.cards import Card
from games.rules.cards.names import cards_by_name, suit_by_name
from games.text_commands.refusals import NotUnderstood

MAX_MOVE_LENGTH = 40
MAX_QUEUED = 60
"""Maximum moves in one queue: a round of twenty cards, its bid and its trump, and two more rounds."""
_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_GERMAN = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn zwanzig"
)
NUMBER_WORDS = {
    **{word: number for words in (_ENGLISH, _GERMAN) for number, word in enumerate(words.split())},
    **dict.fromkeys(("none", "nil", "no", "kein", "keine", "keinen"), 0),
    **dict.fromkeys(("ein", "einen"), 1),
    **{"fuenf": 5, "zwoelf": 12, "fuenfzehn": 15, "zwo": 2},
}
UNITS = ("trick", "tricks", "stich", "stiche")
"""Words that may follow the number of a bid."""


class NamedMove(NamedTuple):
    """A typed move, and what it can mean as a bid, as a trump suit and as a card."""

    text: str
    """The move as typed."""
    bid: int | None
    suit: str | None
    cards: frozenset[Card]


def parse_number(text: str) -> int | None:
    """Parse a number of one to three ASCII digits. Return None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None


def parse_move_line(text: str) -> NamedMove | None:
    """Parse a typed bid, trump suit or card. Return None for other text.

    If the text can mean several of these, the result has all of its meanings.
    """
    line = " ".join(text.split()).rstrip(".!").rstrip()
    if not line or len(line) > MAX_MOVE_LENGTH:
        return None
    words = line.casefold().split()
    if len(words) == 2 and words[1] in UNITS:
        words = words[:1]
    bid = None
    if len(words) == 1:
        bid = parse_number(words[0])
        bid = NUMBER_WORDS.get(words[0]) if bid is None else bid
    move = NamedMove(line, bid, suit_by_name(line), cards_by_name(line))
    return None if (move.bid, move.suit) == (None, None) and not move.cards else move


def parse_moves(text: str) -> tuple[NamedMove, ...] | None:
    """Parse one or more typed moves. Return None for other text.

    Raise NotUnderstood if the moves are ambiguous or too many.
    """
    separated = text.replace(";", ",")
    pieces = [piece for piece in separated.split(",") if piece.strip()] if "," in separated else text.split()
    moves = [parse_move_line(piece) for piece in pieces]
    known = tuple(move for move in moves if move is not None)
    if not known or len(known) < len(moves):
        # Spaces may also stand within a card's name, as in "7 of hearts".
        whole = parse_move_line(text)
        return None if whole is None else (whole,)
    if len(known) > MAX_QUEUED:
        raise NotUnderstood(Sentence("A queue has room for %(most)d moves.", most=MAX_QUEUED))
    if "," not in separated:
        # "red 7" can be one card or two moves.
        _check_unambiguous(pieces)
    return known


def _check_unambiguous(words: list[str]) -> None:
    """Raise NotUnderstood if any two consecutive words can together name a card, such as "red" and "7".

    Each of the words must be a move on its own, so that their meaning would be ambiguous.
    """
    for first, second in pairwise(words):
        if cards_by_name(f"{first} {second}"):
            unclear = Sentence(
                "“%(text)s” can be one card or two moves. Put commas between the moves: %(two)s",
                text=f"{first} {second}",
                two=f"{first}, {second}",
            )
            raise NotUnderstood(unclear)
