"""Gives seats back to players at slow tables whose time ran out while they had the page open."""

from datetime import datetime

from games import presence
from games.rules import legal
from games.rules.clock import slow_turn_deadline
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.statuses import RUNNING
from games.services.attendance.absence import return_seat_to_player
from games.store.tables import cached_snapshot

POLL_INTERVAL_SECONDS = 5.0
"""Seconds between two looks at all tables that are connected and cached."""


class ReturnWatch:
    """Gives players their seats back if their time ran out at a slow table while they were connected.

    This happens once the stand-in has made the overdue decision. Otherwise, it would go on playing for a
    player who is at the table, until that player reloads the page.
    """

    def __init__(self) -> None:
        """Create a periodic job that has not run yet."""
        self._ticked = float("-inf")

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Return the seats of connected players at slow tables (days per move) from stand-ins to the players.

        Do nothing until POLL_INTERVAL_SECONDS have passed since the last check. Check only cached tables.
        """
        if monotonic_now - self._ticked < POLL_INTERVAL_SECONDS:
            return
        self._ticked = monotonic_now
        for table_id in presence.connected_table_ids():
            # The cache is enough: the scheduler has cached all tables where it sent a stand-in.
            snapshot = cached_snapshot(table_id)
            if snapshot is None:
                continue
            for user in returning_users(snapshot.state, presence.connected_seats(table_id), now):
                return_seat_to_player(table_id=table_id, user=user, now=now)


def returning_users(state: State, connected_seats: frozenset[int], now: datetime) -> list[int]:
    """Return the ids of connected users at a slow table who should take over from their stand-ins now."""
    if state.options.pace != SLOW or state.status not in RUNNING or state.halted:
        return []
    # A stand-in makes an overdue move before the user returns, unless all people are away.
    to_act = () if state.is_deserted else legal.seats_to_act(state)
    found = []
    # Users who left on purpose return by themselves.
    for seat in sorted((state.away - state.left) & connected_seats):
        sitter, deadline = state.seats[seat], slow_turn_deadline(state, seat)
        is_late = seat in to_act and deadline is not None and deadline <= now
        if sitter is not None and sitter.user is not None and not is_late:
            found.append(sitter.user)
    return found
