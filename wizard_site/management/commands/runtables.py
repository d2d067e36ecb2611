"""Runs the background work of servers in a process of its own."""

import asyncio
import contextlib
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from core.stop_deadline import enforce_stop_deadline
from games.shards import Shards
from wizard_site import background
from wizard_site.boot import gc_tuning
from wizard_site.management.shards import add_shards_option


class Command(BaseCommand):
    help = "Run bots, clocks, tournaments and notifications until stopped, beside `serve --no-tables`."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option `--shards`."""
        add_shards_option(parser)

    def handle(self, *, shards: Shards, **options: Any) -> None:
        """Run bots, clocks, tournaments, notifications and emails until stopped.

        `shards` (numbered groups of tables) selects the tables whose bots and clocks are run. Shards that
        belong to no running process are added.
        """
        gc_tuning.resume_gc()
        asyncio.run(self._run_until_stopped(shards))

    async def _run_until_stopped(self, shards: Shards) -> None:
        """Run the background jobs until SIGTERM or SIGINT.

        `shards` (numbered groups of tables) selects the tables whose bots and clocks are run. Shards that
        belong to no running process are added. Before returning, store all commands of players that are still
        waiting to be stored.
        """
        work = asyncio.ensure_future(background.run_background_jobs(run_tables=True, shards=shards))

        def stop_jobs() -> None:
            """Cancel the background jobs, and kill the process if it is still alive a minute later."""
            enforce_stop_deadline()
            work.cancel()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop_jobs)
        self.stdout.write("Wizard tends its tables")
        self.stdout.flush()
        with contextlib.suppress(asyncio.CancelledError):
            await work
