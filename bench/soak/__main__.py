"""`make soak ARGS="kills --kills 200"`, `make soak ARGS="evening --minutes 5"`; without ARGS both, whole."""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django

from bench.soak.evening import simulate_evening
from tests.support.environments import environment
from tests.support.faults.killing import kill_often
from tests.support.servers import ServerProcess


def main() -> None:
    """Run the endurance tests named on the command line: repeated kills, a long evening at many tables, or
    both.
    """
    # The logs are audited in this process.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=("all", "kills", "evening"), default="all")
    parser.add_argument("--backend", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--kill-tables", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=250)
    arguments = parser.parse_args()
    if arguments.part in ("all", "kills"):
        _run_with_server(arguments, _run_kill_test)
    if arguments.part in ("all", "evening"):
        _run_with_server(arguments, _run_evening_test)


def _run_with_server(arguments: argparse.Namespace, run_test: Callable[..., None]) -> None:
    """Start a server on an empty database, call `run_test` with the server, and kill the server.

    `arguments` are those of the command line. If the test fails, print the end of the server's log.
    """
    with tempfile.TemporaryDirectory() as folder, environment(arguments.backend, Path(folder)) as variables:
        server = ServerProcess(variables)
        try:
            run_test(server, arguments)
        except BaseException:
            print(server.log()[-4000:], file=sys.stderr)
            raise
        finally:
            server.kill()


def _run_kill_test(server: ServerProcess, arguments: argparse.Namespace) -> None:
    """Kill and restart the server repeatedly while simulated people play, and print the results."""
    found = asyncio.run(
        kill_often(
            server,
            kills=arguments.kills,
            tables=arguments.kill_tables,
            seed=arguments.seed,
            say=_print_at_once,
        )
    )
    print(
        f"kills     {found.kills:,} in {found.seconds:,.0f} s at {arguments.kill_tables} tables "
        f"({arguments.backend}): {found.acked:,} actions acked, {found.resent:,} resent, "
        f"{found.entries:,} log entries of {found.games:,} games; "
        "0 acked lost, 0 doubled, all logs pass their audit"
    )


def _print_at_once(line: str) -> None:
    """Print a line, and flush the output."""
    print(line, flush=True)


def _run_evening_test(server: ServerProcess, arguments: argparse.Namespace) -> None:
    """Let simulated guests play at many tables for a long time.

    Exit with an error if a table got stuck or memory grew too much.
    """
    evening = asyncio.run(
        simulate_evening(server, tables=arguments.tables, minutes=arguments.minutes, seed=arguments.seed)
    )
    print(evening.figures)
    if evening.broken:
        sys.exit("\n".join(evening.broken))


if __name__ == "__main__":
    main()
