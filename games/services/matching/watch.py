"""The scheduler's part in quick matches: seats people, and forgets absent ones."""

from datetime import datetime

from games.selectors.lobby.matching import has_requests
from games.services.matching.requests import REQUEST_TIMEOUT, forget_requests
from games.services.matching.tables import form_tables
from games.services.uncharged_time import STANDSTILL_SECONDS


class MatchWatch:
    """Checks the waiting requests at each tick; `steady` is a monotonic time in seconds."""

    def __init__(self) -> None:
        self._ticked = float("-inf")
        self._watching_since = float("-inf")

    def tick(self, *, now: datetime, steady: float) -> None:
        """Open the tables that can be filled now, and delete the requests of people absent for too long.

        After a restart or a standstill no request is deleted for REQUEST_TIMEOUT, because nobody could show
        that they were active. Does nothing if there are no requests. `steady` is a monotonic time in seconds.
        """
        if steady - self._ticked > STANDSTILL_SECONDS:
            self._watching_since = steady
        self._ticked = steady
        if not has_requests():
            return
        if steady - self._watching_since >= REQUEST_TIMEOUT.total_seconds():
            forget_requests(now=now)
        form_tables(now=now)
