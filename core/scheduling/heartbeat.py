"""Heartbeats of schedulers: one that starts beside a living one knows that there was no outage."""

import logging
import os
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db import Error

from core.scheduling.processes import is_dead

logger = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = timedelta(seconds=5)
"""A scheduler without a heartbeat for so long runs no more; it writes one with each look, every second."""


class Heartbeat:
    """The heartbeat of this process, a row of a model with the fields `host`, `pid` and `seen_at`.

    `origin` is the row's primary key: what this process is called, and no other one.
    """

    def __init__(self, model: Any, origin: str) -> None:
        self._model = model
        self._origin = origin

    def can_store(self) -> bool:
        """Whether writes succeed, which a full disk prevents. No heartbeat is written; never fails."""
        try:
            self._rows.filter(pk=self._origin).update(pid=os.getpid())
        except Error as fault:
            logger.warning("Nothing can be stored: %s", type(fault).__name__)
            return False
        return True

    def beat(self, *, now: datetime) -> bool:
        """Write this process's heartbeat; whether that could be stored. Never fails."""
        given = {"host": socket.gethostname(), "pid": os.getpid(), "seen_at": now}
        try:
            if not self._rows.filter(pk=self._origin).update(seen_at=now):
                self._rows.filter(seen_at__lt=now - HEARTBEAT_TIMEOUT).delete()
                self._rows.update_or_create(pk=self._origin, defaults=given)
        except Error as fault:
            logger.warning("The scheduler's heartbeat cannot be stored: %s", type(fault).__name__)
            return False
        return True

    def end(self) -> None:
        """Take this process's heartbeat away when its scheduler ends in order; never fails."""
        try:
            self._rows.filter(pk=self._origin).delete()
        except Error as fault:
            logger.warning("The scheduler's end cannot be stored: %s", type(fault).__name__)

    def another_runs(self, *, now: datetime) -> bool:
        """Whether a scheduler of another process has been at work until now."""
        others = self._rows.filter(seen_at__gt=now - HEARTBEAT_TIMEOUT).exclude(pk=self._origin)
        return any(not is_dead(other.host, other.pid) for other in others)

    @property
    def _rows(self) -> Any:
        return self._model.objects
