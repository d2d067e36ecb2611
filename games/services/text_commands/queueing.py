"""Shows, replaces and empties the caller's queue of moves at a slow table."""

from core.sentence import Sentence, join_sentences
from games.services.slow_tables.queue import read_queued_moves, replace_queued_moves
from games.services.text_commands.boards import resolve_board, resolve_table_and_meaning
from games.services.text_commands.caller import Caller
from games.text_commands.board_commands import QueueAtBoard
from games.wire.chat import CommandReply


def change_queue(caller: Caller, command: QueueAtBoard) -> CommandReply:
    """Replace the user's queued moves if the command contains moves. The reply lists the queue."""
    # An empty tuple of moves clears the queue, and None only lists it.
    if command.there is None and not (command.here is not None and caller.known_table):
        caller = resolve_board(caller, command.board)
    else:
        caller, moves = resolve_table_and_meaning(
            caller, meaning_here=command.here, board=command.board, meaning_at_board=command.there
        )
        replace_queued_moves(table_id=caller.table_id, user=caller.user, moves=moves, now=caller.now)
    queue = read_queued_moves(table_id=caller.table_id, user=caller.user)
    queued = ", ".join(queue["moves"])
    text = (
        Sentence("Queued at board %(board)s: %(moves)s", board=caller.table_id, moves=queued)
        if queued
        else Sentence("You have queued no moves at board %(board)s.", board=caller.table_id)
    )
    report = queue["report"]
    return {"command": "queue", "text": text if report is None else join_sentences([report, text], "\n")}
