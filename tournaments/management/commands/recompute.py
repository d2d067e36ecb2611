"""`manage.py recompute SLUG …`: check tournaments against their tables' logs; exits with 1 if one differs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.selectors.proof import find_discrepancies


class Command(BaseCommand):
    """Checks tournaments' standings against the logs of their tables."""

    help = "Compute a tournament's standings again from its tables' logs, and compare."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the positional argument `slugs`. If it is empty, all tournaments are checked."""
        parser.add_argument("slugs", nargs="*", help="addresses of tournaments; all of them if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check tournaments against their audit logs and the logs of their games, and print each difference.

        Without slugs, check all tournaments. Raise CommandError if anything differs or a slug is unknown.
        """
        wanted = options["slugs"]
        found = Tournament.objects.order_by("slug")
        tournaments = list(found.filter(slug__in=wanted) if wanted else found)
        unknown = set(wanted) - {tournament.slug for tournament in tournaments}
        if unknown:
            raise CommandError(f"There is no tournament {', '.join(sorted(unknown))}.")
        wrong = 0
        for tournament in tournaments:
            discrepancies = find_discrepancies(tournament)
            wrong += bool(discrepancies)
            for discrepancy in discrepancies:
                self.stdout.write(f"{tournament.slug}: {discrepancy}")
            self.stdout.write(f"{tournament.slug}: {'differs' if discrepancies else 'proved'}")
        if wrong:
            raise CommandError(f"{wrong} tournaments are not what their results say.")
