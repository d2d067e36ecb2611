"""Results of finished games, from the rows, and from the log alone as a proof of the rows."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from games.models import Seat
from games.models.table import GameStatus
from games.rules.errors import NoSuchTable, NotFinished
from games.store.snapshot import fold
from games.store.tables import entries_since


class SeatResult(NamedTuple):
    """A seat's result; `user` is None for the site's bots and for deleted accounts."""

    seat: int
    user: int | None
    name: str
    kind: str
    score: int
    correct_bids: int
    rank: int


def game_results(table_ids: Collection[str]) -> dict[str, tuple[SeatResult, ...]]:
    """Return the results by table, each first to last, of the finished ones among these tables; one query."""
    seats = Seat.objects.filter(
        table_id__in=table_ids, table__status=GameStatus.FINISHED, rank__isnull=False
    ).order_by("table_id", "rank")
    found: defaultdict[str, list[SeatResult]] = defaultdict(list)
    for table_id, seat, user, name, kind, score, correct_bids, rank in seats.values_list(
        "table_id", "seat", "user_id", "name", "kind", "score", "correct_bids", "rank"
    ):
        assert rank is not None
        found[table_id].append(SeatResult(seat, user, name, kind, score, correct_bids, rank))
    return {table_id: tuple(places) for table_id, places in found.items()}


def replayed_result(table_id: str) -> tuple[SeatResult, ...]:
    """Return the result computed from a table's log alone; raises NotFound, or NotFinished."""
    snapshot = fold(table_id, entries_since(table_id, 0))
    if snapshot is None:
        raise NoSuchTable()
    state = snapshot.state
    if state.result is None:
        raise NotFinished()
    results = []
    for place in state.result:
        sitter = state.seats[place.seat]
        assert sitter is not None
        results.append(
            SeatResult(
                seat=place.seat,
                user=sitter.user,
                name=sitter.name,
                kind=sitter.kind,
                score=place.score,
                correct_bids=place.correct_bids,
                rank=place.rank,
            )
        )
    return tuple(results)
