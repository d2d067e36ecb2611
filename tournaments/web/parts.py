"""The part of a tournament's page that is the same for all visitors, rendered once for each change."""

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from core.http.conditional import CompressedBody
from tournaments.selectors.public.export import EXPORTS
from tournaments.selectors.public.standings import StagePoints, started_preliminary_stage_numbers
from tournaments.selectors.public.tournament import PublicTournament

FILE_LABELS = {"seats": _("seats"), "standings": _("standings"), "results": _("results")}
"""The names of the exports, as shown on the page."""


def live_part_html(public: PublicTournament) -> CompressedBody:
    """Return the live part of a tournament's page: the HTML that is the same for all visitors.

    It is cached for each language and version of the tournament.
    """
    part: CompressedBody = public.compute_once(
        "live", lambda: CompressedBody(_render_live_part(public).encode())
    )
    return part


def _render_live_part(public: PublicTournament) -> str:
    """Render the live part of a tournament's page, which is the same for all visitors, as HTML."""
    return render_to_string("tournaments/_live.html", _live_part_context(public)).strip()


def _live_part_context(public: PublicTournament) -> dict[str, object]:
    """Return the data for the template of a page's live part, which is the same for all visitors."""
    titles = {stage["number"]: stage["title"] for stage in public.stages}
    counted = started_preliminary_stage_numbers(public.snapshot)
    standings = [
        {**row, "columns": [_points_in_stage(row["stages"], stage_number) for stage_number in counted]}
        for row in public.standings
    ]
    seats = [
        {
            "number": stage_number,
            "title": titles[stage_number],
            "tables": tables,
            "open": stage_number == public.newest_stage_number,
        }
        for stage_number, tables in sorted(public.tables.items(), reverse=True)
    ]
    return {
        "standings": standings if any(row["games"] for row in standings) else [],
        "counted": counted,
        "ranking": public.ranking,
        "stages": seats,
        "slug": public.tournament.slug,
        "files": [(what, FILE_LABELS[what]) for what in EXPORTS],
        "has_files": bool(public.tables),
    }


def _points_in_stage(stage_points: list[StagePoints], stage_number: int) -> StagePoints | None:
    """Return an entrant's points in the stage with this number, or None if the entrant did not play in it."""
    return next((one for one in stage_points if one["stage"] == stage_number), None)
