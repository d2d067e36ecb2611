"""Finds cheats that bots can prove from what they see and remember, and builds their accusations."""

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
"""How long before the end of a pause bots accuse at the latest; after the pause, nobody can."""


class ProvableCheat(NamedTuple):
    """A cheat that nobody has called yet, and the proof that the bot in `seat` has found."""

    table_id: str
    seat: int
    proof: Proof


def find_provable_cheats(table_ids: Collection[str], *, now: datetime) -> list[ProvableCheat]:
    """Return the cheats that the site's bots at these tables can prove from what they saw.

    Tables that are not cached are skipped.
    """
    found: list[ProvableCheat] = []
    for table_id in table_ids:
        # From the cache, so that no database query is needed.
        snapshot = cached_snapshot(table_id)
        if snapshot is None:
            continue
        try:
            for seat in site_bot_seats(snapshot.state):
                found += [ProvableCheat(table_id, seat, proof) for proof in _find_proofs(snapshot, seat, now)]
        except Exception:
            logger.exception("The bots cannot watch table %s", table_id)
    return found


def accusation_deadline(table_id: str) -> datetime | None:
    """Return the latest time at which a bot may accuse a player of cheating during a pause between rounds.

    This is LAST_CALL before the end of the table's current pause. Return None if there is no pause, if its
    end is unknown, or if the table is not cached.
    """
    snapshot = cached_snapshot(table_id)
    if snapshot is None or snapshot.due_at is None or snapshot.state.status != PAUSE:
        return None
    return snapshot.due_at - LAST_CALL


def accusation_command(provable_cheat: ProvableCheat, *, now: datetime) -> Command | None:
    """Return the command for a bot's accusation, or None if the bot has left or the proof no longer holds."""
    snapshot = load_snapshot(provable_cheat.table_id)
    if provable_cheat.seat not in site_bot_seats(snapshot.state):
        return None
    if provable_cheat.proof not in _find_proofs(snapshot, provable_cheat.seat, now):
        return None
    action = parse_action(build_accusation(provable_cheat.proof))
    # The command is refused if anything else happens at the table first.
    return Command(provable_cheat.table_id, action, now, seat=provable_cheat.seat, at_entry=snapshot.number)


def _find_proofs(snapshot: TableSnapshot, seat: int, now: datetime) -> tuple[Proof, ...]:
    """Return the proofs of cheating that follow from what the player in this seat has seen."""
    return find_cheat_proofs(sight_with_memory(snapshot, seat, now=now))
