"""Tables that end in an exact tie."""

from collections.abc import Sequence

from games.models import Seat, Table
from games.models.table import GameStatus
from tests.support.tournaments.events import table
from tournaments.models import Tournament
from tournaments.rules.standings.lot import lot_of_entry
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.table import result_entry


def against_the_lot(tournament: Tournament, *, stage: int = 1, table_number: int = 1) -> list[int]:
    """The entrants of a table, in the reverse order of the tournament's own lot."""
    stage_snapshot = read_snapshot(tournament).find_stage(stage)
    assert stage_snapshot is not None
    entrants = stage_snapshot.tables[table_number - 1].entrants
    return sorted(entrants, key=lambda entry: lot_of_entry(tournament.lot_seed, entry), reverse=True)


def end_in_a_tie(
    tournament: Tournament, order: Sequence[int], *, stage: int = 1, table_number: int = 1
) -> None:
    """A live table's game is over: all have 30 points and one bid met, and its lot gave this order."""
    row = table(tournament, table_number, stage)
    seats = dict(row.placements.values_list("entry", "seat"))
    for rank, entry in enumerate(order, start=1):
        seat = Seat.objects.filter(table=row.game, seat=seats[entry])
        seat.update(score=30, correct_bids=1, rank=rank)
    Table.objects.filter(pk=row.game_id).update(status=GameStatus.FINISHED)


def end_with(
    tournament: Tournament, made: dict[int, tuple[int, int]], *, stage: int = 1, table_number: int = 1
) -> None:
    """A live table's game is over: score and correct bids by entrant, from the first to the last."""
    row = table(tournament, table_number, stage)
    seats = dict(row.placements.filter(entry__isnull=False).values_list("entry", "seat"))
    for rank, (entry, (score, bids)) in enumerate(made.items(), start=1):
        seat = Seat.objects.filter(table=row.game, seat=seats[entry])
        seat.update(score=score, correct_bids=bids, rank=rank)
    others = Seat.objects.filter(table=row.game).exclude(seat__in=[seats[entry] for entry in made])
    others.update(score=-50, correct_bids=0, rank=len(made) + 1)
    Table.objects.filter(pk=row.game_id).update(status=GameStatus.FINISHED)


def enter_a_tie(tournament: Tournament, given: dict, *, stage: int = 1, table_number: int = 1) -> None:
    """Seats 1 and 2 of four with real cards tied for first place; `given`: who enters it, and when."""
    row = table(tournament, table_number, stage)
    rows = [{"seat": seat, "score": score, "correct_bids": 1} for seat, score in enumerate((30, 30, 10, 0))]
    result_entry.enter_result(stage_table_id=row.pk, rows=rows, reason="score sheet", **given)
