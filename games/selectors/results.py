"""Results of finished games, computed from the log alone to verify the rows."""

from typing import NamedTuple

from games.rules.errors import NoSuchTable, NotFinished
from games.store.snapshot import fold_entries
from games.store.tables import read_entries_after


class SeatResult(NamedTuple):
    """A seat's result. `user` is None for the site's bots and for deleted accounts."""

    seat: int
    user: int | None
    name: str
    kind: str
    score: int
    correct_bids: int
    rank: int


def replay_seat_results(table_id: str) -> tuple[SeatResult, ...]:
    """Replay a finished game's log and return the seats' results, best first.

    Raise NotFinished if the game is not finished.
    """
    snapshot = fold_entries(table_id, read_entries_after(table_id, 0))
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
