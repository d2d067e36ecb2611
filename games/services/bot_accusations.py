"""Which bots can prove a cheat, and what they say at the door; from each bot's own sight and memory alone."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from games.bots.accuse import Proof, accusation, proofs
from games.rules.actions import parse_action
from games.rules.state import PAUSE
from games.selectors.memory import remembering
from games.services.due import house_bots
from games.services.settle import Request
from games.store.loaded import Loaded
from games.store.tables import cached, load

logger = logging.getLogger(__name__)

LAST_WORD = timedelta(seconds=1)
"""So long before a pause ends a bot has called what it can prove: afterwards nobody can any more."""


class Suspicion(NamedTuple):
    """A bot that holds a proof, and has not said so yet."""

    table_id: str
    seat: int
    proof: Proof


def suspicions(table_ids: Collection[str], *, now: datetime) -> list[Suspicion]:
    """What the bots at these tables can prove, as far as this process has the tables at hand; no database."""
    found: list[Suspicion] = []
    for table_id in table_ids:
        loaded = cached(table_id)
        if loaded is None:
            continue
        try:
            for seat in house_bots(loaded.state):
                found += [Suspicion(table_id, seat, proof) for proof in _proofs(loaded, seat, now)]
        except Exception:
            logger.exception("The bots cannot watch table %s", table_id)
    return found


def last_word_at(table_id: str) -> datetime | None:
    """By when bots have to accuse; None where no pause is running, or the table is not in the cache."""
    loaded = cached(table_id)
    if loaded is None or loaded.due_at is None or loaded.state.status != PAUSE:
        return None
    return loaded.due_at - LAST_WORD


def accusation_request(suspicion: Suspicion, *, now: datetime) -> Request | None:
    """The accusation, good while nothing happens at the table; None if the proof is past.

    A proof is past when somebody else was faster, when the round is over, or when a person has taken over the
    bot's seat. Raises NotFound.
    """
    loaded = load(suspicion.table_id)
    if suspicion.seat not in house_bots(loaded.state):
        return None
    if suspicion.proof not in _proofs(loaded, suspicion.seat, now):
        return None
    action = parse_action(accusation(suspicion.proof))
    return Request(suspicion.table_id, action, now, seat=suspicion.seat, at_entry=loaded.number)


def _proofs(loaded: Loaded, seat: int, now: datetime) -> tuple[Proof, ...]:
    return proofs(remembering(loaded, seat, now=now))
