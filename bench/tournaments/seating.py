"""Five stages of a tournament without tables: repeated meetings and the time of each draw."""

import random
import sys
import time
from itertools import combinations
from typing import Literal

from tournaments.rules.draw.draw import Player, draw_seating
from tournaments.rules.draw.table_sizes import table_sizes

STAGES = 5
POINTS = (45, 30, 20, 10, 5)
KINDS: tuple[Literal["swiss"], Literal["drawn"]] = ("swiss", "drawn")
FIELDS = (16, 20, 24, 32, 48, 64, 219, 245, 2000)


class SimulatedEntrants:
    """Entrants who play on; results are made up, by strength and luck."""

    def __init__(self, size: int, seed: int, nations: int) -> None:
        """Create entrants with random playing strengths and nations.

        `nations` is the number of different nations. If it is 0, the entrants have no nation.
        """
        self.rng = random.Random(f"{size} {seed}")
        self.size = size
        self.strength = {id: self.rng.gauss(0, 1) for id in range(size)}
        self.nation = {id: f"N{self.rng.randrange(nations)}" if nations else "" for id in range(size)}
        self.points = dict.fromkeys(range(size), 0)
        self.fives = dict.fromkeys(range(size), 0)
        self.dealt_first = dict.fromkeys(range(size), 0)
        self.meetings: dict[frozenset[int], int] = {}

    def players(self) -> list[Player]:
        """Return all entrants as input for the draw, best first by their points so far."""
        order = sorted(self.points, key=lambda id: (-self.points[id], id))
        return [
            Player(id, place, self.nation[id], self.fives[id], self.dealt_first[id])
            for place, id in enumerate(order, start=1)
        ]

    def simulate_games(self, tables: tuple[tuple[int, ...], ...]) -> None:
        """Simulate a game at each table. A table is a tuple of its entrants' ids, first dealer first.

        Record the entrants' points, who met whom, who sat at a table of five, and who dealt first.
        """
        for table in tables:
            ranked = sorted(table, key=lambda id: -self.strength[id] + self.rng.gauss(0, 1))
            for points, id in zip(POINTS, ranked, strict=False):
                self.points[id] += points
                self.fives[id] += len(table) == 5
            self.dealt_first[table[0]] += 1
            for a, b in combinations(table, 2):
                self.meetings[frozenset((a, b))] = self.meetings.get(frozenset((a, b)), 0) + 1


def simulate_tournament(
    size: int, kind: Literal["drawn", "swiss"], seed: int, nations: int = 0
) -> tuple[int, float]:
    """Simulate a five-stage tournament.

    The first stage is drawn at random. `kind` says how the later stages are seated: "drawn" (at random) or
    "swiss" (by the standings). If `nations` is 0, the entrants have no nation.
    Return how many times two entrants met again, and the CPU seconds of the slowest draw.
    """
    entrants = SimulatedEntrants(size, seed, nations)
    repeats, slowest = 0, 0.0
    for stage in range(STAGES):
        players = entrants.players()
        began = time.process_time()
        seating = draw_seating(
            players,
            table_sizes(size),
            kind="drawn" if stage == 0 else kind,
            meetings=entrants.meetings,
            # With nations, the first draw seats entrants of a nation apart.
            separate_nations=stage == 0 and nations > 0,
            seed=seed * 100 + stage,
            stages_ahead=STAGES - 1 - stage,
        )
        slowest = max(slowest, time.process_time() - began)
        repeats += seating.repeats
        entrants.simulate_games(seating.tables)
    return repeats, slowest


def main() -> None:
    """Print how often entrants met again in simulated tournaments, and the slowest draw's time."""
    numbers = [int(word) for word in sys.argv[1:]] or FIELDS
    for size in numbers:
        for kind in KINDS:
            runs = [simulate_tournament(size, kind, seed) for seed in range(2 if size >= 1000 else 5)]
            repeats = " ".join(str(run[0]) for run in runs)
            slowest = max(run[1] for run in runs)
            print(f"seating   {size:5} {kind:5} {STAGES} stages, repeats {repeats}; slowest {slowest:.3f} s")
    _, seconds = simulate_tournament(max(numbers), "swiss", 1, nations=7)
    print(f"seating   {max(numbers):5} of seven nations, kept apart at first; slowest draw {seconds:.3f} s")


if __name__ == "__main__":
    main()
