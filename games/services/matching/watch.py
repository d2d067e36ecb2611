"""The scheduler's part in quick matches: seating people, and deleting requests of absent people."""

from datetime import datetime

from games.selectors.lobby.matching import has_match_requests
from games.services.matching.requests import REQUEST_TIMEOUT, delete_stale_requests
from games.services.matching.tables import form_tables
from games.services.uncharged_time import STALL_SECONDS


class MatchWatch:
    """Forms tables for people waiting for quick matches, and deletes the requests of absent people."""

    def __init__(self) -> None:
        """Create the periodic job that opens the tables of quick matches."""
        self._ticked = float("-inf")
        self._watching_since = float("-inf")

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Open tables for quick matches that can start now.

        Also delete the match requests of users who are no longer active.
        """
        if monotonic_now - self._ticked > STALL_SECONDS:
            self._watching_since = monotonic_now
        self._ticked = monotonic_now
        if not has_match_requests():
            return
        # After a restart or a stall, signs of life may have been missed.
        if monotonic_now - self._watching_since >= REQUEST_TIMEOUT.total_seconds():
            delete_stale_requests(now=now)
        form_tables(now=now)
