"""Results at tables with real cards, entered and corrected."""

from typing import Any

from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    organiser,
    start,
    table,
    with_people,
)
from tournaments.models import AuditEntry, Entry, Placement, StageTable, Tournament
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageTableSnapshot
from tournaments.services.draw import draws
from tournaments.services.stage import closing
from tournaments.services.table.result_entry import enter_result

NAMES = ("ada", "bob", "cleo", "dora", "emil", "fay", "gus", "hal")


# Two rounds, of one card and of two: what four players can have made.
GOOD, FAIR, POOR, BAD = (40, 2), (10, 1), (0, 1), (-20, 0)


CUT = {"qualify": "best", "qualify_count": 4}


def rows(*made: tuple[int, int]) -> list[dict[str, int]]:
    return [{"seat": seat, "score": score, "correct_bids": bids} for seat, (score, bids) in enumerate(made)]


def enter(
    tournament: Tournament, table_number: int, *made: tuple[int, int], stage: int = 1, **more: Any
) -> StageTable:
    """A table's result, by olga."""
    what = {"rows": rows(*made), "actor": organiser(), "now": AT, "reason": "score sheet", **more}
    return enter_result(stage_table_id=table(tournament, table_number, stage).pk, **what).table


def placed_at(tournament: Tournament, table_number: int = 1, stage: int = 1) -> StageTableSnapshot:
    """A table with its facts."""
    found = read_snapshot(fresh(tournament)).find_table(table(tournament, table_number, stage).pk)
    assert found is not None
    return found


def real_cards(*stages: dict[str, Any], names: tuple[str, ...] = NAMES) -> Tournament:
    """These people at tables with real cards, whose first stage has begun."""
    tournament = event(*stages, online=False)
    with_people(tournament, names)
    start(tournament, 1)
    return tournament


def name(entry: int) -> str:
    return Entry.objects.get(pk=entry).name


def note(tournament: Tournament, act: str) -> AuditEntry:
    found = AuditEntry.objects.filter(tournament=tournament, type=act).order_by("-number").first()
    assert found is not None
    return found


def two_results(tournament: Tournament) -> None:
    """The first stage is over."""
    enter(tournament, 1, GOOD, FAIR, POOR, BAD)
    enter(tournament, 2, (30, 1), (20, 1), BAD, (-30, 0))
    closing.close_stage(**desk(tournament), stage_number=1)


def drawn_final() -> tuple[Tournament, list[str]]:
    """A final is drawn from the first two of each of two tables."""
    tournament = real_cards(CUT, {"kind": "final"})
    two_results(tournament)
    draws.draw_stage(**desk(tournament), stage_number=2, seed=5)
    return tournament, [name(entry) for entry in qualifiers_for_stage(read_snapshot(tournament), 2)]


def seat(tournament: Tournament, table_number: int, index: int, stage: int = 1) -> Placement:
    """A seat, counted from 0."""
    return Placement.objects.get(table=table(tournament, table_number, stage), seat=index)
