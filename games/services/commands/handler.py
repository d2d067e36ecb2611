"""The command handler: decides a batch of commands, stores all changes together, then notifies.

Optimistic concurrency: a table is changed by compare-and-set from the number at which it was read. Commands
that lose this race are decided again on the newer state.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence

from core.realtime import bus
from core.refusal import Refusal
from games import broadcast, signals
from games.rules.statuses import FINISHED
from games.rules.topics.hosting import OptionsChanged
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft, TableOpened
from games.rules.topics.rounds import GameFinished
from games.rules.topics.rulings import GameAnnulled, PlayerReplaced
from games.rules.topics.slow import GameOutOfTime
from games.services.commands.command import Command, DatabaseUnreachable, Outcome, Unavailable
from games.services.commands.pending import PendingTable
from games.services.uncharged_time import note_outage
from games.store import append as store
from games.store import tables
from games.store.append import TableChange
from games.store.faults import is_storage_fault, is_unreachable
from games.store.snapshot import TableSnapshot

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""Maximum attempts of a command whose table other processes change first."""
LOBBY_EVENTS = (
    TableOpened,
    PlayerSeated,
    SeatLeft,
    OptionsChanged,
    GameStarted,
    PlayerReplaced,
    GameFinished,
    GameAnnulled,
    GameOutOfTime,
)
"""Events that change what the lobby lists."""


def handle_commands(commands: Sequence[Command]) -> list[Outcome]:
    """Decide and store commands; returns outcomes in the same order, the accepted ones committed.

    A command is retried if another process changes its table first; after MAX_ATTEMPTS its outcome is
    Unavailable.
    """
    outcomes: dict[int, Outcome] = {}
    waiting = dict(enumerate(commands))
    for attempt in range(MAX_ATTEMPTS):
        if not waiting:
            break
        try:
            # The first attempt trusts the cache; a lost race proves that the cached state is old.
            _try_commands(waiting, outcomes, fresh=attempt > 0)
        except DatabaseUnreachable as unreachable:
            # Outcomes found before the time-out are committed, so they win over it.
            outcomes = {**dict.fromkeys(waiting, unreachable), **outcomes}
        waiting = {index: command for index, command in waiting.items() if index not in outcomes}
    return [outcomes[index] if index in outcomes else Unavailable() for index in range(len(commands))]


def _try_commands(waiting: dict[int, Command], final: dict[int, Outcome], *, fresh: bool) -> None:
    """Try all waiting commands once and add outcomes to `final`, except for commands that lost a race.

    With `fresh`, tables are read from the database, not the cache. Raises DatabaseUnreachable after adding
    the outcomes known so far to `final`.
    """
    by_table: defaultdict[str, dict[int, Command]] = defaultdict(dict)
    for index, command in waiting.items():
        # In order of arrival: of two actions at a table the second is decided on the state after the first.
        by_table[command.table_id][index] = command
    batch: list[PendingTable] = []
    for table_id, commands in by_table.items():
        try:
            pending = PendingTable(_load_snapshot(table_id, fresh))
        except Refusal as refusal:
            final.update(dict.fromkeys(commands, refusal))
            continue
        except Exception as error:
            final.update(dict.fromkeys(commands, _log_failure(error, "Table %s cannot be read", table_id)))
            continue
        for index, command in commands.items():
            pending.decide(index, command)
        batch.append(pending)
    _commit_batch([pending for pending in batch if pending.has_changes], final)
    for pending in batch:
        if not pending.has_changes:
            final.update(pending.outcomes if fresh else _confirmed_outcomes(pending))


def _load_snapshot(table_id: str, fresh: bool) -> TableSnapshot:
    """Return the table from the cache, or from the database if `fresh` or not cached."""
    known = None if fresh else tables.cached_snapshot(table_id)
    return known or tables.load_snapshot(table_id)


def _confirmed_outcomes(pending: PendingTable) -> dict[int, Outcome]:
    """Return the outcomes at an unchanged table; empty if they are based on an outdated cached state.

    Nobody may be refused because of an old state, so the cached version is compared with the database's.
    Raises DatabaseUnreachable.
    """
    try:
        current = tables.current_version(pending.before.table_id)
        return pending.outcomes if current == pending.before.version else {}
    except Refusal:
        return pending.outcomes
    except Exception as error:
        failure = _log_failure(error, "Table %s cannot be read", pending.before.table_id)
        return dict.fromkeys(pending.outcomes, failure)


def _log_failure(error: Exception, words: str, table_id: str) -> Unavailable:
    """Log an error and return Unavailable, the outcome for its table's commands.

    Raises DatabaseUnreachable if the error affects all tables.
    """
    logger.error(words, table_id, exc_info=error)
    if is_unreachable(error):
        raise DatabaseUnreachable() from None
    return Unavailable()


def _commit_batch(batch: list[PendingTable], final: dict[int, Outcome]) -> None:
    """Store all tables in one transaction or, if that fails, one by one; adds their outcomes to `final`.

    Raises DatabaseUnreachable, after noting the outage, so that no player's clock is charged for it.
    """
    try:
        for pending in _store_and_announce(batch):
            final.update(pending.outcomes)
        return
    except Exception as error:
        if is_unreachable(error):
            logger.exception("%s tables cannot be written", len(batch))
            _note_outage(batch)
            raise DatabaseUnreachable() from None
    _commit_one_by_one(batch, final)


def _commit_one_by_one(batch: list[PendingTable], final: dict[int, Outcome]) -> None:
    """Store each table in its own transaction, so that one that cannot be stored does not affect the others.

    Adds the outcomes to `final`. If none can be stored, the outage is noted, so that no player's clock is
    charged for it. Raises DatabaseUnreachable.
    """
    storage_failed = stored_any = False
    for pending in batch:
        try:
            for stored in _store_and_announce([pending]):
                final.update(stored.outcomes)
            stored_any = True
        except Exception as error:
            storage_failed |= is_storage_fault(error)
            if is_unreachable(error):
                _note_outage(batch)
            failure = _log_failure(error, "Table %s cannot be written", pending.after.table_id)
            final.update(dict.fromkeys(pending.outcomes, failure))
    # If any table was stored, the faults are those of single tables, whose clocks keep running.
    if storage_failed and not stored_any:
        _note_outage(batch)


def _note_outage(batch: list[PendingTable]) -> None:
    """Exempt clocks from the time before the batch's last command.

    This cannot wait for the scheduler to notice the outage, because players may try again before that.
    """
    note_outage(until=max(pending.last_at for pending in batch))


def _store_and_announce(batch: list[PendingTable]) -> list[PendingTable]:
    """Commit the batch and announce its changes.

    Returns the tables that were stored; those that lost a race are left out.
    """
    changes = [pending.build_change() for pending in batch]
    lost = store.append_changes(changes)
    stored = []
    for pending, change in zip(batch, changes, strict=True):
        if change.after.table_id not in lost:
            stored.append(pending)
            # Only now: all snapshots of the table share this dict, and it may hold committed answers alone.
            change.after.answers.update(pending.answers)
            announce_change(change)
    return stored


def announce_change(change: TableChange) -> None:
    """Cache a committed change to a table, new tables included, and notify the hubs and the scheduler.

    Call it after the commit, never before. The end of a game is signalled as well.
    """
    after = change.after
    # Before the wake-up, so that this process's hub finds the change in the cache.
    tables.cache_snapshot(after)
    if after.mark_version != change.before.mark_version:
        bus.announce_news(broadcast.MarksChanged(after.table_id, after.mark_version))
    if not change.entries:
        return
    lobby = any(isinstance(entry.event, LOBBY_EVENTS) for entry in change.entries)
    bus.announce_news(broadcast.Wake(after.table_id, after.number, change.due_at, lobby))
    if after.state.status == FINISHED and change.before.state.status != FINISHED:
        # `send_robust`, because a receiver's failure must not turn a committed action into an error.
        signals.table_finished.send_robust(sender=None, table_id=after.table_id)
