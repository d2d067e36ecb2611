"""Fit the weights of games/bots/weights.py to what cards came to in games of the bots among themselves."""

import argparse
import random
from collections import defaultdict
from math import exp
from pathlib import Path
from typing import Any

from bench.bots import play_game
from games.bots import hand, weights
from games.bots.choose import choose
from games.bots.features import NEED, features
from games.bots.view import View, view_of
from games.rules.state import Round

Samples = dict[str, list[tuple[tuple[float, ...], bool]]]
HEADER = '"""What the features of a card weigh; written by `python -m bench.fit_bots`, never by hand."""\n'
RIDGE = 2.0


def gather(games: range) -> tuple[Samples, Samples]:
    """Play, and note for each card at each decision whether it took a trick afterwards."""
    bidding: Samples = defaultdict(list)
    playing: Samples = defaultdict(list)
    for seed in games:
        seen: list[tuple[int, View]] = []

        def decide(sight: dict[str, Any], seen: list[tuple[int, View]] = seen) -> dict[str, Any] | None:
            if not sight["legal"]["suits"]:
                seen.append((sight["round"]["number"], view_of(sight)))
            return choose(sight, level="journeyman", dice=random.Random(0))

        players = (3, 4, 4, 4, 5, 6)[seed % 6]
        rounds = play_game(decide, seed=seed, players=players).past
        for number, view in seen:
            _note(view, rounds[number - 1], bidding, playing)
    return bidding, playing


def _note(view: View, played: Round, bidding: Samples, playing: Samples) -> None:
    winners = {play.card: trick.winner for trick in played.tricks for play in trick.plays}
    if view.bid is None:
        if view.cards > 1:
            for card, kind, numbers in features(view, left=view.cards):
                bidding[kind].append((numbers, winners[card] == view.seat))
        return
    left = len(view.hand) - 1
    if not left:
        return
    trick = played.tricks[view.cards - left - 1]
    gone = {play.card for play in trick.plays}
    need = view.bid - view.taken - (trick.winner == view.seat)
    for card, kind, numbers in features(view, left=left):
        if card not in gone:
            at = NEED[kind]
            full = (*numbers[:at], hand.share_needed(need, left), *numbers[at + 1 :])
            playing[kind].append((full, winners[card] == view.seat))


def fit(samples: list[tuple[tuple[float, ...], bool]]) -> tuple[float, ...]:
    """Logistic regression by Newton's method."""
    size = len(samples[0][0])
    found = [0.0] * size
    for _ in range(7):
        slope = [-RIDGE * w for w in found]
        curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for numbers, won in samples:
            total = sum(w * x for w, x in zip(found, numbers, strict=True))
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, total))))
            miss, bend = won - chance, chance * (1 - chance)
            for i, x in enumerate(numbers):
                if x:
                    slope[i] += miss * x
                    row, bx = curve[i], bend * x
                    for j in range(i + 1):
                        row[j] += bx * numbers[j]
        for i in range(size):
            for j in range(i):
                curve[j][i] = curve[i][j]
        found = [w + step for w, step in zip(found, _solve(curve, slope), strict=True)]
    return tuple(round(w, 4) for w in found)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def main() -> None:
    """Play, fit and write, a few times over: better weights make better games to learn from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--times", type=int, default=3)
    asked = parser.parse_args()
    for time in range(asked.times):
        first = 100_000 + time * asked.games
        bidding, playing = gather(range(first, first + asked.games))
        for table, samples in ((weights.BIDDING, bidding), (weights.PLAYING, playing)):
            table.update({kind: fit(found[:60_000]) for kind, found in samples.items()})
        _write()


def _write() -> None:
    lines = [HEADER]
    for name in ("BIDDING", "PLAYING"):
        lines.append(f"{name}: dict[str, tuple[float, ...]] = {{")
        lines += [f'    "{kind}": {values},' for kind, values in sorted(getattr(weights, name).items())]
        lines.append("}")
    Path(weights.__file__).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
