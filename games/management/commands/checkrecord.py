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
        """Replay the record of a game, and print where the record breaks the rules.

        The record is read from a file, or from standard input if the file is "-". Raise CommandError if a
        rule is broken, if the file cannot be read, or if it is not JSON.
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
