"""Which bots can prove a cheat, and their accusations; from each bot's own sight and memory alone."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from games.bots.players.accuse import Proof, accusation, proofs
from games.rules.state import PAUSE
from games.selectors.memory import sight_with_memory
from games.services.commands.command import Command
from games.services.commands.due import site_bots
from games.store.snapshot import TableSnapshot
from games.store.tables import cached, load
from games.wire.actions import parse_action

logger = logging.getLogger(__name__)

LAST_CALL = timedelta(seconds=1)
"""How long before a pause ends bots accuse at the latest: afterwards nobody can any more."""


class Suspicion(NamedTuple):
    """A bot that holds a proof and has not accused yet."""

    table_id: str
    seat: int
    proof: Proof


def suspicions(table_ids: Collection[str], *, now: datetime) -> list[Suspicion]:
    """Return what the bots at these tables can prove, for cached tables only; makes no query."""
    found: list[Suspicion] = []
    for table_id in table_ids:
        snapshot = cached(table_id)
        if snapshot is None:
            continue
        try:
            for seat in site_bots(snapshot.state):
                found += [Suspicion(table_id, seat, proof) for proof in _proofs(snapshot, seat, now)]
        except Exception:
            logger.exception("The bots cannot watch table %s", table_id)
    return found


def last_word_at(table_id: str) -> datetime | None:
    """Return the time by which bots must accuse; None without a running pause, or if the table is
    not cached.
    """
    snapshot = cached(table_id)
    if snapshot is None or snapshot.due_at is None or snapshot.state.status != PAUSE:
        return None
    return snapshot.due_at - LAST_CALL


def accusation_command(suspicion: Suspicion, *, now: datetime) -> Command | None:
    """The accusation, stale once anything has happened at the table; None if the proof holds no more.

    That is so when somebody else was faster, when the round is over, or when a person has taken over the
    bot's seat. Raises NotFound.
    """
    snapshot = load(suspicion.table_id)
    if suspicion.seat not in site_bots(snapshot.state):
        return None
    if suspicion.proof not in _proofs(snapshot, suspicion.seat, now):
        return None
    action = parse_action(accusation(suspicion.proof))
    return Command(suspicion.table_id, action, now, seat=suspicion.seat, at_entry=snapshot.number)


def _proofs(snapshot: TableSnapshot, seat: int, now: datetime) -> tuple[Proof, ...]:
    return proofs(sight_with_memory(snapshot, seat, now=now))
