"""Which bots can prove a cheat, from their own sight and memory, and the commands that accuse."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from games.bots.players.accuse import Proof, build_accusation, find_cheat_proofs
from games.rules.statuses import PAUSE
from games.selectors.memory import sight_with_memory
from games.services.commands.command import Command
from games.services.commands.due import site_bot_seats
from games.store.snapshot import TableSnapshot
from games.store.tables import cached_snapshot, load_snapshot
from games.wire.actions import parse_action

logger = logging.getLogger(__name__)

LAST_CALL = timedelta(seconds=1)
"""How long before the end of a pause bots accuse at the latest; afterwards nobody can."""


class Suspicion(NamedTuple):
    """A bot's proof of a cheat that nobody has called yet."""

    table_id: str
    seat: int
    proof: Proof


def find_suspicions(table_ids: Collection[str], *, now: datetime) -> list[Suspicion]:
    """Return the cheats that the site's bots at these tables can prove.

    Makes no query: tables that this process has not cached are skipped. An exception at one table is logged.
    """
    found: list[Suspicion] = []
    for table_id in table_ids:
        snapshot = cached_snapshot(table_id)
        if snapshot is None:
            continue
        try:
            for seat in site_bot_seats(snapshot.state):
                found += [Suspicion(table_id, seat, proof) for proof in _find_proofs(snapshot, seat, now)]
        except Exception:
            logger.exception("The bots cannot watch table %s", table_id)
    return found


def accusation_deadline(table_id: str) -> datetime | None:
    """Return the time by which bots must accuse, shortly before the current pause ends.

    Return None if there is no pause, or if the table is not cached.
    """
    snapshot = cached_snapshot(table_id)
    if snapshot is None or snapshot.due_at is None or snapshot.state.status != PAUSE:
        return None
    return snapshot.due_at - LAST_CALL


def accusation_command(suspicion: Suspicion, *, now: datetime) -> Command | None:
    """Return the command for a bot's accusation; it becomes stale if anything else happens at the table.

    Return None if the proof no longer holds: somebody else was faster, the round is over, or a person took
    over the bot's seat. Raise NotFound or Quarantined.
    """
    snapshot = load_snapshot(suspicion.table_id)
    if suspicion.seat not in site_bot_seats(snapshot.state):
        return None
    if suspicion.proof not in _find_proofs(snapshot, suspicion.seat, now):
        return None
    action = parse_action(build_accusation(suspicion.proof))
    return Command(suspicion.table_id, action, now, seat=suspicion.seat, at_entry=snapshot.number)


def _find_proofs(snapshot: TableSnapshot, seat: int, now: datetime) -> tuple[Proof, ...]:
    """Return the cheats that a seat can prove from what it has seen (its own sight and memory)."""
    return find_cheat_proofs(sight_with_memory(snapshot, seat, now=now))
