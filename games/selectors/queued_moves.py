"""Players' queued moves at slow tables; only the player themselves may see them."""

from django.db.models import Exists, OuterRef, QuerySet

from core.sentence import decode_sentences, join_sentences
from games.models import QueuedMove, SlowTurn
from games.models.shards import in_shards
from games.shards import ALL_SHARDS, Shards
from games.wire.queue import MoveQueue


def queued_moves(table_id: str, user: int) -> QuerySet[QueuedMove]:
    """Return the user's queued moves at a table, the next one first."""
    return QueuedMove.objects.filter(table=table_id, user=user).order_by("position")


def describe_queue(table_id: str, user: int) -> MoveQueue:
    """Return the user's own queue at a table, and why the one before it was dropped."""
    rows = list(queued_moves(table_id, user))
    return {
        "moves": [row.text for row in rows if row.refused is None],
        "report": next(
            (join_sentences(decode_sentences(row.refused)) for row in rows if row.refused is not None), None
        ),
    }


def due_queued_moves(limit: int, shards: Shards = ALL_SHARDS) -> list[QueuedMove]:
    """Return the next move of each queue in these shards whose player is on turn, at most `limit` of them.

    The player's seat may have changed since they queued it, because seats are drawn when a game begins.
    """
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
