"""Heartbeats of schedulers: if another scheduler is alive when one starts, there was no outage."""

import logging
import os
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db import Error

from core.scheduling.processes import has_process_ended

logger = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = timedelta(seconds=5)
"""A scheduler whose last heartbeat is older than this counts as dead. Schedulers write one every second."""


class Heartbeat:
    """This process's heartbeat: a row of a model with the fields `host`, `pid` and `seen_at`.

    The row's primary key, `origin`, identifies this process. The model may have further columns.
    """

    def __init__(self, model: Any, origin: str) -> None:
        """Create this process's heartbeat. The first call of `beat` stores it in the database.

        `model` is the Django model for heartbeats. `origin` identifies this process, and is the primary key
        of its row.
        """
        self._model = model
        self._origin = origin

    def can_store(self) -> bool:
        """Make a test write to the database, and return whether it succeeds.

        The test write does not renew the heartbeat.
        """
        # A full disk, for example, prevents writes.
        try:
            self._manager.filter(pk=self._origin).update(pid=os.getpid())
        except Error as fault:
            logger.warning("Nothing can be stored: %s", type(fault).__name__)
            return False
        return True

    def beat(self, *, now: datetime, **extra_fields: str) -> bool:
        """Store `now` as the time of this process's last sign of life. Return whether that succeeded.

        `extra_fields` are values for the model's further columns.
        """
        # A process's first heartbeat also deletes the expired heartbeats of others.
        given = {"host": socket.gethostname(), "pid": os.getpid(), "seen_at": now, **extra_fields}
        try:
            # Nearly always one UPDATE; only the first heartbeat deletes those of killed processes.
            if not self._manager.filter(pk=self._origin).update(seen_at=now, **extra_fields):
                self._manager.filter(seen_at__lt=now - HEARTBEAT_TIMEOUT).delete()
                self._manager.update_or_create(pk=self._origin, defaults=given)
        except Error as fault:
            logger.warning("The scheduler's heartbeat cannot be stored: %s", type(fault).__name__)
            return False
        return True

    def end(self) -> None:
        """Delete this process's heartbeat from the database. Log a database error instead of raising it."""
        try:
            self._manager.filter(pk=self._origin).delete()
        except Error as fault:
            logger.warning("The scheduler's end cannot be stored: %s", type(fault).__name__)

    def heartbeats_of_others(self, *, now: datetime) -> list[Any]:
        """Return the heartbeats of other processes that are newer than HEARTBEAT_TIMEOUT.

        Leave out processes that are known to have ended.
        """
        others = self._manager.filter(seen_at__gt=now - HEARTBEAT_TIMEOUT).exclude(pk=self._origin)
        return [other for other in others if not has_process_ended(other.host, other.pid)]

    @property
    def _manager(self) -> Any:
        """The Django manager of the heartbeat's model."""
        return self._model.objects
