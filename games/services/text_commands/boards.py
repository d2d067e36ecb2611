"""Finds the table that a command names by the beginning of the table's id, among the user's own tables."""

from typing import TypeVar

from core.sentence import Sentence, join_with_or
from games.models import Table
from games.models.table import ID_LENGTH, RUNNING, GameStatus
from games.rules.errors import NoSuchTable
from games.selectors.next_turn import next_turn
from games.services.text_commands.caller import Caller
from games.text_commands.board_commands import NEXT
from games.text_commands.refusals import NotUnderstood

Meaning = TypeVar("Meaning")
MAX_NAMED = 5
"""Maximum tables that are named if several match."""


def find_own_tables(caller: Caller, id_start: str) -> list[str]:
    """Return the user's table ids that begin with `id_start`: newest table first, at most MAX_NAMED.

    Leave out games that are over, unless no other game has such an id.
    """
    mine = Table.objects.filter(seats__user=caller.user, id__startswith=id_start).order_by("-opened_at")
    active = mine.filter(status__in=(GameStatus.OPEN, *RUNNING))
    return list(active.values_list("id", flat=True)[:MAX_NAMED]) or list(
        mine.values_list("id", flat=True)[:MAX_NAMED]
    )


def resolve_board(caller: Caller, board: str | None) -> Caller:
    """Return the caller with the table that `board` names as the current table.

    `board` is a table's id, the beginning of the id of one of the user's tables, or NEXT (a table where it is
    the user's turn). None means the current table. Raise a Refusal if there is no such table, if several ids
    have this beginning, or if the user may not see the table.
    """
    if board is None:
        return caller.with_table(caller.table_id)
    found = find_own_tables(caller, board)
    if board in found:
        return caller.with_table(board)
    if len(found) > 1:
        raise NotUnderstood(
            Sentence("“%(board)s” can be %(boards)s. Which one?", board=board, boards=join_with_or(found))
        )
    if found:
        return caller.with_table(found[0])
    if board == NEXT:
        table_id = next_turn(caller.user.pk)["id"]
        if table_id is None:
            raise NotUnderstood(Sentence("No table is waiting for you."))
        return caller.with_table(table_id)
    if len(board) != ID_LENGTH:
        raise NoSuchTable()
    return caller.with_table(board)


def resolve_table_and_meaning(
    caller: Caller, *, meaning_here: Meaning | None, board: str | None, meaning_at_board: Meaning | None
) -> tuple[Caller, Meaning]:
    """Decide whether a typed line is meant for the current table or for the table that `board` names.

    `meaning_here` is the meaning of the line at the current table, and `meaning_at_board` its meaning at the
    named table. None stands for an impossible meaning. Return the caller with the chosen table as the current
    table, and the chosen meaning. If both meanings are possible, choose the current table, but raise
    NotUnderstood if `board` begins the id of one of the user's tables. Also raise NotUnderstood if both
    meanings are impossible.
    """
    is_here = meaning_here is not None and bool(caller.known_table)
    if is_here and meaning_at_board is not None and board is not None and find_own_tables(caller, board):
        raise NotUnderstood(
            Sentence(
                "“%(board)s” begins the id of a table of yours, but this can also be meant for this table. "
                "Write the id of the one that you mean first.",
                board=board,
            )
        )
    if is_here and meaning_here is not None:
        return resolve_board(caller, None), meaning_here
    if meaning_at_board is not None and board is not None:
        return resolve_board(caller, board), meaning_at_board
    raise NotUnderstood(Sentence("Say at which board, as in /move k7xm R7. /games lists yours."))
