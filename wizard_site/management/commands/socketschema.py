"""Writes docs/socket.schema.json."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from wizard_site.socket_schema import socket_schema


class Command(BaseCommand):
    help = "Write the JSON Schema of the sockets' frames to a file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the required option `--file`, the path of the file to write."""
        parser.add_argument("--file", type=Path, required=True)

    def handle(self, *, file: Path, **options: Any) -> None:
        """Write the JSON Schema of the WebSocket frames to `file`."""
        file.write_text(socket_schema())
