"""The typed commands for games that last days: they name their table, its *board*, as pbmserv called it.

A board is a table's id or its beginning. It may be left out where the table is known, so some lines can be
read in two ways; these commands have both readings, and whoever knows the tables chooses.
"""

from datetime import date
from typing import NamedTuple

from games.text_commands.moves import NamedMove

NEXT = "next"
"""Instead of a board: the table where the person should act next."""


class ChallengePlayers(NamedTuple):
    """Challenge these people to a new slow table."""

    names: tuple[str, ...]
    restriction: str | None
    days: int | None
    in_order: bool
    """Whether they sit in the order of the names, and not at random."""


class AnswerChallenge(NamedTuple):
    """Accept or decline the challenge to a board, or with this id; None if there is only one."""

    accepts: bool
    board: str | None


class MoveAtBoard(NamedTuple):
    """Make a move: `here` at the table that is known, or `there` at `board`."""

    here: NamedMove | None
    board: str | None
    there: NamedMove | None


class QueueAtBoard(NamedTuple):
    """Queue moves `here` or `there`; without moves, show the queue. An empty tuple empties it."""

    here: tuple[NamedMove, ...] | None
    board: str | None
    there: tuple[NamedMove, ...] | None


class ShowBoard(NamedTuple):
    """Show the position now or, if there is a `number`, after that entry of the table's log."""

    board: str | None
    number: int | None


class ListGames(NamedTuple):
    """List the person's games, or only say where they should act next."""

    next_only: bool


class WriteMessage(NamedTuple):
    """Write to the players of `board` the text `there`, or to those of the known table all of `here`."""

    here: str
    board: str | None
    there: str


class ShowStandings(NamedTuple):
    """Show the scores of the person's running games, or of one board."""

    board: str | None


class ShowRatings(NamedTuple):
    """Show the best players of slow games, and the person's own ratings."""


class ShowHistory(NamedTuple):
    """List the person's finished games."""


class PlanVacation(NamedTuple):
    """Take a vacation; cancel that of `first_day`, or the next one; without days, list all."""

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
