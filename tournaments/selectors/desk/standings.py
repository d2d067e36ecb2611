"""The standings in the organisers' console, with a column for each stage, and the list of prizes."""

from typing import Any, NamedTuple

from tournaments.models import Entry, Stage
from tournaments.models.choices import PRELIMINARIES, StageKind, Status
from tournaments.selectors.desk.tables import format_points
from tournaments.selectors.final_ranking import (
    entrants_ranked_by_lot,
    entrants_ranked_by_play_off,
    ranked_entrants,
)
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.standings import game_scores, standings_after


class StandingsLine(NamedTuple):
    """An entrant's row; `cells` contains the result of each stage, "" where the entrant did not play."""

    place: int
    entry: Entry
    cells: list[str]
    points: str
    game_points: int | str
    correct_bids: int | str
    by_lot: bool
    by_play_off: bool


class StandingsPage(NamedTuple):
    """The table of standings; `stages` are its columns. If `final` is set, it shows the final ranking."""

    stages: list[Stage]
    lines: list[StandingsLine]
    final: bool


class Prize(NamedTuple):
    """A place, its current holder (None if there is none yet), and its prize ("" if there is none)."""

    place: int
    entry: Entry | None
    prize: str
    by_lot: bool
    by_play_off: bool


def standings_page(snapshot: TournamentSnapshot) -> StandingsPage:
    """Return the standings for the organisers' console, with each entrant's points by stage.

    Once a knock-out or final is drawn, entrants are in the order of the final ranking.
    """
    drawn = [stage_snapshot.row for stage_snapshot in snapshot.stages if stage_snapshot.tables]
    final = any(stage.kind not in PRELIMINARIES for stage in drawn)
    standing = {one.entry: one for one in standings_after(snapshot)}
    order = ranked_entrants(snapshot) if final else tuple(standing)
    made = {(one.entry, one.stage): one for one in game_scores(snapshot, kinds=tuple(StageKind.values))}
    penalties, lots, played_off = (
        _sum_penalties(snapshot),
        entrants_ranked_by_lot(snapshot),
        entrants_ranked_by_play_off(snapshot),
    )
    lines = []
    for place, entry in enumerate(order, start=1):
        total = standing.get(entry)
        cells = [
            _format_stage_cell(made.get((entry, stage.number)), penalties.get((entry, stage.pk), 0))
            for stage in drawn
        ]
        lines.append(
            StandingsLine(
                place=place,
                entry=snapshot.entries[entry],
                cells=cells,
                points=format_points(total.points) if total else "",
                game_points=total.game_points if total else "",
                correct_bids=total.correct_bids if total else "",
                by_lot=entry in lots,
                by_play_off=entry in played_off,
            )
        )
    return StandingsPage(drawn, lines, final)


def _format_stage_cell(stage_score: Any, penalty: int) -> str:
    """Format an entrant's points in a stage and any penalty, as in "12 -3".

    `stage_score` is None if the entrant has no score in the stage; the text is then only the penalty, if any.
    """
    parts = [format_points(stage_score.points)] if stage_score is not None else []
    return " ".join([*parts, f"{-penalty:+}"] if penalty else parts)


def _sum_penalties(snapshot: TournamentSnapshot) -> dict[tuple[int, int | None], int]:
    """Return a dict that maps (entry id, stage id) to the sum of the entrant's penalty points in the stage.

    The stage id is None for penalties that belong to no stage.
    """
    taken: dict[tuple[int, int | None], int] = {}
    for penalty in snapshot.penalties:
        key = (penalty.entry_id, penalty.stage_id)
        taken[key] = taken.get(key, 0) + penalty.points
    return taken


def prize_list(snapshot: TournamentSnapshot) -> list[Prize]:
    """Return each place with its prize and the entrant who has that place.

    The prize is "" if there is none for the place. The entrant is None if nobody has the place.
    """
    prizes = snapshot.tournament.prizes_by_place
    over = snapshot.tournament.status == Status.FINISHED
    any_result = any(table.result for stage in snapshot.stages for table in stage.tables)
    order = ranked_entrants(snapshot) if over or any_result else ()
    lots, played_off = entrants_ranked_by_lot(snapshot), entrants_ranked_by_play_off(snapshot)
    return [
        Prize(
            place=n + 1,
            entry=snapshot.entries[order[n]] if n < len(order) else None,
            prize=prizes[n] if n < len(prizes) else "",
            by_lot=n < len(order) and order[n] in lots,
            by_play_off=n < len(order) and order[n] in played_off,
        )
        for n in range(max(len(prizes), len(order)))
    ]
