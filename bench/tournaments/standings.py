"""Standings of 2,000 entrants after five stages; the baseline sorts the same entrants by a ready-made sum."""

import random
from fractions import Fraction

from bench.measure import compare
from tournaments.rules.standings.standings import Deduction, StageScore, compute_standings

ENTRANTS, STAGES = 2_000, 5


def random_scores(rng: random.Random) -> list[StageScore]:
    """Return random scores of ENTRANTS entrants in STAGES stages.

    Some points are fractions, because entrants with the same rank share their points.
    """
    worth = [*(Fraction(points) for points in (45, 30, 20, 10) * 3), Fraction(75, 2), Fraction(95, 3)]
    return [
        StageScore(entry, stage, rng.choice(worth), rng.randrange(-100, 400), rng.randrange(11), 1, 1)
        for stage in range(1, STAGES + 1)
        for entry in range(ENTRANTS)
    ]


def main() -> None:
    """Print how many milliseconds it takes to compute a tournament's standings.

    For comparison, print the ratio to the time for only sorting the entrants.
    """
    rng = random.Random(2026)
    played = random_scores(rng)
    penalties = [Deduction(entry, Fraction(10)) for entry in rng.sample(range(ENTRANTS), 40)]
    sums = {entry: rng.randrange(225) for entry in range(ENTRANTS)}
    pair = compare(
        lambda: compute_standings(range(ENTRANTS), played, penalties, lot_seed="bench"),
        lambda: sorted(sums, key=sums.__getitem__),
    )
    print(
        f"standings {pair.thing * 1e3:8.1f} ms for {ENTRANTS} entrants after {STAGES} stages; "
        f"{pair.ratio:.0f} times sorting them by a ready-made sum"
    )


if __name__ == "__main__":
    main()
