"""How well bots of one kind play among themselves: bids met and points, by the engine alone."""

import argparse
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from games.bots.choose import LEVELS, choose
from games.rules.actions import EndPause, OpenTable, TakeSeat, parse_action
from games.rules.engine import open_table, step
from games.rules.legal import turn
from games.rules.options import parse_options
from games.rules.sight import sight_of
from games.rules.state import FINISHED, PAUSE, State

NOW = datetime(2024, 1, 1, tzinfo=UTC)
Decide = Callable[[dict[str, Any]], dict[str, Any] | None]


class Figures(NamedTuple):
    """What a number of games came to."""

    games: int
    hit_rate: float
    points: float
    milliseconds: float
    slowest: float


def play_game(decide: Decide, *, seed: int, players: int = 4, options: dict[str, Any] | None = None) -> State:
    """A whole game in which `decide` answers for each seat."""
    server_seed = random.Random(seed).randbytes(32).hex()
    state, _ = open_table(OpenTable(parse_options(options), players, server_seed), NOW)
    for n in range(players):
        state, _ = step(state, None, TakeSeat(f"bot {n}", "bot"), NOW)
    while state.status != FINISHED:
        if state.status == PAUSE:
            state, _ = step(state, None, EndPause(), NOW)
            continue
        seat = turn(state)[0]
        answer = decide(sight_of(state, seat, number=0, server_time=NOW, with_sheet=False))
        state, _ = step(state, seat, parse_action(answer), NOW)
    return state


def measure(level: str, *, games: int, players: int, options: dict[str, Any] | None = None) -> Figures:
    """Play games with the seeds 0, 1, 2, … among bots of one level; times are the processor's own."""
    times: list[float] = []
    dice = random.Random(0)

    def decide(sight: dict[str, Any]) -> dict[str, Any] | None:
        began = time.thread_time()
        answer = choose(sight, level=level, dice=dice)
        times.append(time.thread_time() - began)
        return answer

    hits = bids = total = 0
    for seed in range(games):
        state = play_game(decide, seed=seed, players=players, options=options)
        hits += sum(state.correct)
        bids += players * len(state.schedule)
        total += sum(state.scores)
    return Figures(
        games, hits / bids, total / games / players, 1000 * sum(times) / len(times), 1000 * max(times)
    )


def main() -> None:
    """Print the figures of one level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4, choices=range(3, 7))
    parser.add_argument("--level", choices=LEVELS, default="journeyman")
    asked = parser.parse_args()
    figures = measure(asked.level, games=asked.games, players=asked.players)
    print(
        f"{figures.games} games of {asked.players} {asked.level}s: {figures.hit_rate:.1%} of bids met, "
        f"{figures.points:.0f} points a game, {figures.milliseconds:.2f} ms a decision, "
        f"{figures.slowest:.1f} ms at most"
    )


if __name__ == "__main__":
    main()
