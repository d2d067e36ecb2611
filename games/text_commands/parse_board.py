"""Parses commands that can name a table: `/move k7xm R7`, `/show k7xm#12`, `/message k7xm Well played!`"""

import re
from collections.abc import Callable
from typing import TypeVar

from core.sentence import Sentence
from games.text_commands.board_commands import (
    AnswerChallenge,
    BoardCommand,
    ListGames,
    MoveAtBoard,
    PlanVacation,
    QueueAtBoard,
    ShowBoard,
    ShowHistory,
    ShowRatings,
    ShowStandings,
    WriteMessage,
)
from games.text_commands.dates import parse_period
from games.text_commands.moves import NamedMove, parse_move_line, parse_moves
from games.text_commands.parse_challenge import parse_challenge
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import USAGES

Command = TypeVar("Command")

MIN_BOARD_LENGTH = 4
"""Minimum characters of a table's id that identify the table."""
_BOARD = re.compile(r"[a-z0-9_-]{4,16}", re.ASCII)
"""A table's id, or at least four characters of its beginning."""
_CHALLENGE_ID = re.compile(r"[0-9]{1,16}", re.ASCII)
_SHOWN = re.compile(r"(?:([a-z0-9_-]{4,16})\s*)?(?:#\s*([0-9]{1,9}))?", re.ASCII)
CLEAR = ("clear", "none", "off", "leeren", "löschen", "aus")
NEXT_WORDS = ("next", "nächste", "naechste")
CANCEL = ("cancel", "off", "absagen", "aus")


def parse_table_id_prefix(text: str) -> str | None:
    """Return a typed table id, or the beginning of one, in lower case and without a leading #.

    Return None if the text cannot be a table id.
    """
    word = text.casefold().removeprefix("#")
    return word if _BOARD.fullmatch(word) else None


def build_usage_error(name: str) -> NotUnderstood:
    """Return the error for an incomplete or invalid command `name`, with its usage and an example."""
    found = USAGES[name]
    return NotUnderstood(
        Sentence("Write %(usage)s, for example %(example)s.", usage=found.usage, example=found.example)
    )


def _challenge_answer_parser(command: str) -> Callable[[str], AnswerChallenge]:
    """Return a parser for the text after `/accept` or `/decline`; `command` is "accept" or "decline".

    The text is the id of a challenge or table. Without it, the command applies to the only open challenge.
    """

    def parse_answer(arguments: str) -> AnswerChallenge:
        """Parse the text after `/accept` or `/decline`: the id of a challenge or table, or nothing.

        Raise NotUnderstood for any other text.
        """
        word = arguments.casefold().removeprefix("#")
        if word and not (_CHALLENGE_ID.fullmatch(word) or _BOARD.fullmatch(word)):
            raise build_usage_error(command)
        return AnswerChallenge(command == "accept", word or None)

    return parse_answer


def _parse_move(arguments: str) -> MoveAtBoard:
    """Parse the text after `/move`: a move, or a table's id followed by a move.

    Raise NotUnderstood for any other text.
    """
    first, _, others = arguments.partition(" ")
    board = parse_table_id_prefix(first)
    # The first word may be an id or part of the move, so both readings are returned.
    there = parse_move_line(others) if board else None
    here = parse_move_line(arguments)
    if here is None and there is None:
        raise build_usage_error("move")
    return MoveAtBoard(here, board if there else None, there)


def _parse_queue(arguments: str) -> QueueAtBoard:
    """Parse the text after `/queue`: an optional table id, then moves for the player's next turns or "clear".

    Without moves, the command lists those that are queued. Raise NotUnderstood for any other text.
    """
    first, _, others = arguments.partition(" ")
    board = parse_table_id_prefix(first)
    if not arguments:
        return QueueAtBoard(None, None, None)
    if arguments.casefold() in CLEAR:
        return QueueAtBoard((), None, None)
    if board and not others:
        # A card such as "king" is a possible board as well.
        return QueueAtBoard(_parse_queued_moves(arguments), board, None)
    # The first word may be an id or part of the moves, so both readings are returned.
    here, there = _parse_queued_moves(arguments), _parse_queued_moves(others) if board else None
    if here is None and there is None:
        raise build_usage_error("queue")
    return QueueAtBoard(here, board if there is not None else None, there)


def _parse_queued_moves(text: str) -> tuple[NamedMove, ...] | None:
    """Parse moves to queue. Return () for a word such as "clear", which empties the queue.

    Return None for any other text. Raise NotUnderstood if the moves are ambiguous or too many.
    """
    return () if text.casefold() in CLEAR else parse_moves(text)


def _parse_show(arguments: str) -> ShowBoard:
    """Parse the text after `/show`: a table's id and the number of a log entry, such as `k7xm#12`.

    Both are optional. Raise NotUnderstood for any other text.
    """
    found = _SHOWN.fullmatch(arguments.casefold())
    if found is None:
        raise build_usage_error("show")
    board, number = found.groups()
    return ShowBoard(board, None if number is None else int(number))


def _parse_games(arguments: str) -> ListGames:
    """Parse the text after `/games`: "next" for only the game that waits for the user, or nothing for all.

    Raise NotUnderstood for any other text.
    """
    if arguments and arguments.casefold() not in NEXT_WORDS:
        raise build_usage_error("games")
    return ListGames(bool(arguments))


def _parse_message(arguments: str) -> WriteMessage:
    """Parse the text after `/message`: an optional table id, then a chat message.

    Raise NotUnderstood if nothing follows `/message`.
    """
    if not arguments:
        raise build_usage_error("message")
    first, _, others = arguments.partition(" ")
    board = parse_table_id_prefix(first) if others else None
    # The first word may be an id or part of the message, so both readings are returned.
    return WriteMessage(arguments, board, others if board else "")


def _parse_standings(arguments: str) -> ShowStandings:
    """Parse the optional table id after `/standings`. Raise NotUnderstood for any other text."""
    board = parse_table_id_prefix(arguments)
    if arguments and board is None:
        raise build_usage_error("standings")
    # Without an id, this means the current table or, if there is none, all games.
    return ShowStandings(board)


def parser_without_arguments(name: str, command: Command) -> Callable[[str], Command]:
    """Return a parser for a command that has no arguments. The parser returns `command`.

    If any text follows the command's `name`, the parser raises NotUnderstood.
    """

    def parse_no_arguments(arguments: str) -> Command:
        """Return the command, which takes no arguments. Raise NotUnderstood if `arguments` is not empty."""
        if arguments:
            raise NotUnderstood(Sentence("Nothing can follow /%(name)s.", name=name))
        return command

    return parse_no_arguments


def _parse_vacation(arguments: str) -> PlanVacation:
    """Parse the text after `/vacation`: the days of a new vacation, or "cancel" and days of a stored one.

    "cancel" applies to the whole vacation that includes the first of these days or, without days, to the
    current or next vacation. Without any text, the command lists current and future vacations. Raise
    NotUnderstood for any other text.
    """
    if not arguments:
        return PlanVacation()
    first, _, others = arguments.casefold().partition(" ")
    cancels = first in CANCEL
    if cancels and not others:
        return PlanVacation(cancels=True)
    days = parse_period(others if cancels else arguments)
    if days is None:
        raise NotUnderstood(
            Sentence(
                "Write the first and the last day, such as 2026-12-20..2027-01-03 or 20.12.2026-3.1.2027."
            )
        )
    return PlanVacation(*days, cancels=cancels)


BOARD_PARSERS: dict[str, Callable[[str], BoardCommand]] = {
    "challenge": parse_challenge,
    "accept": _challenge_answer_parser("accept"),
    "decline": _challenge_answer_parser("decline"),
    "move": _parse_move,
    "queue": _parse_queue,
    "show": _parse_show,
    "games": _parse_games,
    "message": _parse_message,
    "standings": _parse_standings,
    "ratings": parser_without_arguments("ratings", ShowRatings()),
    "history": parser_without_arguments("history", ShowHistory()),
    "vacation": _parse_vacation,
}
"""Maps the name of each command that can name a table to the function that parses the text after it."""
