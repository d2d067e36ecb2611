"""The typed commands, and their usage, from which the help is generated."""

from typing import NamedTuple

from core.sentence import Sentence, join_sentences
from games.rules.cards import Card


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
    """Show the help for the command `name`, or for all commands if it is None."""

    name: str | None


TextCommand = (
    JoinTable
    | StartTable
    | LeaveTable
    | MakeBid
    | PlayNamed
    | NameSuit
    | LayAside
    | ClaimRemaining
    | TakeBack
    | AccuseNamed
    | ChangeOption
    | ListPlayers
    | ShowHelp
)


class Usage(NamedTuple):
    """How a command is written, and what it does."""

    usage: str
    summary: str
    example: str


USAGES: dict[str, Usage] = {
    "join": Usage(
        "/join [seat]", Sentence("Take a seat: any free one, or that with this number, from 1."), "/join 3"
    ),
    "start": Usage("/start", Sentence("Start the game with those who have a seat."), "/start"),
    "leave": Usage(
        "/leave", Sentence("Give your seat up before the start, or leave the running game."), "/leave"
    ),
    "bid": Usage("/bid number", Sentence("Bid this number of tricks."), "/bid 2"),
    "play": Usage(
        "/play card",
        Sentence("Play a card: R7, red 7, 7 of hearts, KH, W for a Wizard, J for a Jester."),
        "/play R7",
    ),
    "trump": Usage(
        "/trump suit", Sentence("Name the trump suit, as dealer after a turned Wizard."), "/trump red"
    ),
    "wing": Usage(
        "/wing card",
        Sentence("Lay a card aside that plays itself on your turn; /wing off takes it back."),
        "/wing R7",
    ),
    "claim": Usage(
        "/claim all|none",
        Sentence("Claim all or none of the remaining tricks, with four cards or fewer."),
        "/claim all",
    ),
    "undo": Usage(
        "/undo [allow|refuse|withdraw]",
        Sentence(
            "Ask to take your last card or bid back, answer another player who asks, "
            "or withdraw your question."
        ),
        "/undo",
    ),
    "accuse": Usage(
        "/accuse name", Sentence("Accuse a player of having cheated in this round."), "/accuse bob"
    ),
    "option": Usage(
        "/option name [value]",
        Sentence(
            "Change an option before the start: notequal, german, canadian, hiddentip, delayed, cheating, "
            "coach, random_seats, spectators, undo, clock 30, pause 8, preset tournament, edition magic. "
            "“off” takes it back."
        ),
        "/option hiddentip off",
    ),
    "who": Usage("/who", Sentence("List the players of this table."), "/who"),
    "help": Usage("/help [command]", Sentence("List the commands, or explain one."), "/help play"),
}
"""The usage of each command by name, in the order of the help."""


def help_text(name: str | None = None) -> Sentence:
    """Return the help for the command `name`, or one line per command if it is None.

    Raises KeyError for an unknown command.
    """
    if name is None:
        lines = [join_sentences([f"{found.usage}:", found.summary]) for found in USAGES.values()]
        return join_sentences(lines, separator="\n")
    found = USAGES[name]
    example = Sentence("Example: %(example)s", example=found.example)
    return join_sentences([f"{found.usage}:", found.summary, example])
