"""`manage.py checklogs [TABLE …]`: replay every log, compare it with the rows, exit 1 if any differ."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Table
from games.services.audit import audit_table


class Command(BaseCommand):
    """Replay tables' logs, and report rows that differ from them."""

    help = "Replay every table's log and compare it with the rows."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tables", nargs="*", help="ids of tables; all of them if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how the database differs from the replayed logs of tables.

        Raise CommandError for a difference or an unknown table.
        """
        tables = options["tables"] or list(Table.objects.order_by("pk").values_list("pk", flat=True))
        unknown = set(tables) - set(Table.objects.filter(pk__in=tables).values_list("pk", flat=True))
        if unknown:
            raise CommandError(f"There is no table {', '.join(sorted(unknown))}.")
        wrong = 0
        for table_id in tables:
            errors = audit_table(table_id)
            wrong += bool(errors)
            for error in errors:
                self.stdout.write(f"table {table_id}: {error}")
        self.stdout.write(f"{len(tables)} tables checked, {wrong} with faults.")
        if wrong:
            raise CommandError(f"{wrong} tables are not what their logs say.")
