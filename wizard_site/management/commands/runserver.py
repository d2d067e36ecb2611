"""Django's development server, with sockets, bots and clocks."""

from typing import Any

from daphne.management.commands.runserver import Command as DaphneCommand
from django.conf import settings
from django.core.management.base import CommandParser

from wizard_site.boot.staticfiles import collect_static


class Command(DaphneCommand):  # type: ignore[misc]  # Daphne has no types.
    help = "Starts a server for development that restarts when the code changes. `serve` is for playing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options of Daphne's `runserver`, but let Daphne serve no static files by default."""
        super().add_arguments(parser)
        # WhiteNoise serves the static files, as it does everywhere else.
        parser.set_defaults(use_static_handler=False)

    def inner_run(self, *args: Any, **options: Any) -> None:
        """Run the development server. If DEBUG is off, collect the static files first."""
        # With DEBUG, static files are served from the source folders.
        if not settings.DEBUG:
            collect_static()
        super().inner_run(*args, **options)
