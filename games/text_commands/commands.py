"""The typed commands of the game and its lobby; `board_commands` has those that name their table."""

from typing import NamedTuple

from games.rules.cards import Card
from games.text_commands.board_commands import BoardCommand


class JoinTable(NamedTuple):
    """Sit down at `seat`, counted from 0, or at any free seat if it is None."""

    seat: int | None


class StartTable(NamedTuple):
    """Start the game with the players who have a seat."""


class LeaveTable(NamedTuple):
    """Give up the seat before the start, or leave the game in progress."""


class MakeBid(NamedTuple):
    """Bid a number of tricks."""

    bid: int


class PlayNamed(NamedTuple):
    """Play the card of the hand that is in `cards`; `text` is what the player typed."""

    cards: frozenset[Card]
    text: str


class NameSuit(NamedTuple):
    """Name the trump suit."""

    suit: str


class LayAside(NamedTuple):
    """Set a premove (wing): the card of the hand that is in `cards`; None removes it."""

    cards: frozenset[Card] | None
    text: str


class ClaimRemaining(NamedTuple):
    """Claim all or none of the remaining tricks."""

    tricks: str


UNDO_WORDS = ("allow", "refuse", "withdraw")


class TakeBack(NamedTuple):
    """Ask to take back the last decision, or answer or withdraw such a request."""

    answer: str | None
    """allow, refuse or withdraw; None asks."""


class AccuseNamed(NamedTuple):
    """Accuse the player with this name."""

    name: str


class ChangeOption(NamedTuple):
    """Give an option of the table another value."""

    option: str
    value: object


class ListPlayers(NamedTuple):
    """List the players at the table."""


class ShowHelp(NamedTuple):
    """Show the help for the command `name`, for the rules, or for all commands if it is None."""

    name: str | None


GameCommand = MakeBid | PlayNamed | NameSuit | LayAside | ClaimRemaining | TakeBack | AccuseNamed
"""Commands that play."""
LobbyCommand = JoinTable | StartTable | LeaveTable | ChangeOption | ListPlayers
"""Commands around a game."""
TextCommand = GameCommand | LobbyCommand | BoardCommand | ShowHelp
