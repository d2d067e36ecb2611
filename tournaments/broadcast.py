"""The news "tournament T has changed" inside this process; others find it by looking at its number."""

import logging
from collections.abc import Callable

logger = logging.getLogger(__name__)

Listener = Callable[[int], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener` with the id of each tournament that changes, in whatever thread; it returns at once."""
    if listener not in _listeners:
        _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """Undo `listen`."""
    if listener in _listeners:
        _listeners.remove(listener)


def announce(tournament_id: int) -> None:
    """Tell everyone here; called after the commit, never before. A listener that fails harms nobody else."""
    for listener in tuple(_listeners):
        try:
            listener(tournament_id)
        except Exception:
            logger.exception("A listener failed at tournament %s", tournament_id)
