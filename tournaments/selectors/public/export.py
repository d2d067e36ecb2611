"""Seats, standings and results as plain rows for files, which contain only data that the pages show."""

from collections.abc import Callable

from tournaments.selectors.public.stages import PublicSeat
from tournaments.selectors.public.standings import StandingRow, started_preliminary_stage_numbers
from tournaments.selectors.public.tournament import PublicTournament

Row = dict[str, object]


def seat_rows(public: PublicTournament) -> list[Row]:
    """Return the published seats for export, with one row for each seat. Play-offs are left out."""
    return [
        {
            "stage": stage,
            "table": table["number"],
            "seat": seat["seat"] + 1,
            **_entrant_columns(seat),
            "bot": seat["bot"],
        }
        for stage, tables in public.tables.items()
        for table in tables
        for seat in table["seats"]
        if not table["play_off"]
    ]


def result_rows(public: PublicTournament) -> list[Row]:
    """Return the results of finished tables for export, with one row for each seat.

    Play-offs are included.
    """
    return [
        {
            "stage": stage,
            "table": table["number"],
            "seat": seat["seat"] + 1,
            **_entrant_columns(seat),
            "score": seat["score"],
            "correct_bids": seat["correct_bids"],
            "rank": seat["rank"],
            "points": seat["points"],
            "by_hand": table["by_hand"],
            "play_off": table["play_off"],
        }
        for stage, tables in public.tables.items()
        for table in tables
        if table["status"] == "finished"
        for seat in table["seats"]
    ]


def export_standings(public: PublicTournament) -> list[Row]:
    """Return the standings for export, with one row for each entrant.

    A row contains the entrant's points in each stage.
    """
    stages = started_preliminary_stage_numbers(public.snapshot)
    final = {row["entry"]: row for row in public.ranking or ()}
    rows: list[Row] = []
    for row in public.standings:
        by_stage = {made["stage"]: made["points"] for made in row["stages"]}
        ranked = final.get(row["entry"])
        rows.append(
            {
                **(
                    {"final_place": ranked["place"] if ranked else None} if public.ranking is not None else {}
                ),
                "place": row["place"],
                **_entrant_columns(row),
                # The sum of the stage columns minus the penalty.
                "points": row["points"],
                "game_points": row["game_points"],
                "correct_bids": row["correct_bids"],
                "games": row["games"],
                **{f"stage_{stage}": by_stage.get(stage) for stage in stages},
                "penalty": row["penalty"],
            }
        )
    return rows


def _entrant_columns(row: PublicSeat | StandingRow) -> Row:
    """Return an entrant's start number, name and nation as columns of an export."""
    return {"start_number": row["entry"], "name": row["name"], "nation": row["nation"]}


EXPORTS: dict[str, Callable[[PublicTournament], list[Row]]] = {
    "seats": seat_rows,
    "standings": export_standings,
    "results": result_rows,
}
"""Maps the name of each export to the function that returns its rows."""
