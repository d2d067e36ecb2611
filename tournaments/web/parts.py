"""The part of a tournament's page that is the same for everybody, rendered once for each change."""

from django.template.loader import render_to_string

from core.http.conditional import Packed
from tournaments.selectors.public.export import EXPORTS
from tournaments.selectors.public.standings import StagePoints, counted_stages
from tournaments.selectors.public.tournament import PublicTournament


def live_part(public: PublicTournament) -> Packed:
    """Standings, seats and results as HTML; knows nobody, so that all can be sent the same."""
    part: Packed = public.once("live", lambda: Packed(_rendered(public).encode()))
    return part


def _rendered(public: PublicTournament) -> str:
    return render_to_string("tournaments/_live.html", _context(public)).strip()


def _context(public: PublicTournament) -> dict[str, object]:
    titles = {stage["number"]: stage["title"] for stage in public.stages}
    counted = counted_stages(public.snapshot)
    standings = [
        {**row, "columns": [_of_stage(row["stages"], stage_number) for stage_number in counted]}
        for row in public.standings
    ]
    seats = [
        {
            "number": stage_number,
            "title": titles[stage_number],
            "tables": tables,
            "open": stage_number == public.stage_number,
        }
        for stage_number, tables in sorted(public.tables.items(), reverse=True)
    ]
    return {
        "standings": standings if any(row["games"] for row in standings) else [],
        "counted": counted,
        "ranking": public.ranking,
        "stages": seats,
        "slug": public.tournament.slug,
        "files": tuple(EXPORTS),
        "has_files": bool(public.tables),
    }


def _of_stage(made: list[StagePoints], stage_number: int) -> StagePoints | None:
    return next((one for one in made if one["stage"] == stage_number), None)
