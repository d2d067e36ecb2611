"""Parses commands: `/play red 7` becomes a value, and invalid text a refusal that says what to write."""

from collections.abc import Callable, Collection
from difflib import get_close_matches

from core.sentence import Sentence, join_with_or
from games.rules.cards import Card
from games.rules.cards.names import cards_named, suit_named
from games.rules.claims.claim import CLAIMS
from games.rules.options import MAX_PLAYERS
from games.text_commands.commands import (
    UNDO_WORDS,
    AccuseNamed,
    ClaimRemaining,
    JoinTable,
    LayAside,
    LeaveTable,
    ListPlayers,
    MakeBid,
    NameSuit,
    PlayNamed,
    ShowHelp,
    StartTable,
    TakeBack,
    TextCommand,
)
from games.text_commands.lines import has_address, has_slash, split_command
from games.text_commands.moves import parse_number
from games.text_commands.options import read_option
from games.text_commands.parse_board import BOARD_READERS
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import RULES, RULES_WORDS, USAGES

MAX_COMMAND_LENGTH = 400
"""Characters: a message has up to 300 of its own."""


def is_command(text: str) -> bool:
    """Whether a line of a chat is a command: it begins with one slash, or with "wizard" and a command's name.

    Other sentences may begin with the game's name.
    """
    return has_slash(text) or (has_address(text) and split_command(text)[0] in _READERS)


def parse_command(text: str) -> TextCommand:
    """Parse a line, with or without the slash or the word "wizard", as a command.

    Raises only NotUnderstood.
    """
    if len(text) > MAX_COMMAND_LENGTH:
        limit = Sentence("A command can have at most %(limit)d characters.", limit=MAX_COMMAND_LENGTH)
        raise NotUnderstood(limit)
    name, rest = split_command(text)
    if not name:
        raise NotUnderstood(Sentence("Type a command, such as /bid 2. /help lists them all."))
    if name not in _READERS:
        raise NotUnderstood(_unknown_command_text(name))
    return _READERS[name](rest)


def _unknown_command_text(name: str) -> str:
    """Return the sentence that refuses an unknown command and suggests the one with the most similar name."""
    nearest = get_close_matches(name, _READERS, n=1, cutoff=0.5)
    shown = name if len(name) <= 20 and name.isprintable() else f"{name[:20]!r}…"
    if nearest:
        return Sentence(
            "There is no command /%(name)s. Did you mean /%(nearest)s?", name=shown, nearest=nearest[0]
        )
    return Sentence("There is no command /%(name)s. /help lists them all.", name=shown)


def _reader_without_argument(name: str, command: TextCommand) -> Callable[[str], TextCommand]:
    """Return a reader for a command without arguments; it raises NotUnderstood if anything follows."""

    def read(rest: str) -> TextCommand:
        if rest:
            raise NotUnderstood(Sentence("Nothing can follow /%(name)s.", name=name))
        return command

    return read


def _parse_join(rest: str) -> JoinTable:
    """Parse what follows `/join`: a seat from 1, or nothing for any; raises NotUnderstood."""
    if not rest:
        return JoinTable(None)
    seat = parse_number(rest.casefold().removeprefix("seat ").strip())
    if seat is None or not 1 <= seat <= MAX_PLAYERS:
        raise NotUnderstood(
            Sentence(
                "A seat is a number from 1 to %(most)d, for example %(example)s.",
                example=USAGES["join"].example,
                most=MAX_PLAYERS,
            )
        )
    return JoinTable(seat - 1)


def _parse_bid(rest: str) -> MakeBid:
    """Parse the number of tricks after `/bid`; raises NotUnderstood if it is not a number."""
    bid = parse_number(rest)
    if bid is None:
        raise NotUnderstood(
            Sentence(
                "Say how many tricks you bid, as a number, for example %(example)s.",
                example=USAGES["bid"].example,
            )
        )
    return MakeBid(bid)


def _parse_cards(name: str, text: str) -> frozenset[Card]:
    """Return the cards that a text can mean.

    Raises NotUnderstood if it does not name a card; `name` is the command whose example is then shown.
    """
    if not text:
        raise NotUnderstood(
            Sentence("Say which card, for example %(example)s.", example=USAGES[name].example)
        )
    cards = cards_named(text)
    if not cards:
        raise NotUnderstood(
            Sentence(
                "“%(text)s” names no card. Write its colour and number, for example %(example)s.",
                text=text[:40],
                example=USAGES[name].example,
            )
        )
    return cards


def _parse_play(rest: str) -> PlayNamed:
    """Parse what follows `/play`, the name of a card; raises NotUnderstood."""
    return PlayNamed(_parse_cards("play", rest), rest)


def _parse_wing(rest: str) -> LayAside:
    """Parse what follows `/wing`: a card to lay aside, or "off" to take it back; raises NotUnderstood."""
    if rest.casefold() in ("off", "none", "aus"):
        return LayAside(None, rest)
    return LayAside(_parse_cards("wing", rest), rest)


def _parse_trump(rest: str) -> NameSuit:
    """Parse what follows `/trump`, the name of a suit; raises NotUnderstood."""
    suit = suit_named(rest)
    if suit is None:
        raise NotUnderstood(
            Sentence(
                "Name a suit: red, yellow, green or blue, for example %(example)s.",
                example=USAGES["trump"].example,
            )
        )
    return NameSuit(suit)


def _parse_claim(rest: str) -> ClaimRemaining:
    """Parse what follows `/claim`, "all" or "none"; raises NotUnderstood."""
    if rest.casefold() not in CLAIMS:
        raise NotUnderstood(
            Sentence(
                "Claim all or none of the remaining tricks, for example %(example)s.",
                example=USAGES["claim"].example,
            )
        )
    return ClaimRemaining(rest.casefold())


def _parse_undo(rest: str) -> TakeBack:
    """Parse what follows `/undo`: an answer or nothing; raises NotUnderstood."""
    if rest and rest.casefold() not in UNDO_WORDS:
        raise NotUnderstood(
            Sentence(
                "Write allow, refuse or withdraw, or nothing to ask, for example %(example)s.",
                example=USAGES["undo"].example,
            )
        )
    return TakeBack(rest.casefold() or None)


def _parse_accuse(rest: str) -> AccuseNamed:
    """Parse what follows `/accuse`, a player's name; raises NotUnderstood if it is missing."""
    if not rest:
        raise NotUnderstood(
            Sentence("Say whom you accuse, for example %(example)s.", example=USAGES["accuse"].example)
        )
    return AccuseNamed(rest)


def _parse_help(rest: str) -> ShowHelp:
    """Parse what follows `/help`: a topic or nothing; raises NotUnderstood for an unknown one."""
    name, _ = split_command(rest)
    if name in RULES_WORDS:
        return ShowHelp(RULES)
    if name and name not in USAGES:
        raise NotUnderstood(_unknown_command_text(name))
    return ShowHelp(name or None)


_READERS: dict[str, Callable[[str], TextCommand]] = {
    "join": _parse_join,
    "start": _reader_without_argument("start", StartTable()),
    "leave": _reader_without_argument("leave", LeaveTable()),
    "bid": _parse_bid,
    "play": _parse_play,
    "trump": _parse_trump,
    "wing": _parse_wing,
    "claim": _parse_claim,
    "undo": _parse_undo,
    "accuse": _parse_accuse,
    "option": read_option,
    "who": _reader_without_argument("who", ListPlayers()),
    "help": _parse_help,
    **BOARD_READERS,
}


# --- What the table knows -----------------------------------------------------------------------------------


def card_in_hand(cards: Collection[Card], hand: Collection[Card], text: str) -> Card:
    """Return the one card of the hand that was named; raises NotUnderstood unless there is exactly one."""
    held = [card for card in hand if card in cards]
    if len(held) == 1:
        return held[0]
    if held:
        which = Sentence("“%(text)s” can be %(cards)s. Which one?", text=text[:40], cards=join_with_or(held))
        raise NotUnderstood(which)
    named = next(iter(cards)) if len(cards) == 1 else f"“{text[:40]}”"
    raise NotUnderstood(Sentence("You do not have %(card)s.", card=named))


def seat_named(name: str, players: Collection[tuple[int, str]]) -> int:
    """Return the seat of the player with this name, which may be abbreviated if it stays unambiguous.

    Raises NotUnderstood if no player, or more than one, matches.
    """
    wanted = name.casefold().removeprefix("@")
    exact = [seat for seat, known in players if known.casefold() == wanted]
    found = exact or [seat for seat, known in players if known.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not players:
        raise NotUnderstood(Sentence("Nobody sits here."))
    names = join_with_or([known for seat, known in players if not found or seat in found])
    unclear = (
        Sentence("“%(name)s” can be %(names)s. Write the whole name.", name=name[:40], names=names)
        if found
        else Sentence("Nobody called “%(name)s” sits here. Say %(names)s.", name=name[:40], names=names)
    )
    raise NotUnderstood(unclear)
