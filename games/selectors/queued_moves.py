"""Players' queued moves at slow tables, which only the players themselves may see."""

from django.db.models import Exists, OuterRef, QuerySet

from core.sentence import decode_sentences, join_sentences
from games.models import QueuedMove, SlowTurn
from games.models.shards import in_shards
from games.shards import ALL_SHARDS, Shards
from games.store.snapshot import TableSnapshot
from games.store.tables import load_earlier_answers
from games.wire.queue import MoveQueue

ACTION_PREFIX = "queued-"
"""The prefix of queued moves' action ids."""


def queued_moves(table_id: str, user_id: int) -> QuerySet[QueuedMove]:
    """Return the moves that the user has chosen in advance at a slow table, in the order of play."""
    return QueuedMove.objects.filter(table=table_id, user=user_id).order_by("position")


def queued_move_action_id(move: QueuedMove) -> str:
    """Return the action id with which a queued move is submitted.

    It is always the same for a move. The server does not repeat an action whose id it knows, so the move
    cannot be made twice.
    """
    return f"{ACTION_PREFIX}{move.pk}"


def describe_queue(snapshot: TableSnapshot, user_id: int) -> MoveQueue:
    """Return the moves that the user has queued at a table, without those already made or refused.

    The field `report` is the reason why a queued move was refused, or None if no move was refused.
    """
    seat = snapshot.state.seat_of(user_id)
    load_earlier_answers(snapshot)
    rows = list(queued_moves(snapshot.table_id, user_id))
    return {
        "moves": [
            row.text
            for row in rows
            if row.refused is None
            and (seat is None or snapshot.answer_to(seat, queued_move_action_id(row)) is None)
        ],
        "report": next(
            (join_sentences(decode_sentences(row.refused)) for row in rows if row.refused is not None), None
        ),
    }


def due_queued_moves(limit: int, shards: Shards = ALL_SHARDS) -> list[QueuedMove]:
    """Return up to `limit` queued moves that can be made now, oldest first.

    Search only the tables in `shards` (groups of tables). Leave out tables that are on hold (paused), and
    tables with a damaged log.
    """
    # Django takes a millisecond each second to build the rest of this query, and most sites need none of it.
    if not QueuedMove.objects.filter(refused__isnull=True).exists():
        return []
    # Moves belong to users, not to seats, because seats may be assigned by lot after a move was queued.
    turn = SlowTurn.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    earlier = QueuedMove.objects.filter(
        table=OuterRef("table"), user=OuterRef("user"), position__lt=OuterRef("position")
    )
    due = QueuedMove.objects.filter(
        in_shards(shards, "table__shard"),
        Exists(turn),
        ~Exists(earlier),
        refused__isnull=True,
        table__quarantined="",
        table__halted=False,
    )
    return list(due.order_by("created_at", "pk")[:limit])
