"""Heartbeats of schedulers: one that starts beside a living one knows that there was no outage."""

import logging
import os
import socket
from datetime import datetime, timedelta

from django.db import Error

from core.realtime.bus import ORIGIN
from games.models import Loop
from games.services.processes import is_dead

logger = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = timedelta(seconds=5)
"""A scheduler without a heartbeat for so long runs no more; it writes one with each look, every second."""


def can_store() -> bool:
    """Whether writes succeed, which a full disk prevents. No heartbeat is written; never fails."""
    try:
        Loop.objects.filter(pk=ORIGIN).update(pid=os.getpid())
    except Error as fault:
        logger.warning("Nothing can be stored: %s", type(fault).__name__)
        return False
    return True


def beat(*, now: datetime) -> bool:
    """Write this process's heartbeat; whether that could be stored. Never fails."""
    given = {"host": socket.gethostname(), "pid": os.getpid(), "seen_at": now}
    try:
        if not Loop.objects.filter(pk=ORIGIN).update(seen_at=now):
            Loop.objects.filter(seen_at__lt=now - HEARTBEAT_TIMEOUT).delete()
            Loop.objects.update_or_create(pk=ORIGIN, defaults=given)
    except Error as fault:
        logger.warning("The scheduler's heartbeat cannot be stored: %s", type(fault).__name__)
        return False
    return True


def end() -> None:
    """This process's scheduler has ended in order; never fails."""
    try:
        Loop.objects.filter(pk=ORIGIN).delete()
    except Error as fault:
        logger.warning("The scheduler's end cannot be stored: %s", type(fault).__name__)


def another_runs(*, now: datetime) -> bool:
    """Whether a scheduler of another process has been serving the tables until now."""
    others = Loop.objects.filter(seen_at__gt=now - HEARTBEAT_TIMEOUT).exclude(pk=ORIGIN)
    return any(not is_dead(other.host, other.pid) for other in others)
