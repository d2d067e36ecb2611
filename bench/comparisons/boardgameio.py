"""Moves a second of boardgame.io with its socket.io transport: in memory, and with its FlatFile storage.

A card game of four seats, as many tables and moves to a game as in `bench.tables.moves`, and the same rule
when a move is over: the mover and the other three have it. Its server tells of a move before it writes it,
does not wait for the disk, and knows no rule of Wizard: it does less for each move. The load is a Node
process.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.serving import processor_seconds, run_program

TITLE = "boardgame.io"
TABLES = 32
SECONDS = 8.0
HERE = Path(__file__).parent / "boardgameio"
INSTALLED = Path("var/boardgameio")
READY = re.compile(r"boardgame\.io at (\S+)")
LEFT_OUT = "left out: there is no node, or no npm, on this machine"


class BoardgameFigures(NamedTuple):
    """A server's figures at a number of tables: moves a second, milliseconds (p50, p95, p99), cost."""

    storage: str
    tables: int
    rate: float
    told: tuple[float, float, float]
    """From the send until the last seat has the update."""
    cost: float
    """Milliseconds of the server's processor for a move."""


def main() -> None:
    """Print the moves per second of a server with the board game library boardgame.io.

    With `--json`, print JSON instead of text.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = figures(tables=asked.tables, seconds=asked.seconds)
    if asked.json:
        print(json.dumps([each._asdict() for each in found]))
        return
    if not found:
        print(f"boardgame.io {LEFT_OUT}")
    for each in found:
        told = " / ".join(f"{value:.1f}" for value in each.told)
        print(
            f"boardgame.io, {each.storage}: {each.rate:6.0f} moves a second at {each.tables} tables, "
            f"last seat {told} ms (p50 / p95 / p99), {each.cost:.2f} ms of the server's processors a move"
        )


def report() -> str:
    """Return, as Markdown, how many moves per second a boardgame.io server handles, or a short note if it
    cannot run.
    """
    found = figures()
    if not found:
        return f"{LEFT_OUT.capitalize()}."
    lines = [
        "boardgame.io 0.50.2 with a plain card game of four over its socket.io transport. A move is over",
        "when all four have it. It tells of a move before it writes it, and does not wait for the disk.",
        "",
        "| storage | tables | moves a second | last seat, ms (p50 / p95 / p99) | processor ms a move |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in found:
        told = " / ".join(f"{value:.1f}" for value in each.told)
        lines.append(f"| {each.storage} | {each.tables} | {each.rate:,.0f} | {told} | {each.cost:.2f} |")
    return "\n".join(lines)


def figures(*, tables: int = TABLES, seconds: float = SECONDS) -> list[BoardgameFigures]:
    """Measure the speed of a boardgame.io server, once with each kind of storage: in memory and FlatFile.

    Return the two measurements, or an empty list if node or npm is not installed. Install boardgame.io first
    if necessary.
    """
    if not is_available():
        return []
    install()
    return [measure(storage, tables=tables, seconds=seconds) for storage in ("in memory", "FlatFile")]


def is_available() -> bool:
    """Return whether node and npm are installed on this machine."""
    return bool(shutil.which("node") and shutil.which("npm"))


def install() -> None:
    """Install the locked version of boardgame.io in var/, unless it is already there."""
    stamp = INSTALLED / ".installed"
    lock = (HERE / "package-lock.json").read_text()
    if stamp.exists() and stamp.read_text() == lock:
        return
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, INSTALLED / name)
    command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=INSTALLED, check=True, stdout=subprocess.DEVNULL)
    stamp.write_text(lock)


def measure(storage: str, *, tables: int, seconds: float) -> BoardgameFigures:
    """Measure the speed of a boardgame.io server. `storage` is "in memory" or "FlatFile"."""
    # The package must be installed already.
    with tempfile.TemporaryDirectory() as folder:
        return _run_and_measure(storage, [folder] if storage == "FlatFile" else [], tables, seconds)


def _run_and_measure(storage: str, arguments: list[str], tables: int, seconds: float) -> BoardgameFigures:
    """Start a boardgame.io server, let a load generator play for `seconds`, and return the server's speed.

    `arguments` are command-line arguments for the server. `tables` is the number of tables in play at the
    same time. `storage` is copied to the returned figures.
    """
    env = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str((INSTALLED / "node_modules").resolve())}
    node = _find_node()
    with run_program(str(HERE / "server.js"), *arguments, env=env, ready=READY, program=node) as server:
        command = [node, str(HERE / "load.js"), server.address, str(tables), str(seconds)]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as load:
            assert load.stdout is not None
            worked = 0.0
            for line in load.stdout:
                if line == "begun\n":
                    worked = processor_seconds(server.pid)
                elif line == "over\n":
                    worked = processor_seconds(server.pid) - worked
                else:
                    found = json.loads(line)
    return BoardgameFigures(
        storage=storage,
        tables=tables,
        rate=found["moves"] / seconds,
        told=tuple(found["told"]),
        cost=worked * 1000 / found["moves"],
    )


@cache
def _find_node() -> str:
    """Return the path of the Node.js program. Raise FileNotFoundError if `node` is not installed."""
    # In a virtual environment `node` may be a script that starts Node: it would be timed and stopped instead.
    command = ["node", "--print", "process.execPath"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
