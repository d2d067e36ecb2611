"""The arena: `python -m bench.bots` lets levels play each other with fixed seeds on all processors.

For each level at a table: bids met, points and wins a game, time a decision, each with its 95 % interval.
With --results FILE each game is kept as it ends, and a later run goes on from there.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple, TypeVar

from bench.bots.games import BotGameResult, BotResult, choose_soak_game, play_game
from bench.measure import machine
from games.bots.choose import LEVELS, SLOW
from games.rules.editions import BASE, EDITIONS
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS

TABLES = (
    ("apprentice",) * 4,
    ("journeyman",) * 4,
    ("journeyman",) + ("apprentice",) * 3,
    ("master",) + ("journeyman",) * 3,
    ("master",) * 4,
)
MIXED = ("apprentice", "journeyman", "apprentice", "journeyman", "master", "apprentice")
"""The levels at a soak's tables by default."""
HASTE = 0.02
"""The share of the usual deals that a Master searches in a soak, which checks only the rules."""
WIDTH = 40
T = TypeVar("T")


class Figure(NamedTuple):
    """A mean and half its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        """Format the mean and the half-width of its confidence interval, such as "12.3 ± 0.4"."""
        return f"{self.mean:.1f} ± {self.half:.1f}"


def mean_with_interval(values: list[float]) -> Figure:
    """Return the mean of these independent values, and half the width of its 95 % confidence interval."""
    spread = stdev(values) if len(values) > 1 else 0.0
    return Figure(fmean(values), 1.96 * spread / len(values) ** 0.5)


def format_level_rows(games: list[BotGameResult]) -> Iterator[str]:
    """Yield a Markdown table row for each bot level with its average results, such as bids met and points."""
    for level in dict.fromkeys(seat.level for seat in games[0].seats):
        # Several bots of the same level in one game count as one value: their mean.
        of_level = [[seat for seat in game.seats if seat.level == level] for game in games]
        met = mean_with_interval([100 * fmean(seat.met for seat in seats) for seats in of_level])
        points = mean_with_interval([fmean(seat.points for seat in seats) for seats in of_level])
        wins = "–"
        if len(of_level[0]) < len(games[0].seats):
            wins = f"{mean_with_interval([100.0 * sum(seat.won for seat in seats) for seats in of_level])} %"
        spent = mean_with_interval(
            [1000 * sum(s.seconds for s in seats) / sum(s.decisions for s in seats) for seats in of_level]
        )
        slowest = 1000 * max(seat.slowest for seats in of_level for seat in seats)
        yield (
            f"| {level} × {len(of_level[0])} | {met} % | {points} | {wins} | "
            f"{spent.mean:.2f} ± {spent.half:.2f} ms | {slowest:.0f} ms |"
        )


def run_with_progress(
    job: Callable[[int], T],
    seeds: Iterable[int],
    processes: int,
    title: str,
    on_result: Callable[[T], None] = lambda _: None,
) -> list[T]:
    """Run `job` for each seed in several processes, and return the results in order of completion.

    Call `on_result` with each result as it arrives. Show a progress bar on stderr, preceded by `title`.
    """
    todo = list(seeds)
    done: list[T] = []
    if not todo:
        return done
    with get_context("spawn").Pool(processes) as pool:
        for result in pool.imap_unordered(job, todo):
            on_result(result)
            done.append(result)
            bar = f"[{'#' * (WIDTH * len(done) // len(todo)):<{WIDTH}}]"
            print(f"\r{title} {bar} {len(done)}/{len(todo)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return done


def compete(levels: tuple[str, ...], games: int, processes: int, results: Path | None, edition: str) -> None:
    """Let bots of these levels play `games` games, and print the results by bot level.

    Games stored in the file `results` are not played again, and new games are added to this file.
    If `results` is None, play all games and store none. `edition` names the edition of the rules.
    """
    kept = [game for game in read_games(results, levels, edition) if game.seed < games]
    todo = sorted(set(range(games)) - {game.seed for game in kept})
    title = " ".join(levels)
    job = partial(play_game, levels, options={"edition": edition})
    played = run_with_progress(job, todo, processes, title, partial(store_game, results, levels, edition))
    for row in format_level_rows(sorted(kept + played)):
        print(row, flush=True)


def store_game(results: Path | None, levels: tuple[str, ...], edition: str, game: BotGameResult) -> None:
    """Append a game's result to the file `results` as a line of JSON. Do nothing if `results` is None.

    `levels` are the levels of the bots that played, and `edition` names the edition of the rules.
    """
    if results:
        with results.open("a") as file:
            kept = {"table": levels, "edition": edition, "seed": game.seed, "seats": game.seats}
            file.write(json.dumps(kept) + "\n")


def read_games(results: Path | None, levels: tuple[str, ...], edition: str) -> Iterator[BotGameResult]:
    """Yield the stored results of games between bots of these levels, with this edition of the rules.

    Yield nothing if `results` is None or the file does not exist.
    """
    lines = results.read_text().splitlines() if results and results.exists() else []
    for game in map(json.loads, lines):
        if (tuple(game["table"]), game.get("edition", BASE)) == (levels, edition):
            yield BotGameResult(game["seed"], tuple(BotResult(*seat) for seat in game["seats"]))


def soak(levels: tuple[str, ...], games: int, processes: int) -> None:
    """Stress-test the rules with `games` games between bots.

    Raise an error if the rules refuse a bot's action.
    """
    began = time.monotonic()
    played = run_with_progress(partial(play_soak_game, levels), range(games), processes, "soak")
    decisions = Counter[str]()
    for seat in (seat for game in played for seat in game.seats):
        decisions[seat.level] += seat.decisions
    told = ", ".join(f"{level} {count}" for level, count in sorted(decisions.items()))
    accusations = sum(game.accusations for game in played)
    seconds = time.monotonic() - began
    print(f"{games} games, decisions: {told}; accusations: {accusations}; none refused, in {seconds:.0f} s")


def play_soak_game(levels: tuple[str, ...], seed: int) -> BotGameResult:
    """Play one stress-test game between bots, and return its result.

    The seed determines the number of players, the options, and how `levels` are assigned to the seats.
    """
    players, options = choose_soak_game(seed)
    seats = tuple(levels[(seed + n) % len(levels)] for n in range(players))
    return play_game(seats, seed, options, effort=HASTE)


def parse_levels(words: str) -> tuple[str, ...]:
    """Parse bot levels separated by commas.

    Raise ArgumentTypeError for an unknown level or too many levels.
    """
    levels = tuple(words.split(","))
    if len(levels) > MAX_PLAYERS or set(levels) - set(LEVELS):
        raise ArgumentTypeError(f"These are not up to {MAX_PLAYERS} of {', '.join(LEVELS)}: {words}")
    return levels


def main() -> None:
    """Let bots play each other, and print the results.

    With `--soak`, run a stress test instead. Without `--table`, all line-ups in TABLES play.
    """
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of a table without Masters")
    parser.add_argument("--slow", type=int, default=2, help="games of a table with Masters")
    parser.add_argument(
        "--table",
        type=parse_levels,
        help=f"levels with commas between, of {', '.join(LEVELS)}; a soak takes turns among them",
    )
    parser.add_argument("--edition", choices=tuple(EDITIONS), default=BASE)
    parser.add_argument("--soak", type=int, help="play so many games of all options instead")
    parser.add_argument("--results", type=Path, help="a file of games that are not to be played again")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.table and not asked.soak and len(asked.table) < MIN_PLAYERS:
        parser.error(f"A table has {MIN_PLAYERS} to {MAX_PLAYERS} players.")
    print(f"machine   {machine()}", flush=True)
    if asked.soak:
        return soak(asked.table or MIXED, asked.soak, asked.processes)
    print(
        "| level | bids met | points | wins | a decision | slowest |\n| --- | --- | --- | --- | --- | --- |"
    )
    for levels in [asked.table] if asked.table else TABLES:
        games = asked.slow if SLOW in levels else asked.games
        compete(levels, games, asked.processes, asked.results, asked.edition)
    return None
