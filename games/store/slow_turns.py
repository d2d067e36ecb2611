"""The rows of the decisions that a slow table waits for, written with the log entries that led to them."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from games.models import QueuedMove, Seat, SlowTurn
from games.rules.clock import seats_on_clock, slow_turn_deadline, slow_turn_reminder_at
from games.rules.legal import pending_decision_id
from games.rules.statuses import ABANDONED, FINISHED
from games.store.snapshot import TableSnapshot


class _OpenTurn(NamedTuple):
    """A decision that the table is waiting for a person to make."""

    user: int
    decision: str
    deadline_at: datetime
    remind_at: datetime


def update_slow_turns(snapshot: TableSnapshot, last_entry_at: datetime) -> None:
    """Make a game's SlowTurn objects match its snapshot: one for each decision that a user must make now.

    The game must be slow (with days for each decision). `last_entry_at` is the time of the game's last log
    entry. If the game is over, also delete the moves that players have queued.
    """
    # Called in the transaction that stores the log entries.
    open_turns = _find_open_turns(snapshot)
    if snapshot.state.status in (FINISHED, ABANDONED):
        QueuedMove.objects.filter(table=snapshot.table_id).delete()
    # Locked, so that a notice that is being sent is not forgotten.
    for row in SlowTurn.objects.select_for_update().filter(table=snapshot.table_id):
        turn = open_turns.get(row.seat)
        if turn is None or (row.user_id, row.decision) != (turn.user, turn.decision):
            row.delete()
            continue
        # A decision that is still pending keeps its object, and so its notices.
        del open_turns[row.seat]
        if row.deadline_at != turn.deadline_at:
            if row.notice_at in (None, row.remind_at):
                row.notice_at = turn.remind_at
            row.deadline_at, row.remind_at = turn.deadline_at, turn.remind_at
            row.save(update_fields=["deadline_at", "notice_at", "remind_at"])
    notice_at = last_entry_at + timedelta(seconds=settings.PUSH_TURN_GRACE)
    SlowTurn.objects.bulk_create(
        SlowTurn(
            table_id=snapshot.table_id,
            seat=seat,
            user_id=turn.user,
            decision=turn.decision,
            deadline_at=turn.deadline_at,
            notice_at=notice_at,
            remind_at=turn.remind_at,
        )
        for seat, turn in open_turns.items()
    )


def _find_open_turns(snapshot: TableSnapshot) -> dict[int, _OpenTurn]:
    """Return the decisions that users must make now in a slow game, as a dict with seat numbers as keys.

    The site's bots, absent players and players whose accounts have been deleted are left out.
    """
    state = snapshot.state
    turns: dict[int, _OpenTurn] = {}
    on_clock = seats_on_clock(state)
    # From the rows: the log still names an account that has been deleted.
    rows = Seat.objects.filter(table=snapshot.table_id, seat__in=on_clock, user__isnull=False)
    for seat, user in rows.values_list("seat", "user_id"):
        deadline_at, remind_at = slow_turn_deadline(state, seat), slow_turn_reminder_at(state, seat)
        # A slow table has both, and the query leaves seats without a user out.
        assert user is not None
        assert deadline_at is not None
        assert remind_at is not None
        turns[seat] = _OpenTurn(user, pending_decision_id(state, seat), deadline_at, remind_at)
    return turns
