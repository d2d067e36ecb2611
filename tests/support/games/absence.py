"""Players who are gone, as the scheduler looks for them second by second."""

from datetime import timedelta

from games import presence
from games.services.attendance.absence import AbsenceWatch, players_in_live_games
from tests.support.games.playing import AT, sight


class Watch:
    """The leavers of one process, asked second by second."""

    def __init__(self, table_id: str, start: float = 1000.0) -> None:
        self.table_id, self.start = table_id, start
        self.leavers = AbsenceWatch(start)

    def at(self, seconds: float, *there: int) -> None:
        """A look so many seconds after the start, with signs of life of those who are there."""
        now = self.start + seconds
        for seat in there:
            presence.record_player_activity(self.table_id, seat, now)
        found = [place for place in players_in_live_games() if place[0] == self.table_id]
        self.leavers.check(found, now=AT + timedelta(seconds=seconds), monotonic_now=now)


def away(table_id: str) -> list[int]:
    """The seats at which stand-ins play."""
    return [player["seat"] for player in sight(table_id)["players"] if player["away"]]
