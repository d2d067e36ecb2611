"""Runs the background work of servers in a process of its own."""

import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand

from core.stop_deadline import limit_stop
from wizard_site import background
from wizard_site.boot import gc_tuning


class Command(BaseCommand):
    help = "Run bots, clocks, tournaments and notifications until stopped, beside `serve --no-tables`."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        """Run bots, clocks, tournaments and notifications until SIGTERM or SIGINT."""
        gc_tuning.freeze_objects()
        asyncio.run(self._run_until_stopped())

    async def _run_until_stopped(self) -> None:
        """Run the background work until SIGTERM or SIGINT; commands accepted by then are committed."""
        work = asyncio.ensure_future(background.run_background(with_tables=True))

        def stop() -> None:
            """Cancel the background work, and limit how long it may take to end."""
            limit_stop()
            work.cancel()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop)
        self.stdout.write("Wizard tends its tables")
        self.stdout.flush()
        with contextlib.suppress(asyncio.CancelledError):
            await work
