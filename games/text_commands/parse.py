"""Parses typed commands such as `/play red 7`; the refusal of an invalid command says what to write."""

from collections.abc import Callable, Collection
from difflib import get_close_matches

from core.sentence import Sentence, join_with_or
from games.rules.cards import Card
from games.rules.cards.names import cards_by_name, suit_by_name
from games.rules.claims.claim import CLAIMS
from games.rules.options import MAX_PLAYERS
from games.text_commands.commands import (
    UNDO_WORDS,
    AccuseNamed,
    ClaimRemaining,
    JoinTable,
    LeaveTable,
    ListPlayers,
    MakeBid,
    MarkPremove,
    NameSuit,
    PlayNamed,
    ShowHelp,
    StartTable,
    TakeBack,
    TextCommand,
)
from games.text_commands.lines import begins_with_slash, begins_with_wizard, split_command
from games.text_commands.moves import parse_number
from games.text_commands.options import parse_option
from games.text_commands.parse_board import BOARD_PARSERS, parser_without_arguments
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import RULES, RULES_WORDS, USAGES

MAX_COMMAND_LENGTH = 400
"""Maximum characters of a command; the text of a message alone may have 300."""


def is_command(text: str) -> bool:
    """Return whether a chat line begins with one slash, or with "wizard" and the name of a command."""
    # The name is required because ordinary sentences may begin with the word "wizard", too.
    return begins_with_slash(text) or (begins_with_wizard(text) and split_command(text)[0] in _PARSERS)


def parse_command(text: str) -> TextCommand:
    """Parse a command that a user has typed, such as "/bid 2", "wizard bid 2" or "bid 2".

    Raise NotUnderstood if the command is incomplete, unknown or too long.
    """
    if len(text) > MAX_COMMAND_LENGTH:
        limit = Sentence("A command can have at most %(limit)d characters.", limit=MAX_COMMAND_LENGTH)
        raise NotUnderstood(limit)
    name, arguments = split_command(text)
    if not name:
        raise NotUnderstood(Sentence("Type a command, such as /bid 2. /help lists them all."))
    if name not in _PARSERS:
        raise NotUnderstood(_unknown_command_text(name))
    return _PARSERS[name](arguments)


def _unknown_command_text(name: str) -> str:
    """Return the error message for an unknown command, suggesting a similar name."""
    nearest = get_close_matches(name, _PARSERS, n=1, cutoff=0.5)
    shown = name if len(name) <= 20 and name.isprintable() else f"{name[:20]!r}…"
    if nearest:
        return Sentence(
            "There is no command /%(name)s. Did you mean /%(nearest)s?", name=shown, nearest=nearest[0]
        )
    return Sentence("There is no command /%(name)s. /help lists them all.", name=shown)


def _parse_join(arguments: str) -> JoinTable:
    """Parse the text after `/join`: a seat number, or nothing for any free seat.

    Raise NotUnderstood for any other text.
    """
    if not arguments:
        return JoinTable(None)
    seat = parse_number(arguments.casefold().removeprefix("seat ").strip())
    if seat is None or not 1 <= seat <= MAX_PLAYERS:
        raise NotUnderstood(
            Sentence(
                "A seat is a number from 1 to %(most)d, for example %(example)s.",
                example=USAGES["join"].example,
                most=MAX_PLAYERS,
            )
        )
    # Typed seat numbers start at 1, those in JoinTable at 0.
    return JoinTable(seat - 1)


def _parse_bid(arguments: str) -> MakeBid:
    """Parse the text after `/bid`: a number of tricks. Raise NotUnderstood for any other text."""
    bid = parse_number(arguments)
    if bid is None:
        raise NotUnderstood(
            Sentence(
                "Say how many tricks you bid, as a number, for example %(example)s.",
                example=USAGES["bid"].example,
            )
        )
    return MakeBid(bid)


def _parse_card_name(command: str, text: str) -> frozenset[Card]:
    """Return all cards that the typed `text` can mean.

    If there are none, raise NotUnderstood, whose message has an example of how to use `command`.
    """
    if not text:
        raise NotUnderstood(
            Sentence("Say which card, for example %(example)s.", example=USAGES[command].example)
        )
    cards = cards_by_name(text)
    if not cards:
        raise NotUnderstood(
            Sentence(
                "“%(text)s” names no card. Write its colour and number, for example %(example)s.",
                text=text[:40],
                example=USAGES[command].example,
            )
        )
    return cards


def _parse_play(arguments: str) -> PlayNamed:
    """Parse the text after `/play`: a card. Raise NotUnderstood for any other text."""
    return PlayNamed(_parse_card_name("play", arguments), arguments)


def _parse_wing(arguments: str) -> MarkPremove:
    """Parse the text after the command `/wing`: a card to play automatically on the next turn, or "off".

    Raise NotUnderstood for any other text.
    """
    if arguments.casefold() in ("off", "none", "aus"):
        return MarkPremove(None, arguments)
    return MarkPremove(_parse_card_name("wing", arguments), arguments)


def _parse_trump(arguments: str) -> NameSuit:
    """Parse the text after `/trump`: a suit. Raise NotUnderstood for any other text."""
    suit = suit_by_name(arguments)
    if suit is None:
        raise NotUnderstood(
            Sentence(
                "Name a suit: red, yellow, green or blue, for example %(example)s.",
                example=USAGES["trump"].example,
            )
        )
    return NameSuit(suit)


def _parse_claim(arguments: str) -> ClaimRemaining:
    """Parse the text after `/claim`: whether the player claims "all" or "none" of the remaining tricks.

    Raise NotUnderstood for any other text.
    """
    if arguments.casefold() not in CLAIMS:
        raise NotUnderstood(
            Sentence(
                "Claim all or none of the remaining tricks, for example %(example)s.",
                example=USAGES["claim"].example,
            )
        )
    return ClaimRemaining(arguments.casefold())


def _parse_undo(arguments: str) -> TakeBack:
    """Parse the text after `/undo`: "allow", "refuse" or "withdraw", or nothing to ask for an undo.

    Raise NotUnderstood for any other text.
    """
    if arguments and arguments.casefold() not in UNDO_WORDS:
        raise NotUnderstood(
            Sentence(
                "Write allow, refuse or withdraw, or nothing to ask, for example %(example)s.",
                example=USAGES["undo"].example,
            )
        )
    return TakeBack(arguments.casefold() or None)


def _parse_accuse(arguments: str) -> AccuseNamed:
    """Parse the text after `/accuse`: the name of the player who is accused of cheating.

    Raise NotUnderstood if the text is empty. It is not checked whether there is such a player.
    """
    if not arguments:
        raise NotUnderstood(
            Sentence("Say whom you accuse, for example %(example)s.", example=USAGES["accuse"].example)
        )
    return AccuseNamed(arguments)


def _parse_help(arguments: str) -> ShowHelp:
    """Parse the text after `/help`: a command's name, "rules", or nothing for all commands.

    Raise NotUnderstood for an unknown command.
    """
    name, _ = split_command(arguments)
    if name in RULES_WORDS:
        return ShowHelp(RULES)
    if name and name not in USAGES:
        raise NotUnderstood(_unknown_command_text(name))
    return ShowHelp(name or None)


_PARSERS: dict[str, Callable[[str], TextCommand]] = {
    "join": _parse_join,
    "start": parser_without_arguments("start", StartTable()),
    "leave": parser_without_arguments("leave", LeaveTable()),
    "bid": _parse_bid,
    "play": _parse_play,
    "trump": _parse_trump,
    "wing": _parse_wing,
    "claim": _parse_claim,
    "undo": _parse_undo,
    "accuse": _parse_accuse,
    "option": parse_option,
    "who": parser_without_arguments("who", ListPlayers()),
    "help": _parse_help,
    **BOARD_PARSERS,
}


# --- What the table knows -----------------------------------------------------------------------------------


def find_card_in_hand(cards: Collection[Card], hand: Collection[Card], text: str) -> Card:
    """Return the only card in `hand` that is among `cards`, the possible meanings of the typed `text`.

    Raise NotUnderstood if there is no such card or more than one.
    """
    held = [card for card in hand if card in cards]
    if len(held) == 1:
        return held[0]
    if held:
        which = Sentence("“%(text)s” can be %(cards)s. Which one?", text=text[:40], cards=join_with_or(held))
        raise NotUnderstood(which)
    named = next(iter(cards)) if len(cards) == 1 else f"“{text[:40]}”"
    raise NotUnderstood(Sentence("You do not have %(card)s.", card=named))


def seat_by_name(name: str, players: Collection[tuple[int, str]]) -> int:
    """Return the seat number of the player whose name is `name` or, if there is none, begins with `name`.

    `players` are pairs of a seat and a name. Case and a leading @ are ignored. Raise NotUnderstood if no
    player or more than one matches.
    """
    wanted = name.casefold().removeprefix("@")
    exact = [seat for seat, known in players if known.casefold() == wanted]
    # An exact match wins over longer names.
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
