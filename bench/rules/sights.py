"""The sight of a 15-card hand; the baseline turns the same sight into JSON by the standard library."""

import json
import random

from bench.measure import compare
from bench.rules.engine import AT, deal_new_table, move_at_random
from games.rules.protocol.sight import Sight
from games.rules.sight import viewer_sight
from games.rules.state import State
from games.rules.statuses import PLAYING

SIGHTS = 500


def play_to_last_round(rng: random.Random) -> State:
    """Play a random game until round 15 is ready for its first card, and return the state."""
    state = deal_new_table(rng)
    while not (state.round and state.round.cards == 15 and state.status == PLAYING):
        state = move_at_random(state, rng)
    return state


def main() -> None:
    """Print the time to build a player's view of the table (`sight`), compared with encoding it as JSON."""
    state = play_to_last_round(random.Random(2026))
    assert state.round is not None
    lead = (state.round.dealer + 1) % 4

    def build_sight() -> Sight:
        """Return the table as the player who leads the first trick may see it, without the score sheet."""
        return viewer_sight(state, lead, number=700, server_time=AT, connected=(0, 1, 2, 3), with_sheet=False)

    shown = build_sight()
    pair = compare(
        lambda: [build_sight() for _ in range(SIGHTS)], lambda: [json.dumps(shown) for _ in range(SIGHTS)]
    )
    whole = compare(
        lambda: [
            viewer_sight(state, lead, number=700, server_time=AT, connected=(0, 1, 2, 3))
            for _ in range(SIGHTS)
        ],
        lambda: [json.dumps(shown) for _ in range(SIGHTS)],
    )
    print(
        f"sight     {pair.thing / SIGHTS * 1e6:8.1f} µs for a 15-card hand, as a socket's update has it; "
        f"{pair.ratio:.2f} times json.dumps of it; {whole.thing / SIGHTS * 1e6:.1f} µs with the score sheet"
    )


if __name__ == "__main__":
    main()
