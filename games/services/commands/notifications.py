"""Notifications after a commit, never before it: wake everything that shows or moves the table."""

from core.realtime import bus
from games import broadcast, signals
from games.rules.state import FINISHED
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft, TableOpened
from games.rules.topics.rounds import GameFinished
from games.rules.topics.rulings import GameAnnulled, PlayerReplaced
from games.store import tables
from games.store.append import TableChange

LOBBY_EVENTS = (
    TableOpened,
    PlayerSeated,
    SeatLeft,
    GameStarted,
    PlayerReplaced,
    GameFinished,
    GameAnnulled,
)
"""Events that change what the lobby lists."""


def notify_opened(change: TableChange) -> None:
    """Cache and announce a new table; call it after the commit."""
    tables.keep(change.after)
    notify(change)


def notify(change: TableChange) -> None:
    """Announce that a table has changed, and signal the end of a game."""
    lobby = any(isinstance(entry.event, LOBBY_EVENTS) for entry in change.entries)
    after = change.after
    bus.announce(broadcast.Wake(after.table_id, after.number, change.due_at, lobby))
    if after.state.status == FINISHED and change.before.state.status != FINISHED:
        signals.table_finished.send_robust(sender=None, table_id=after.table_id)
