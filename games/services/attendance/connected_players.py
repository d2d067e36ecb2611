"""Which players in games in progress are connected, compared once a second for all of them together."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games import presence
from games.rules.state import State

SeatedPlayer = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


class ConnectedPlayers(NamedTuple):
    """Which of a list of players were connected at the last check, at a monotonic time in seconds."""

    checked_at: float
    players: Sequence[SeatedPlayer] = ()
    connected: frozenset[SeatedPlayer] = frozenset()
    absent: Sequence[SeatedPlayer] = ()
    """The players who were not connected, in their order in `players`."""
    seats: Mapping[str, frozenset[int]] = {}
    """The connected seats at each player's table."""

    def check_again(self, players: Sequence[SeatedPlayer], monotonic_now: float) -> "ConnectedPlayers":
        """Return which of these players are connected now.

        For players who have disconnected, record the time of the last check as their last activity.
        """
        is_same = players is self.players
        tables = self.seats if is_same else {each[0] for each in players}
        seats = {table_id: presence.connected_seats(table_id) for table_id in tables}
        # The usual case, which must be fast.
        if is_same and seats == self.seats:
            return self._replace(checked_at=monotonic_now)
        connected = frozenset(each for each in players if each[1] in seats[each[0]])
        for table_id, seat, _ in self.connected - connected:
            presence.record_player_activity(table_id, seat, self.checked_at)
        absent = [each for each in players if each not in connected]
        return ConnectedPlayers(monotonic_now, players, connected, absent, seats)


def connected_opponents(table_id: str, state: State, seat: int) -> frozenset[int]:
    """Return the seats of a player's opponents who are people and connected.

    People for whom a bot plays are left out.
    """
    return (state.human_seats() - state.away - {seat}) & frozenset(presence.connected_seats(table_id))
