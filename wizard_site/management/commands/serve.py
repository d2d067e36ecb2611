"""The whole product in one process: pages, API, sockets, bots and clocks."""

import asyncio
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections
from twisted.internet.endpoints import quoteStringArgument

from core.asgi.request_limits import Limits
from core.asgi.server import SiteServer
from games.shards import Shards
from wizard_site import background
from wizard_site.boot import gc_tuning
from wizard_site.boot.migrations import migrate_if_needed
from wizard_site.boot.staticfiles import collect_static
from wizard_site.management.shards import add_shards_option
from wizard_site.pages import LazyDjangoApplication

BACKLOG = 1024
"""Connections that the system keeps for the server until it accepts them.

The system drops the first packets of further ones, which clients repeat only after a second. With Twisted's
limit of 50, that happened to many who returned at once.
"""
LOAD_PAGES_SECONDS = 3.0
"""How long after the port has opened pages are loaded that nobody has asked for yet."""


class Command(BaseCommand):
    help = "Migrate if needed, then serve HTTP, sockets, bots and clocks until told to stop."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the server's addresses, the tables to run, and the database's migration."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.PORT, help="0 takes any free one")
        parser.add_argument(
            "--unix-socket", metavar="PATH", type=Path, help="listen here, too, for a proxy on this machine"
        )
        tables = parser.add_mutually_exclusive_group()
        tables.add_argument(
            "--no-tables", action="store_true", help="leave bots, clocks and tournaments to runtables"
        )
        add_shards_option(tables)
        parser.add_argument("--no-migrate", action="store_true", help="leave the database as it is")

    def handle(
        self,
        *,
        host: str,
        port: int,
        unix_socket: Path | None,
        no_migrate: bool,
        no_tables: bool,
        shards: Shards,
        **options: Any,
    ) -> None:
        """Migrate the database, collect the static files, serve until stopped, then exit with the exit code.

        Listen at `host` and `port`, and also at `unix_socket` if given. With `no_migrate`, do not migrate the
        database. With `no_tables`, leave bots, clocks and tournaments to another process, the command
        `runtables`. `shards` (numbered groups of tables) selects the tables whose bots and clocks run. Shards
        that belong to no running process are added.
        """
        if not no_migrate:
            migrate_if_needed()
        connections.close_all()
        collect_static()
        # Here, because it loads most of the code.
        from wizard_site.asgi import pages, site

        async def run_background_and_load_pages() -> None:
            """Run the background jobs. After a delay, import the code that serves Django's pages."""
            async with asyncio.TaskGroup() as group:
                group.create_task(background.run_background_jobs(run_tables=not no_tables, shards=shards))
                group.create_task(_load_pages_later(pages))

        server = SiteServer(
            application=site,
            endpoints=prepare_listening_endpoints(host, port, unix_socket),
            background=run_background_and_load_pages,
            limits=request_limits(),
            on_ready=lambda at: self._print_line(f"Wizard is ready at http://{host}:{at}/"),
        )
        gc_tuning.exclude_objects_from_gc()
        server.run()
        sys.exit(server.exit_code)

    def _print_line(self, line: str) -> None:
        """Print a line, and flush standard output at once."""
        self.stdout.write(line)
        self.stdout.flush()


def prepare_listening_endpoints(host: str, port: int, unix_socket: Path | None = None) -> list[str]:
    """Return the server's addresses as Twisted endpoint strings.

    The addresses are `host` and `port`, and the path `unix_socket` if given. If a killed server has left a
    socket at `unix_socket`, remove that socket first.
    """
    endpoints = build_endpoint_description_strings(host=host, port=port)
    if unix_socket is not None:
        remove_stale_socket(unix_socket)
        # Without Twisted's lock file, which names a process: in a container, the next one has the same id.
        path = quoteStringArgument(str(unix_socket))  # type: ignore[no-untyped-call]
        endpoints.append(f"unix:address={path}:lockfile=0")
    return [f"{each}:backlog={BACKLOG}" for each in endpoints]


def remove_stale_socket(path: Path) -> None:
    """Remove a Unix socket that a killed server has left behind.

    Do nothing if a server still uses the socket, or if `path` is missing or another kind of file.
    """
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except ConnectionRefusedError:
            if path.is_socket():
                path.unlink()
        except OSError:
            # There is nothing yet, or it cannot be used: listening will say why.
            pass


def request_limits() -> Limits:
    """Return the limits on the size, duration and number of HTTP requests, as configured in the settings."""
    return Limits(
        body_bytes=settings.MAX_REQUEST_BYTES,
        header_seconds=settings.REQUEST_HEADER_TIMEOUT,
        body_seconds=settings.REQUEST_BODY_TIMEOUT,
        # Behind a proxy, all requests come from the proxy's address.
        per_address=0 if settings.ALLAUTH_TRUSTED_PROXY_COUNT else settings.MAX_UNFINISHED_PER_ADDRESS,
        total=settings.MAX_UNFINISHED_REQUESTS,
    )


async def _load_pages_later(pages: LazyDjangoApplication) -> None:
    """Wait LOAD_PAGES_SECONDS, then load Django's HTTP application with all its pages."""
    # Players who return need only sockets, and are served first.
    await asyncio.sleep(LOAD_PAGES_SECONDS)
    await pages.load()
