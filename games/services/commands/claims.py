"""Claims are proven before they reach the command handler, whose one thread serves all tables.

The search takes up to a tenth of a second. It is done here, on the thread of the request, and its result is
kept (`games.rules.claims.proof.prove_claim`), so that the command handler, which decides the claim like any
other action, only looks it up. If the table has moved on by then, the position is different: most claims
are then refused without a search, as it is somebody else's turn.

A search worker would not hold up this process at all, but a claim would wait there behind bots that think
for as long, and be refused when all workers are busy.
"""

from contextlib import suppress

from core.refusal import Refusal
from games.rules import engine
from games.rules.actions import Action
from games.rules.topics.claiming import ClaimTricks
from games.store.tables import cached_snapshot


def cache_claim_proof(table_id: str, user_id: int, action: Action) -> None:
    """If the action claims the remaining tricks, search for the proof of the claim and cache the result.

    This saves the command handler the search.
    """
    snapshot = cached_snapshot(table_id) if isinstance(action, ClaimTricks) else None
    if snapshot is not None:
        # Only the command handler knows the table's latest state, so only it may refuse the claim.
        with suppress(Refusal):
            engine.decide(snapshot.state, snapshot.state.seat_of(user_id), action, None)
