"""Which houses' loops run: whoever starts beside a living one gives nobody time as a present."""

import logging
import os
import socket
from datetime import datetime, timedelta

from django.db import Error

from games.broadcast import ORIGIN
from games.models import Loop
from games.services.processes import is_dead

logger = logging.getLogger(__name__)

ALIVE = timedelta(seconds=5)
"""A loop that gave no sign of life for so long runs no more; it gives one with each look."""


def can_store() -> bool:
    """Whether what is written is kept: a disk may be full. Gives no sign of life, and never fails."""
    try:
        Loop.objects.filter(pk=ORIGIN).update(pid=os.getpid())
    except Error as fault:
        logger.warning("Nothing can be stored: %s", type(fault).__name__)
        return False
    return True


def beat(*, now: datetime) -> bool:
    """This process's loop runs; whether that could be stored. Never fails."""
    given = {"host": socket.gethostname(), "pid": os.getpid(), "seen_at": now}
    try:
        if not Loop.objects.filter(pk=ORIGIN).update(seen_at=now):
            Loop.objects.filter(seen_at__lt=now - ALIVE).delete()
            Loop.objects.update_or_create(pk=ORIGIN, defaults=given)
    except Error as fault:
        logger.warning("The loop's sign of life cannot be stored: %s", type(fault).__name__)
        return False
    return True


def end() -> None:
    """This process's loop has ended in order; never fails."""
    try:
        Loop.objects.filter(pk=ORIGIN).delete()
    except Error as fault:
        logger.warning("The loop's end cannot be stored: %s", type(fault).__name__)


def another_runs(*, now: datetime) -> bool:
    """Whether a loop of another process has been tending the tables up to now."""
    others = Loop.objects.filter(seen_at__gt=now - ALIVE).exclude(pk=ORIGIN)
    return any(not is_dead(other.host, other.pid) for other in others)
