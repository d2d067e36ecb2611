"""`manage.py checkrecord FILE`: replay a record and print where it deviates from the rules."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandError

from core.translation import translate
from games.rules.record.check import check_record


class Command(BaseCommand):
    """Replay a recorded game, and report deviations from the rules."""

    help = "Check a wizard-record/1 file (- for standard input)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay a recorded game and print where it breaks the rules.

        Raise CommandError for any fault or unreadable file.
        """
        try:
            name = options["file"]
            text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            record = orjson.loads(text)
        except OSError as fault:
            raise CommandError(f"The file cannot be read: {fault.strerror}.") from fault
        except orjson.JSONDecodeError as fault:
            raise CommandError(f"The file is not JSON: {fault}.") from fault
        faults = check_record(record)
        self.stdout.writelines(f"{translate(fault)}\n" for fault in faults)
        if faults:
            raise CommandError(f"The record does not pass: {len(faults)} faults.")
        self.stdout.write("The record passes: every move, deal and score is what the rules make of it.")
