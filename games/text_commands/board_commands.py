"""The typed commands for games that last days, which name their table: the *board*, as pbmserv called it.

A board is a table's id or its beginning. It may be left out at the table itself, so some lines can be read in
two ways. These commands contain both readings, and `games.services.text_commands` chooses between them.
"""

from datetime import date
from typing import NamedTuple

from games.text_commands.moves import NamedMove

NEXT = "next"
"""The word that stands for the table where the user is to act next."""


class ChallengePlayers(NamedTuple):
    """Challenge these people to a new slow table; None stands for the default value."""

    names: tuple[str, ...]
    restriction: str | None
    days: int | None
    in_order: bool
    """Whether the players sit in the order of the names, and not at random."""


class AnswerChallenge(NamedTuple):
    """Accept or decline a challenge.

    `board` is the id of the challenge, or a table's id or its beginning; None for the only open challenge.
    """

    accepts: bool
    board: str | None


class MoveAtBoard(NamedTuple):
    """Make the move `here` at the table where the command was typed, or `there` at `board`.

    None stands for a reading that makes no sense.
    """

    here: NamedMove | None
    board: str | None
    there: NamedMove | None


class QueueAtBoard(NamedTuple):
    """Queue the moves `here` at the table where the command was typed, or `there` at `board`.

    An empty tuple empties the queue. If both are None, show the queue.
    """

    here: tuple[NamedMove, ...] | None
    board: str | None
    there: tuple[NamedMove, ...] | None


class ShowBoard(NamedTuple):
    """Show the current position or, if `number` is given, the position after this entry of the log."""

    board: str | None
    number: int | None


class ListGames(NamedTuple):
    """List the user's games, or only the one where the user is to act next."""

    next_only: bool


class WriteMessage(NamedTuple):
    """Post the message `here` at the table where the command was typed, or `there` at `board`."""

    here: str
    board: str | None
    there: str


class ShowStandings(NamedTuple):
    """Show the scores at `board` or, if it is None, at the table where the command was typed.

    Outside a table, show the scores in all of the user's games in progress.
    """

    board: str | None


class ShowRatings(NamedTuple):
    """Show the best players of slow games, and the user's own ratings."""


class ShowHistory(NamedTuple):
    """List the user's finished games."""


class PlanVacation(NamedTuple):
    """Take a vacation, list all vacations if no day is given, or cancel one if `cancels` is True.

    The vacation to cancel is the one that includes `first_day` or, if no day is given, the next one.
    """

    first_day: date | None = None
    last_day: date | None = None
    cancels: bool = False


BoardCommand = (
    ChallengePlayers
    | AnswerChallenge
    | MoveAtBoard
    | QueueAtBoard
    | ShowBoard
    | ListGames
    | WriteMessage
    | ShowStandings
    | ShowRatings
    | ShowHistory
    | PlanVacation
)
