"""The rows of an entered result: checking them, applying them to a table's snapshot, and wording them."""

from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.rules.standings.possible_results import ResultLine, bids_met_text, find_result_error
from tournaments.selectors.mixes import table_mix
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot.types import SeatScore, StageTableSnapshot, TournamentSnapshot

Rows = list[dict[str, int]]
"""`{"seat", "score", "correct_bids"}` for each seat of a table."""
FIELDS = {"seat", "score", "correct_bids"}


def apply_result_rows(
    snapshot: TournamentSnapshot, table: StageTableSnapshot, rows: Rows
) -> StageTableSnapshot:
    """Return a copy of the table with the result that these rows contain.

    Each row contains `seat`, `score` and `correct_bids`, the number of bids met. Raise WrongMoment if a row
    is missing or malformed, or if no game can end with this result.
    """
    if any(set(row) != FIELDS for row in rows):
        raise WrongMoment(
            Sentence("Each row of a result needs a seat, a score and the bids met (correct_bids).")
        )
    names = {seat.seat: seat_name(snapshot, seat) for seat in table.seats}
    if sorted(row["seat"] for row in rows) != list(names):
        raise WrongMoment(Sentence("A result needs one row for each seat of the table."))
    lines = [
        ResultLine(
            Sentence("Seat %(seat)d, %(name)s", seat=row["seat"] + 1, name=names[row["seat"]]),
            row["score"],
            row["correct_bids"],
        )
        for row in rows
    ]
    if error := find_result_error(lines, table_mix(table.row)):
        raise WrongMoment(error)
    result = {row["seat"]: SeatScore(row["score"], row["correct_bids"]) for row in rows}
    return table._replace(result=result, by_hand=True)


def describe_result_for_audit_log(
    snapshot: TournamentSnapshot, table: StageTableSnapshot
) -> list[list[str]] | None:
    """Describe a table's result for the audit log, with a list of phrases for each seat.

    Return None if there is no result.
    """
    if table.result is None:
        return None
    return [
        [
            Sentence("seat %(seat)d", seat=seat.seat + 1),
            seat_name(snapshot, seat),
            Sentence("%(score)d points", score=table.result[seat.seat].score),
            bids_met_text(table.result[seat.seat].correct_bids),
        ]
        for seat in table.seats
        if seat.seat in table.result
    ]
