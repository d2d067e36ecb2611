"""The moves that a viewer can make now, as the commands to type."""

from typing import NamedTuple

from core.sentence import Sentence
from games.rules.cards.deck_names import MODERN, DeckNames
from games.rules.protocol.sight import Sight
from games.rules.statuses import PLAYING
from games.sight_text.cards import sort_hand


class MoveCommand(NamedTuple):
    """A command to make a move, without its slash, such as "play R7", and its meaning, such as "Red 7".

    The meaning of a bid is empty, because the command itself says it.
    """

    command: str
    meaning: str


SUIT_WORDS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
"""The words for suits after `/trump`, which are understood whatever deck the player has chosen."""


def typed_move_commands(sight: Sight, deck: DeckNames = MODERN) -> list[MoveCommand]:
    """Return the commands that the viewer can type to move now.

    If cheating is allowed, these include illegal cards. `deck` provides the names of cards and suits.
    """
    legal = sight["legal"]
    suits = [MoveCommand(f"trump {SUIT_WORDS[suit]}", deck.suit(suit)) for suit in legal["suits"]]
    bids = [MoveCommand(f"bid {bid}", "") for bid in legal["bids"]]
    playable = sight["playable"] if sight["status"] == PLAYING else []
    cards = [MoveCommand(f"play {card}", deck.card(card)) for card in sort_hand(playable)]
    return [*suits, *bids, *cards, *_claim_commands(sight)]


def _claim_commands(sight: Sight) -> list[MoveCommand]:
    """Return the commands by which the viewer may claim all or none of the remaining tricks.

    Claims that the viewer cannot prove are included.
    """
    meanings = {
        "all": Sentence("Claim all remaining tricks"),
        "none": Sentence("Claim none of the remaining tricks"),
    }
    return [MoveCommand(f"claim {claim}", meanings[claim]) for claim in sight["can_claim"]]
