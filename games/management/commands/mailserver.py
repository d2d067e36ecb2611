"""Receives players' emails over SMTP, in a process of its own behind a mail server."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.stop_deadline import enforce_stop_deadline
from games.mail.smtp import MailServer

DRAIN_SECONDS = 5.0
"""How long a stopping server waits for emails that are being received."""


class Command(BaseCommand):
    help = "Receive players' mails over SMTP until stopped. A mail server in front of it relays them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.MAIL_HOST, help="the address to listen on")
        parser.add_argument("--port", type=int, default=settings.MAIL_PORT, help="the port to listen on")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Receive emails until SIGTERM or SIGINT.

        Raise CommandError if MAIL_DOMAIN is not set, or if the port cannot be opened.
        """
        if not settings.MAIL_DOMAIN:
            raise CommandError("Set MAIL_DOMAIN to the domain at which players' mails arrive.")
        asyncio.run(self._serve_until_stopped(host, port))

    async def _serve_until_stopped(self, host: str, port: int) -> None:
        """Run the mail server until SIGTERM or SIGINT. Raise CommandError if the port cannot be opened."""
        stopping = asyncio.Event()

        def stop() -> None:
            """Stop the mail server; abort the process if it still runs after STOP_DEADLINE_SECONDS."""
            enforce_stop_deadline()
            stopping.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop)
        server = MailServer()
        try:
            opened = await server.start(host, port)
        except OSError as fault:
            raise CommandError(f"Port {port} cannot be opened: {fault}") from fault
        self.stdout.write(f"Wizard receives mails on {host}:{opened}")
        self.stdout.flush()
        await stopping.wait()
        await server.stop(DRAIN_SECONDS)
