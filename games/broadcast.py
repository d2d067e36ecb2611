"""The wake-up "table T is at number N", without any card, to whoever in this process listens.

With a broker (REDIS_URL) the same word goes to all processes; it may be lost, doubled or late without harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

logger = logging.getLogger(__name__)


class Wake(NamedTuple):
    """Table `table_id` has come to `number`; the house must act at `due_at`.

    `lobby`: its seats or its status have changed.
    """

    table_id: str
    number: int
    due_at: datetime | None = None
    lobby: bool = False


Listener = Callable[[Wake], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener` with every wake-up from now on, in whatever thread it arises; it returns at once."""
    if listener not in _listeners:
        _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """Undo `listen`."""
    if listener in _listeners:
        _listeners.remove(listener)


def announce(wake: Wake) -> None:
    """Tell this process; called after the commit, never before. A deaf listener harms nobody."""
    for listener in tuple(_listeners):
        try:
            listener(wake)
        except Exception:
            logger.exception("A listener failed at table %s", wake.table_id)
