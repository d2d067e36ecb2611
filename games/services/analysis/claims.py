"""Decides which server makes an analysis, by an expiring claim in the database, taken by compare-and-set."""

import os
import socket
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from core.realtime.bus import ORIGIN
from core.scheduling.processes import has_process_ended
from games.models import Analysis, Table

CLAIM_TIMEOUT = timedelta(seconds=60)
"""A claim expires if it is not renewed for this long."""
RENEW_INTERVAL = CLAIM_TIMEOUT / 6


class ClaimLost(Exception):
    """Another server has taken over the analysis, because this process did not run for too long."""


class Claimant(NamedTuple):
    """A process that may claim analyses. `origin` is a random id, because process ids are reused."""

    host: str
    pid: int
    origin: str

    def __str__(self) -> str:
        """Return the text that the database stores for a process: a random id, process id and host."""
        return f"{self.origin} {self.pid} {self.host}"

    @classmethod
    def parse(cls, text: str) -> "Claimant":
        """Parse the text that `str()` returns for a claimant: a random id, a process id and a host.

        Raise ValueError if the text is malformed.
        """
        origin, pid, host = text.split(" ", 2)
        return cls(host, int(pid), origin)


def claimant_of_this_process() -> Claimant:
    """Return the Claimant that identifies this process, by host, process id and a random id."""
    return Claimant(socket.gethostname(), os.getpid(), ORIGIN)


class Claim:
    """A process's claim on the analysis of a seat."""

    def __init__(
        self, table_id: str, seat: int, claimant: Claimant, clock: Callable[[], datetime] = timezone.now
    ) -> None:
        """Prepare to reserve the analysis of a seat's game for a process. Only `take` reserves it."""
        self.table_id = table_id
        self.seat = seat
        self.claimant = claimant
        self._clock = clock
        self._renewed_at = datetime.min.replace(tzinfo=clock().tzinfo)

    def take(self) -> bool:
        """Reserve the analysis until CLAIM_TIMEOUT from now.

        Return False if another process has reserved it, or if the table does not exist.
        """
        if not Table.objects.filter(pk=self.table_id).exists():
            return False
        # The claim is a compare-and-set of a row, which must exist before anything has been judged.
        row, _ = Analysis.objects.get_or_create(table_id=self.table_id, seat=self.seat)
        now = self._clock()
        if _current_holder(row, now) not in (None, self.claimant):
            return False
        # If two servers have read the same row, only the first update finds it unchanged.
        unchanged = self._analysis_rows().filter(claimed_by=row.claimed_by, claimed_until=row.claimed_until)
        taken = unchanged.update(claimed_by=str(self.claimant), claimed_until=now + CLAIM_TIMEOUT)
        self._renewed_at = now
        return bool(taken)

    def renew(self) -> None:
        """Extend the reservation, so that it ends CLAIM_TIMEOUT from now.

        Do nothing within RENEW_INTERVAL of the last extension. Raise ClaimLost if the reservation was lost.
        """
        now = self._clock()
        if now - self._renewed_at < RENEW_INTERVAL:
            return
        self._renewed_at = now
        mine = self._analysis_rows().filter(claimed_by=str(self.claimant))
        if not mine.update(claimed_until=now + CLAIM_TIMEOUT):
            raise ClaimLost

    def release(self) -> None:
        """End the reservation if this claimant holds it, so that another process can take over at once."""
        self._analysis_rows().filter(claimed_by=str(self.claimant)).update(claimed_by="", claimed_until=None)

    def is_held_by_another(self) -> bool:
        """Return whether another running process has reserved the analysis."""
        row = self._analysis_rows().first()
        return row is not None and _current_holder(row, self._clock()) not in (None, self.claimant)

    def _analysis_rows(self) -> QuerySet[Analysis]:
        """Select the stored analysis that this object reserves, if there is one."""
        return Analysis.objects.filter(table_id=self.table_id, seat=self.seat)


def _current_holder(analysis: Analysis, now: datetime) -> Claimant | None:
    """Return the process that has reserved an analysis, or None if no reservation is valid.

    A reservation is valid until it expires or its process ends.
    """
    if not analysis.claimed_by or analysis.claimed_until is None or analysis.claimed_until <= now:
        return None
    claimant = Claimant.parse(analysis.claimed_by)
    return None if has_process_ended(claimant.host, claimant.pid) else claimant
