"""Runs the schedulers of tables and tournaments in a process of their own, without a server."""

import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand

from core.stop_deadline import limit_stop
from games.services.scheduler import scheduler as tables
from tournaments.services.timetable import scheduler as tournaments
from wizard_site.boot import gc_tuning


class Command(BaseCommand):
    help = "Run bots, clocks and tournaments until stopped, beside `serve --no-tables`; any number may run."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        """Run the schedulers of tables and tournaments until SIGTERM or SIGINT."""
        gc_tuning.freeze_objects()
        asyncio.run(self._run_until_stopped())

    async def _run_until_stopped(self) -> None:
        """Run the schedulers until SIGTERM or SIGINT; commands accepted by then are committed."""
        schedulers = asyncio.gather(tables.scheduler_job(), tournaments.timetable_job())

        def stop() -> None:
            """Cancel the schedulers, and limit how long they may take to end."""
            limit_stop()
            schedulers.cancel()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop)
        self.stdout.write("Wizard tends its tables")
        self.stdout.flush()
        with contextlib.suppress(asyncio.CancelledError):
            await schedulers
