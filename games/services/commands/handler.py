"""The command handler: decides a batch of commands table by table, stores all of it together, then tells.

Tables change by optimistic concurrency: each moves from the number it was read at by compare-and-set, and
what lost that race is decided again on the newer state.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence

from core.refusal import Refusal
from games.services.commands.command import Command, DatabaseUnreachable, Outcome, Unavailable
from games.services.commands.notifications import notify
from games.services.commands.pending import PendingTable
from games.services.uncharged_time import RETRY_SECONDS, forget_expired_renewals, require_renewal
from games.store import append as store
from games.store import tables
from games.store.faults import is_storage_fault, is_unreachable
from games.store.snapshot import TableSnapshot

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""How often a command is tried against other processes that changed the table first."""


def handle_commands(commands: Sequence[Command]) -> list[Outcome]:
    """Decide and store all commands; the outcomes are in the same order, and those accepted are committed."""
    outcomes: dict[int, Outcome] = {}
    waiting = dict(enumerate(commands))
    for attempt in range(MAX_ATTEMPTS):
        if not waiting:
            break
        try:
            _attempt(waiting, outcomes, fresh=attempt > 0)
        except DatabaseUnreachable as unreachable:
            outcomes = {**dict.fromkeys(waiting, unreachable), **outcomes}
        waiting = {index: command for index, command in waiting.items() if index not in outcomes}
    return [outcomes[index] if index in outcomes else Unavailable() for index in range(len(commands))]


def _attempt(waiting: dict[int, Command], final: dict[int, Outcome], *, fresh: bool) -> None:
    """Try all that waits once, and add what is final to `final`; commands that lost a race are missing there.

    Raises DatabaseUnreachable, where outcomes found before are in `final` already.
    """
    by_table: defaultdict[str, dict[int, Command]] = defaultdict(dict)
    for index, command in waiting.items():
        by_table[command.table_id][index] = command
    batch: list[PendingTable] = []
    for table_id, commands in by_table.items():
        try:
            pending = PendingTable(_load(table_id, fresh))
        except Refusal as refusal:
            final.update(dict.fromkeys(commands, refusal))
            continue
        except Exception as error:
            final.update(dict.fromkeys(commands, _failure(error, "Table %s cannot be read", table_id)))
            continue
        for index, command in commands.items():
            pending.decide(index, command)
        batch.append(pending)
    _commit([pending for pending in batch if pending.changed], final)
    for pending in batch:
        if not pending.changed:
            final.update(pending.outcomes if fresh else _confirmed_outcomes(pending))


def _load(table_id: str, fresh: bool) -> TableSnapshot:
    known = None if fresh else tables.cached(table_id)
    return known or tables.load(table_id)


def _confirmed_outcomes(pending: PendingTable) -> dict[int, Outcome]:
    """The outcomes of a table that did not change, unless they come from a cached state that is outdated.

    Nobody may be refused because of an old state, so the cache's number is compared with the database's.
    """
    try:
        current = tables.current_number(pending.before.table_id)
        return pending.outcomes if current == pending.before.number else {}
    except Refusal:
        return pending.outcomes
    except Exception as error:
        failure = _failure(error, "Table %s cannot be read", pending.before.table_id)
        return dict.fromkeys(pending.outcomes, failure)


def _failure(error: Exception, words: str, table_id: str) -> Unavailable:
    """Log an error and give one table's refusal; raises DatabaseUnreachable if it concerns all."""
    logger.error(words, table_id, exc_info=error)
    if is_unreachable(error):
        raise DatabaseUnreachable() from None
    return Unavailable()


def _commit(batch: list[PendingTable], final: dict[int, Outcome]) -> None:
    """Store all tables in one transaction; if that fails, one by one. Adds their outcomes to `final`."""
    try:
        for pending in _store(batch):
            final.update(pending.outcomes)
        return
    except Exception as error:
        if is_unreachable(error):
            logger.exception("%s tables cannot be written", len(batch))
            _require_renewals(batch)
            raise DatabaseUnreachable() from None
    _commit_one_by_one(batch, final)


def _commit_one_by_one(batch: list[PendingTable], final: dict[int, Outcome]) -> None:
    """Store each table in a transaction of its own: one that can't be stored must not harm its neighbours."""
    unstored: list[PendingTable] = []
    stored_any = False
    for pending in batch:
        try:
            for stored in _store([pending]):
                final.update(stored.outcomes)
            stored_any = True
        except Exception as error:
            if is_unreachable(error):
                _require_renewals([*unstored, pending])
            if is_storage_fault(error):
                unstored.append(pending)
            failure = _failure(error, "Table %s cannot be written", pending.after.table_id)
            final.update(dict.fromkeys(pending.outcomes, failure))
    # Where a neighbour was stored, the fault is the table's own, and its clocks go on.
    if not stored_any:
        _require_renewals(unstored)


def _require_renewals(batch: list[PendingTable]) -> None:
    """Don't charge these tables' players: they may try again before the scheduler notices the fault."""
    steady = time.monotonic()
    forget_expired_renewals(steady=steady)
    require_renewal(
        (pending.before.table_id for pending in batch if pending.before.state.options.clock),
        until=steady + RETRY_SECONDS,
    )


def _store(batch: list[PendingTable]) -> list[PendingTable]:
    """Commit the batch and tell of it; gives the tables that were stored, without those that lost a race."""
    changes = [pending.change() for pending in batch]
    lost = store.append(changes)
    stored = []
    for pending, change in zip(batch, changes, strict=True):
        if change.after.table_id not in lost:
            stored.append(pending)
            change.after.answers.update(pending.answers)
            tables.keep(change.after)
            notify(change)
    return stored
