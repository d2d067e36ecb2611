"""The typed commands of the game and its lobby; commands that name their table are in `board_commands`."""

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
    """Play the only card in the hand that is in `cards`, the possible meanings of the typed `text`."""

    cards: frozenset[Card]
    text: str


class NameSuit(NamedTuple):
    """Name the trump suit."""

    suit: str


class MarkPremove(NamedTuple):
    """Mark a card as a premove (wing): the only card in the hand that is in `cards`.

    `cards` contains the possible meanings of the typed `text`; None removes the mark.
    """

    cards: frozenset[Card] | None
    text: str


class ClaimRemaining(NamedTuple):
    """Claim all or none of the remaining tricks; `tricks` is "all" or "none"."""

    tricks: str


UNDO_WORDS = ("allow", "refuse", "withdraw")


class TakeBack(NamedTuple):
    """Ask to undo one's last bid or card, answer another player's request, or withdraw one's own request."""

    answer: str | None
    """One of UNDO_WORDS, or None to ask."""


class AccuseNamed(NamedTuple):
    """Accuse the player with this name."""

    name: str


class ChangeOption(NamedTuple):
    """Set an option of the table to another value."""

    option: str
    value: object


class ListPlayers(NamedTuple):
    """List the players at the table."""


class ShowHelp(NamedTuple):
    """Show the help for the command `name`, the rules if it is RULES, or all commands if it is None."""

    name: str | None


GameCommand = MakeBid | PlayNamed | NameSuit | MarkPremove | ClaimRemaining | TakeBack | AccuseNamed
"""Commands that act in a game."""
LobbyCommand = JoinTable | StartTable | LeaveTable | ChangeOption | ListPlayers
"""Commands around a game."""
TextCommand = GameCommand | LobbyCommand | BoardCommand | ShowHelp
