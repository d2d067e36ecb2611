"""Parses commands that name a table: `/move k7xm R7`, `/show k7xm#12`, `/message k7xm Well played!`"""

import re
from collections.abc import Callable

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
from games.text_commands.dates import parse_days
from games.text_commands.moves import NamedMove, parse_move_line, parse_moves
from games.text_commands.parse_challenge import parse_challenge
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import USAGES

MIN_BOARD_LENGTH = 4
"""Characters of a table's id that name it."""
_BOARD = re.compile(r"[a-z0-9_-]{4,16}", re.ASCII)
"""A table's id, or at least four characters of its beginning."""
_CHALLENGE_ID = re.compile(r"[0-9]{1,16}", re.ASCII)
_SHOWN = re.compile(r"(?:([a-z0-9_-]{4,16})\s*)?(?:#\s*([0-9]{1,9}))?", re.ASCII)
CLEAR = ("clear", "none", "off", "leeren", "löschen", "aus")
NEXT_WORDS = ("next", "nächste", "naechste")
CANCEL = ("cancel", "off", "absagen", "aus")


def parse_board_word(text: str) -> str | None:
    """Return the text as the beginning of a table's id, or None if it cannot be one."""
    word = text.casefold().removeprefix("#")
    return word if _BOARD.fullmatch(word) else None


def incomplete(name: str) -> NotUnderstood:
    """Return the refusal of a command that lacks something, with its usage and an example."""
    found = USAGES[name]
    return NotUnderstood(
        Sentence("Write %(usage)s, for example %(example)s.", usage=found.usage, example=found.example)
    )


def _parse_answer(name: str) -> Callable[[str], AnswerChallenge]:
    """Return a reader for `/accept` or `/decline`; it raises NotUnderstood."""

    def read(rest: str) -> AnswerChallenge:
        word = rest.casefold().removeprefix("#")
        if word and not (_CHALLENGE_ID.fullmatch(word) or _BOARD.fullmatch(word)):
            raise incomplete(name)
        return AnswerChallenge(name == "accept", word or None)

    return read


def _parse_move(rest: str) -> MoveAtBoard:
    """Parse what follows `/move`: a move, or a board and a move; raises NotUnderstood."""
    first, _, others = rest.partition(" ")
    board = parse_board_word(first)
    there = parse_move_line(others) if board else None
    here = parse_move_line(rest)
    if here is None and there is None:
        raise incomplete("move")
    return MoveAtBoard(here, board if there else None, there)


def _parse_queue(rest: str) -> QueueAtBoard:
    """Parse what follows `/queue`: a board, moves or "clear", both, or nothing; raises NotUnderstood."""
    first, _, others = rest.partition(" ")
    board = parse_board_word(first)
    if not rest:
        return QueueAtBoard(None, None, None)
    if rest.casefold() in CLEAR:
        return QueueAtBoard((), None, None)
    if board and not others:
        # A card such as "king" is a possible board as well.
        return QueueAtBoard(_queued(rest), board, None)
    here, there = _queued(rest), _queued(others) if board else None
    if here is None and there is None:
        raise incomplete("queue")
    return QueueAtBoard(here, board if there is not None else None, there)


def _queued(text: str) -> tuple[NamedMove, ...] | None:
    """Return the moves of a text, none for "clear"; None if it is something else; raises NotUnderstood."""
    return () if text.casefold() in CLEAR else parse_moves(text)


def _parse_show(rest: str) -> ShowBoard:
    """Parse what follows `/show`: a board and a number of its log, each optional; raises NotUnderstood."""
    found = _SHOWN.fullmatch(rest.casefold())
    if found is None:
        raise incomplete("show")
    board, number = found.groups()
    return ShowBoard(board, None if number is None else int(number))


def _parse_games(rest: str) -> ListGames:
    """Parse what follows `/games`: "next" or nothing; raises NotUnderstood."""
    if rest and rest.casefold() not in NEXT_WORDS:
        raise incomplete("games")
    return ListGames(bool(rest))


def _parse_message(rest: str) -> WriteMessage:
    """Parse what follows `/message`: a board and a text, or a text; raises NotUnderstood."""
    if not rest:
        raise incomplete("message")
    first, _, others = rest.partition(" ")
    board = parse_board_word(first) if others else None
    return WriteMessage(rest, board, others if board else "")


def _parse_standings(rest: str) -> ShowStandings:
    """Parse what follows `/standings`: a board or nothing; raises NotUnderstood."""
    board = parse_board_word(rest)
    if rest and board is None:
        raise incomplete("standings")
    return ShowStandings(board)


def _reader_alone(name: str, command: BoardCommand) -> Callable[[str], BoardCommand]:
    """Return a reader for a command without arguments; it raises NotUnderstood if anything follows."""

    def read(rest: str) -> BoardCommand:
        if rest:
            raise NotUnderstood(Sentence("Nothing can follow /%(name)s.", name=name))
        return command

    return read


def _parse_vacation(rest: str) -> PlanVacation:
    """Parse what follows `/vacation`: days, "cancel" with or without a day, or nothing.

    Raises NotUnderstood.
    """
    if not rest:
        return PlanVacation()
    first, _, others = rest.casefold().partition(" ")
    cancels = first in CANCEL
    if cancels and not others:
        return PlanVacation(cancels=True)
    days = parse_days(others if cancels else rest)
    if days is None:
        raise NotUnderstood(
            Sentence(
                "Write the first and the last day, such as 2026-12-20..2027-01-03 or 20.12.2026-3.1.2027."
            )
        )
    return PlanVacation(*days, cancels=cancels)


BOARD_READERS: dict[str, Callable[[str], BoardCommand]] = {
    "challenge": parse_challenge,
    "accept": _parse_answer("accept"),
    "decline": _parse_answer("decline"),
    "move": _parse_move,
    "queue": _parse_queue,
    "show": _parse_show,
    "games": _parse_games,
    "message": _parse_message,
    "standings": _parse_standings,
    "ratings": _reader_alone("ratings", ShowRatings()),
    "history": _reader_alone("history", ShowHistory()),
    "vacation": _parse_vacation,
}
"""What reads the rest of each command that may name a table, by the command's name."""
