"""The command handler: decides a batch of commands, stores all changes together, then notifies.

Optimistic concurrency: a table is changed by compare-and-set from the number at which it was read. Commands
that lose this race are decided again on the newer state.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.realtime import bus
from core.refusal import Refusal
from games import broadcast, signals
from games.rules.events import Event
from games.rules.statuses import FINISHED
from games.rules.topics.hosting import OptionsChanged
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft, TableOpened
from games.rules.topics.rounds import GameFinished
from games.rules.topics.rulings import GameAnnulled, PlayerReplaced
from games.rules.topics.slow import GameOutOfTime
from games.services.commands.command import Command, DatabaseUnreachable, Outcome, Unavailable
from games.services.commands.pending import PendingTable
from games.services.uncharged_time import record_outage
from games.store import append as store
from games.store import tables
from games.store.append import TableChange, encode_entry
from games.store.snapshot import TableSnapshot
from games.store.storage_errors import is_storage_error, is_wait_timeout

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""Maximum attempts of a command whose table other processes change first."""
LOBBY_EVENTS: frozenset[type[Event]] = frozenset(
    (
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
)
"""Events that change what the lobby lists."""


def handle_commands(commands: Sequence[Command]) -> list[Outcome]:
    """Carry out the commands, store the changes, and return the outcomes in the order of the commands."""
    outcomes: dict[int, Outcome] = {}
    waiting = dict(enumerate(commands))
    for attempt in range(MAX_ATTEMPTS):
        if not waiting:
            break
        try:
            # The first attempt trusts the cache; a lost race proves that the cached state is old.
            _try_commands(waiting, outcomes, bypass_cache=attempt > 0)
        except DatabaseUnreachable as unreachable:
            # Outcomes found before the time-out are committed, so they win over it.
            outcomes = {**dict.fromkeys(waiting, unreachable), **outcomes}
        waiting = {index: command for index, command in waiting.items() if index not in outcomes}
    return [outcomes[index] if index in outcomes else Unavailable() for index in range(len(commands))]


def _try_commands(waiting: dict[int, Command], outcomes: dict[int, Outcome], *, bypass_cache: bool) -> None:
    """Try each waiting command once, and add its outcome to `outcomes` under the same key.

    Add no outcome if another process has changed the command's table in the meantime. If `bypass_cache` is
    true, don't trust cached tables. Raise DatabaseUnreachable after a database time-out.
    """
    by_table: defaultdict[str, dict[int, Command]] = defaultdict(dict)
    for index, command in waiting.items():
        # In order of arrival: of two actions at a table the second is decided on the state after the first.
        by_table[command.table_id][index] = command
    batch: list[PendingTable] = []
    for table_id, commands in by_table.items():
        try:
            pending = PendingTable(_load_snapshot(table_id, commands.values(), bypass_cache))
        except Refusal as refusal:
            outcomes.update(dict.fromkeys(commands, refusal))
            continue
        except Exception as error:
            outcomes.update(
                dict.fromkeys(commands, _log_and_refuse(error, "Table %s cannot be read", table_id))
            )
            continue
        for index, command in commands.items():
            pending.carry_out(index, command)
        batch.append(pending)
    _commit_batch([pending for pending in batch if pending.has_changes], outcomes)
    for pending in batch:
        if not pending.has_changes:
            outcomes.update(pending.outcomes if bypass_cache else _confirm_outcomes(pending))


def _load_snapshot(table_id: str, commands: Iterable[Command], bypass_cache: bool) -> TableSnapshot:
    """Return a table's snapshot. If `bypass_cache` is true, make sure that it is the newest.

    If a command has an idempotency key, also load the results of earlier actions, to recognise a repetition.
    """
    known = None if bypass_cache else tables.cached_snapshot(table_id)
    snapshot = known or tables.load_snapshot(table_id)
    if any(command.action_id is not None for command in commands):
        tables.load_earlier_answers(snapshot)
    return snapshot


def _confirm_outcomes(pending: PendingTable) -> dict[int, Outcome]:
    """Return the outcomes of commands that left a table unchanged, if the table's state was up to date.

    Compare the table's version with the database. If another process has changed the table, return {}, so
    that the commands are tried again. If the table is missing or its log is damaged, return the outcomes as
    they are. If the database cannot be read, return the outcome Unavailable for each command, or raise
    DatabaseUnreachable after a database time-out.
    """
    try:
        # A refusal based on an outdated state could be wrong, so compare with the database.
        current = tables.read_current_version(pending.before.table_id)
        return pending.outcomes if current == pending.before.version else {}
    except Refusal:
        return pending.outcomes
    except Exception as error:
        failure = _log_and_refuse(error, "Table %s cannot be read", pending.before.table_id)
        return dict.fromkeys(pending.outcomes, failure)


def _log_and_refuse(error: Exception, message: str, table_id: str) -> Unavailable:
    """Log an error at a table, and return the refusal Unavailable for the table's commands.

    `message` contains %s for the table's id. If the error is a database time-out, raise DatabaseUnreachable
    after logging.
    """
    logger.error(message, table_id, exc_info=error)
    if is_wait_timeout(error):
        raise DatabaseUnreachable() from None
    return Unavailable()


def _commit_batch(batch: list[PendingTable], outcomes: dict[int, Outcome]) -> None:
    """Store the changes of all tables in one transaction, and add the outcomes of the commands.

    After a database time-out, record an outage and raise DatabaseUnreachable. After any other error, store
    the tables one by one.
    """
    try:
        for pending in _store_and_announce(batch):
            outcomes.update(pending.outcomes)
        return
    except Exception as error:
        if is_wait_timeout(error):
            logger.exception("%s tables cannot be written", len(batch))
            _record_outage(batch)
            raise DatabaseUnreachable() from None
    _commit_separately(batch, outcomes)


def _commit_separately(batch: list[PendingTable], outcomes: dict[int, Outcome]) -> None:
    """Store the changes of each table in its own transaction, and add the outcomes of the commands.

    Record an outage if the database can store none of the tables. After a database time-out, record an outage
    and raise DatabaseUnreachable.
    """
    storage_failed = stored_any = False
    for pending in batch:
        try:
            for stored in _store_and_announce([pending]):
                outcomes.update(stored.outcomes)
            stored_any = True
        except Exception as error:
            storage_failed |= is_storage_error(error)
            if is_wait_timeout(error):
                _record_outage(batch)
            failure = _log_and_refuse(error, "Table %s cannot be written", pending.after.table_id)
            outcomes.update(dict.fromkeys(pending.outcomes, failure))
    # If any table was stored, the faults are those of single tables, whose clocks keep running.
    if storage_failed and not stored_any:
        _record_outage(batch)


def _record_outage(batch: list[PendingTable]) -> None:
    """Record an outage of the database that lasted until the newest command at these tables was given.

    The time of an outage is not counted against the players.
    """
    # This cannot wait until the scheduler notices the outage, because players may try again before that.
    record_outage(until=max(pending.last_at for pending in batch))


def _store_and_announce(batch: list[PendingTable]) -> list[PendingTable]:
    """Commit and announce changes of tables, and return the tables that were stored.

    A table that another process has changed meanwhile is not stored.
    """
    changes = [pending.build_change() for pending in batch]
    lost = store.save_table_changes(changes)
    stored = []
    for pending, change in zip(batch, changes, strict=True):
        if change.after.table_id not in lost:
            stored.append(pending)
            # Only now: all snapshots of the table share this dict, and it may hold committed answers alone.
            change.after.answers.update(pending.answers)
            announce_change(change)
    return stored


def announce_change(change: TableChange) -> None:
    """Cache a committed change of a table, and announce it to the scheduler and all live connections."""
    after = change.after
    # Before the wake-up, so that this process's hub finds the change in the cache.
    tables.cache_snapshot(after)
    if after.mark_version != change.before.mark_version:
        bus.publish_message(broadcast.MarksChanged(after.table_id, after.mark_version))
    if not change.entries:
        return
    rows = tuple(map(encode_entry, change.entries)) if bus.has_relay() else ()
    bus.publish_message(broadcast.Wake(after.table_id, after.number, change.due_at, after.mark_version, rows))
    if any(type(entry.event) in LOBBY_EVENTS for entry in change.entries):
        bus.publish_message(broadcast.TableListingChanged(after.table_id))
    if after.state.status == FINISHED and change.before.state.status != FINISHED:
        # `send_robust`, because a receiver's failure must not turn a committed action into an error.
        signals.table_finished.send_robust(sender=None, table_id=after.table_id)
