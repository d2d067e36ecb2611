"""Finds the tables where it is a player's turn, for people who play at several tables."""

from datetime import UTC, datetime

from core.refusal import Refusal
from games.models import SlowTurn, Table
from games.models.table import RUNNING, TablePace
from games.rules import legal
from games.rules.clock import clock_deadline
from games.store.tables import load_snapshot
from games.wire.lobby import NextTurn

_NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


def next_turn(user_id: int, *, current_table_id: str | None = None) -> NextTurn:
    """Return the table where the user should move next, and how many tables wait for the user.

    Leave out the table with the id `current_table_id`, if given. The `id` in the result is None if no table
    waits for the user.
    """
    # Live tables come first, because other players are waiting there.
    tables = Table.objects.filter(
        seats__user_id=user_id, status__in=RUNNING, pace=TablePace.LIVE, quarantined="", halted=False
    )
    ids = tables.exclude(pk=current_table_id or "").order_by("opened_at", "id").values_list("id", flat=True)
    waiting = [
        (end, table_id) for table_id in ids if (end := _find_turn_deadline(table_id, user_id)) is not None
    ]
    slow = SlowTurn.objects.filter(user=user_id, table__quarantined="").exclude(table=current_table_id or "")
    # Sorting keeps the order of tables without a deadline: the one that was opened first comes first.
    waiting.sort(key=lambda turn: turn[0])
    waiting += slow.order_by("deadline_at").values_list("deadline_at", "table_id")
    return {"id": waiting[0][1] if waiting else None, "waiting": len(waiting)}


def _find_turn_deadline(table_id: str, user_id: int) -> datetime | None:
    """Return the current deadline at a live table if it is the user's turn.

    Return _NO_DEADLINE if no clock is running, or None if it is not the user's turn or the table cannot be
    read.
    """
    try:
        state = load_snapshot(table_id).state
    except Refusal:
        return None
    if state.seat_of(user_id) not in legal.seats_to_act(state):
        return None
    return clock_deadline(state) or _NO_DEADLINE
