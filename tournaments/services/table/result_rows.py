"""The rows of a result as they are entered: checked, laid beside the table, and in words."""

from tournaments.errors import WrongMoment
from tournaments.rules.standings.possible_results import ResultLine, bids_met, fault_of
from tournaments.selectors.mixes import table_mix
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot import StageTableSnapshot, TournamentSnapshot

Rows = list[dict[str, int]]
"""`{"seat", "score", "correct_bids"}` for each seat of a table."""
FIELDS = {"seat", "score", "correct_bids"}


def with_rows(snapshot: TournamentSnapshot, table: StageTableSnapshot, rows: Rows) -> StageTableSnapshot:
    """The table as it would be with these rows; raises WrongMoment for what no game can end with."""
    if any(set(row) != FIELDS for row in rows):
        raise WrongMoment("Each row of a result needs a seat, a score and the bids met (correct_bids).")
    names = {seat.seat: seat_name(snapshot, seat) for seat in table.seats}
    if sorted(row["seat"] for row in rows) != list(names):
        raise WrongMoment("A result needs one row for each seat of the table.")
    lines = [
        ResultLine(f"Seat {row['seat'] + 1}, {names[row['seat']]}", row["score"], row["correct_bids"])
        for row in rows
    ]
    if fault := fault_of(lines, table_mix(table.row)):
        raise WrongMoment(fault)
    result = {row["seat"]: (row["score"], row["correct_bids"]) for row in rows}
    return table._replace(result=result, by_hand=True)


def result_in_words(snapshot: TournamentSnapshot, table: StageTableSnapshot) -> list[list[str]] | None:
    """A result as the audit log keeps it for people, a list for each seat; None if there is none."""
    if table.result is None:
        return None
    return [
        [
            f"seat {seat.seat + 1}",
            seat_name(snapshot, seat),
            f"{table.result[seat.seat][0]} points",
            bids_met(table.result[seat.seat][1]),
        ]
        for seat in table.seats
        if seat.seat in table.result
    ]
