"""Finds the table that a command names by the beginning of its id, among the person's own tables."""

from typing import TypeVar

from core.sentence import Sentence, join_with_or
from games.models import Table
from games.models.table import ID_LENGTH, RUNNING, GameStatus
from games.rules.errors import NoSuchTable
from games.selectors.next_turn import next_turn
from games.services.text_commands.caller import Caller
from games.text_commands.board_commands import NEXT
from games.text_commands.refusals import NotUnderstood

Reading = TypeVar("Reading")
MAX_NAMED = 5
"""Tables that are named where several fit."""


def own_tables(caller: Caller, board: str) -> list[str]:
    """Return the ids of the caller's tables that begin with `board`; of games that are over only if no other
    one does.
    """
    mine = Table.objects.filter(seats__user=caller.user, id__startswith=board).order_by("-opened_at")
    active = mine.filter(status__in=(GameStatus.OPEN, *RUNNING))
    return list(active.values_list("id", flat=True)[:MAX_NAMED]) or list(
        mine.values_list("id", flat=True)[:MAX_NAMED]
    )


def enter_board(caller: Caller, board: str | None) -> Caller:
    """Return the caller at the table that `board` names, or at the known table if it is None.

    Of tables where the caller has no seat, only a whole id is understood. Raises NotUnderstood if no table is
    known or several fit, NoSuchTable, or Forbidden.
    """
    if board is None:
        return caller.enter(caller.table_id)
    found = own_tables(caller, board)
    if board in found:
        return caller.enter(board)
    if len(found) > 1:
        raise NotUnderstood(
            Sentence("“%(board)s” can be %(boards)s. Which one?", board=board, boards=join_with_or(found))
        )
    if found:
        return caller.enter(found[0])
    if board == NEXT:
        table_id = next_turn(caller.user.pk)["id"]
        if table_id is None:
            raise NotUnderstood(Sentence("No table is waiting for you."))
        return caller.enter(table_id)
    if len(board) != ID_LENGTH:
        raise NoSuchTable()
    return caller.enter(board)


def choose_reading(
    caller: Caller, *, here: Reading | None, board: str | None, there: Reading | None
) -> tuple[Caller, Reading]:
    """Return the caller at the table that a line means, and what it says there.

    `here` is the whole line as said at the known table, and `there` what follows `board`; each is None if it
    makes no sense. Raises NotUnderstood if both do, or if the table is missing, and any error of
    `enter_board`.
    """
    is_here = here is not None and bool(caller.known_table)
    if is_here and there is not None and board is not None and own_tables(caller, board):
        raise NotUnderstood(
            Sentence(
                "“%(board)s” begins the id of a table of yours, but this can also be meant for this table. "
                "Write the id of the one that you mean first.",
                board=board,
            )
        )
    if is_here and here is not None:
        return enter_board(caller, None), here
    if there is not None and board is not None:
        return enter_board(caller, board), there
    raise NotUnderstood(Sentence("Say at which board, as in /move k7xm R7. /games lists yours."))
