"""The rows of the decisions that a slow table waits for, written with the log entries that led to them."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from games.models import SlowTurn
from games.rules.clock import deadline_of_seat, seats_on_clock
from games.rules.legal import decision_of
from games.store.snapshot import TableSnapshot


class _OpenTurn(NamedTuple):
    """A decision of a person that the table waits for."""

    user: int
    decision: str
    deadline_at: datetime


def write_slow_turns(snapshot: TableSnapshot, at: datetime) -> None:
    """Make a slow table's rows those of the decisions that it waits for now.

    `at` is the time of the log's last entry. A decision that was open before keeps its row, and with it what
    the player was told, though its deadline may have moved. Call it in the transaction that stores the log
    entries.
    """
    open_turns, days = _open_turns(snapshot), snapshot.state.options.days or 0
    for row in SlowTurn.objects.filter(table=snapshot.table_id):
        known = open_turns.get(row.seat)
        if known is None or (row.user_id, row.decision) != (known.user, known.decision):
            row.delete()
            continue
        del open_turns[row.seat]
        if row.deadline_at != known.deadline_at:
            row.deadline_at = known.deadline_at
            row.remind_at = reminder_time(known.deadline_at, days)
            row.notice_at = row.notice_at or row.remind_at
            row.save(update_fields=["deadline_at", "notice_at", "remind_at"])
    notice_at = at + timedelta(seconds=settings.PUSH_TURN_GRACE)
    SlowTurn.objects.bulk_create(
        SlowTurn(
            table_id=snapshot.table_id,
            seat=seat,
            user_id=turn.user,
            decision=turn.decision,
            deadline_at=turn.deadline_at,
            notice_at=notice_at,
            remind_at=reminder_time(turn.deadline_at, days),
        )
        for seat, turn in open_turns.items()
    )


def reminder_time(deadline_at: datetime, days: int) -> datetime:
    """Return when a player is reminded of a decision: when a third of its days is left."""
    return deadline_at - timedelta(days=days) / 3


def _open_turns(snapshot: TableSnapshot) -> dict[int, _OpenTurn]:
    """Return the decisions of people that the table waits for, by seat."""
    state = snapshot.state
    turns: dict[int, _OpenTurn] = {}
    for seat in seats_on_clock(state):
        sitter, deadline = state.seats[seat], deadline_of_seat(state, seat)
        if sitter is not None and sitter.user is not None and deadline is not None:
            turns[seat] = _OpenTurn(sitter.user, decision_of(state, seat), deadline)
    return turns
