"""The part of a tournament's page that is the same for everybody, rendered once for each change."""

from django.template.loader import render_to_string

from core.http.conditional import Packed
from tournaments.selectors.pages import Page
from tournaments.selectors.pages_export import EXPORTS
from tournaments.selectors.pages_standings import counted_stages


def live_part(page: Page) -> Packed:
    """Standings, seats and results as HTML; knows nobody, so that all can be sent the same."""
    part: Packed = page.once("live", lambda: Packed(_rendered(page).encode()))
    return part


def _rendered(page: Page) -> str:
    return render_to_string("tournaments/_live.html", _context(page)).strip()


def _context(page: Page) -> dict[str, object]:
    titles = {stage["number"]: stage["title"] for stage in page.stages}
    counted = counted_stages(page.snapshot)
    standings = [
        {**row, "columns": [_of_stage(row["stages"], number) for number in counted]} for row in page.standings
    ]
    seats = [
        {"number": number, "title": titles[number], "tables": tables, "open": number == page.stage_number}
        for number, tables in sorted(page.tables.items(), reverse=True)
    ]
    return {
        "standings": standings if any(row["games"] for row in standings) else [],
        "counted": counted,
        "ranking": page.ranking,
        "stages": seats,
        "slug": page.tournament.slug,
        "files": tuple(EXPORTS),
        "has_files": bool(page.tables),
    }


def _of_stage(made: list[dict[str, object]], number: int) -> dict[str, object] | None:
    return next((one for one in made if one["stage"] == number), None)
