"""How long a claim takes to decide, in positions of random games with at most four cards in hand.

Both claims are searched in every position, as fresh as the first time. Undecided are those that come to the
limit of positions: the table refuses them as too early.
"""

import random
from collections import defaultdict
from statistics import median, quantiles

from bench.measure import measure_cpu_seconds
from bench.rules.engine import deal_new_table, move_at_random
from games.rules import legal
from games.rules.claims.claim import MAX_CLAIM_CARDS
from games.rules.claims.knowledge import Knowledge
from games.rules.claims.proof import prove_claim
from games.rules.state import State
from games.rules.statuses import FINISHED, PLAYING
from games.rules.topics.claiming import claimant_knowledge

GAMES = 3
"""Games for each number of players."""


def collect_claim_positions(state: State, rng: random.Random) -> dict[int, list[Knowledge]]:
    """Play a random game, and collect the positions where a player may claim the remaining tricks.

    The key is the number of cards in that player's hand.
    """
    found: dict[int, list[Knowledge]] = defaultdict(list)
    while state.status != FINISHED:
        if state.status == PLAYING and legal.claimable_tricks(state, legal.seats_to_act(state)[0]):
            known = claimant_knowledge(state, legal.seats_to_act(state)[0])
            found[len(known.hand)].append(known)
        state = move_at_random(state, rng)
    return found


def time_search(known: Knowledge, tricks: str) -> tuple[float, bool]:
    """Measure the search for a proof that a player can win "all" or "none" of the remaining tricks.

    Return the CPU milliseconds, and whether the search came to a result.
    """
    prove_claim.cache_clear()
    took = measure_cpu_seconds(lambda: prove_claim(known, tricks)) * 1000
    return took, prove_claim(known, tricks).decided


def main() -> None:
    """Print how long it takes to check a player's claim to win all or none of the remaining tricks."""
    rng = random.Random(1)
    for players in (3, 4, 5, 6):
        found: dict[int, list[Knowledge]] = defaultdict(list)
        for _ in range(GAMES):
            for cards, some in collect_claim_positions(deal_new_table(rng, players), rng).items():
                found[cards] += some
        for cards in range(2, MAX_CLAIM_CARDS + 1):
            for tricks in ("all", "none"):
                times = [time_search(known, tricks) for known in found[cards]]
                took = [each for each, _ in times]
                undecided = sum(not decided for _, decided in times)
                print(
                    f"claims    {players} players, {cards} cards, {tricks:4}  "
                    f"median {median(took):5.1f} ms, 99 % in {quantiles(took, n=100)[-1]:5.1f} ms, "
                    f"at most {max(took):5.1f} ms; undecided {undecided} of {len(took)}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
