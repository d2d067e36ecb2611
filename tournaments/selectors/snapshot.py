"""A tournament's facts, read at once: entrants, tables, seats, results. All else is computed from them."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from games.models import Seat
from games.models.table import RUNNING, GameStatus
from tournaments.models import Entry, HandResult, Penalty, Placement, Stage, StageTable, Tournament
from tournaments.models.entry import tell_apart

SeatResult = tuple[int, int]
"""A seat's score and correct bids."""


class GameSeat(NamedTuple):
    """How a live game ended for a seat; `rank` is never shared, the game's lot decides."""

    score: int
    correct_bids: int
    rank: int | None


Results = Mapping[str, Mapping[int, GameSeat]]
"""What finished games say, by the live table's id and seat."""


class TableSeat(NamedTuple):
    """A seat of a stage's table: for whom the result counts, and whether a bot sits there."""

    placement: int
    seat: int
    entry: int | None
    bot: bool
    locked: bool


class StageTableSnapshot(NamedTuple):
    """A stage's table; `result` by seat once it is known, `by_hand` if the desk entered it.

    `ranks` by seat are those of its game, the game's lot included, also where the desk corrected its result.
    """

    row: StageTable
    seats: tuple[TableSeat, ...]
    playing: bool
    result: Mapping[int, SeatResult] | None
    by_hand: bool
    ranks: Mapping[int, int]

    @property
    def result_key(self) -> str:
        """The result in a form that shows whether it is still the one that somebody saw."""
        if self.result is None:
            return "none"
        return " ".join(f"{seat}:{score}:{bids}" for seat, (score, bids) in sorted(self.result.items()))

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entries seated here, by seat."""
        return tuple(seat.entry for seat in self.seats if seat.entry is not None)


class StageSnapshot(NamedTuple):
    """A stage, its tables by number, and the play-offs of those who were level after them."""

    row: Stage
    tables: tuple[StageTableSnapshot, ...]
    play_offs: tuple[StageTableSnapshot, ...] = ()
    """They give no points, no meetings and no opponents: they order those who are level, and that is all."""

    @property
    def all_tables(self) -> tuple[StageTableSnapshot, ...]:
        """Its tables and its play-offs."""
        return self.tables + self.play_offs

    @property
    def complete(self) -> bool:
        """Whether all its tables have a result: computed, never ticked off."""
        return bool(self.tables) and all(table.result is not None for table in self.tables)

    @property
    def waiting(self) -> tuple[StageTableSnapshot, ...]:
        """Its tables and play-offs without a result."""
        return tuple(table for table in self.all_tables if table.result is None)

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entries seated at its tables."""
        return tuple(entry for table in self.tables for entry in table.entrants)


@dataclass(frozen=True, eq=False, slots=True)
class TournamentSnapshot:
    """All facts of one tournament at one moment, and what has been computed from them already."""

    tournament: Tournament
    entries: dict[int, Entry]
    stages: tuple[StageSnapshot, ...]
    penalties: tuple[Penalty, ...]
    _computed: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def once(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """Return the result of `compute`, which is called once for each `key`."""
        if key not in self._computed:
            self._computed[key] = compute()
        return self._computed[key]

    def stage(self, stage_number: int) -> StageSnapshot | None:
        """A stage by its number."""
        return next((stage for stage in self.stages if stage.row.number == stage_number), None)

    def corrected(self, *tables: StageTableSnapshot) -> "TournamentSnapshot":
        """Return the snapshot as it would be with these tables instead of its own."""
        changed = {table.row.pk: table for table in tables}

        def now(tables: tuple[StageTableSnapshot, ...]) -> tuple[StageTableSnapshot, ...]:
            return tuple(changed.get(table.row.pk, table) for table in tables)

        stages = tuple(
            stage._replace(tables=now(stage.tables), play_offs=now(stage.play_offs)) for stage in self.stages
        )
        return TournamentSnapshot(self.tournament, self.entries, stages, self.penalties)

    def undrawn(self, stage_number: int) -> "TournamentSnapshot":
        """Return the snapshot as it would be if the stage had no seats yet."""
        stages = tuple(
            stage._replace(tables=(), play_offs=()) if stage.row.number == stage_number else stage
            for stage in self.stages
        )
        return TournamentSnapshot(self.tournament, self.entries, stages, self.penalties)

    def table(self, pk: int) -> StageTableSnapshot | None:
        """A table by its row's id."""
        tables = (table for stage in self.stages for table in stage.all_tables)
        return next((table for table in tables if table.row.pk == pk), None)

    @property
    def current(self) -> StageSnapshot | None:
        """The first stage that is not closed yet."""
        return next((stage for stage in self.stages if stage.row.closed_at is None), None)


_cache: LRUCache[tuple[int, int], TournamentSnapshot] = LRUCache(maxsize=32)
_lock = Lock()


def cached_snapshot(tournament: Tournament) -> TournamentSnapshot:
    """The snapshot at the tournament's number, read once in a process for as long as nothing changes.

    For pages; an act at the desk reads the rows themselves.
    """
    key = (tournament.pk, tournament.number)
    with _lock:
        snapshot = _cache.get(key)
    if snapshot is None:
        snapshot = read_snapshot(tournament)
        with _lock:
            _cache[key] = snapshot
    return snapshot


def clear_snapshots() -> None:
    """Forget all that is known, for where rows change without their number."""
    with _lock:
        _cache.clear()


def read_snapshot(tournament: Tournament, results: Results | None = None) -> TournamentSnapshot:
    """Read the facts; `results` stand in for what the rows of finished games say (to prove those)."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament)}
    tell_apart(entries.values(), [entry.person for entry in entries.values()])
    stages = tuple(
        StageSnapshot(
            stage,
            tuple(table for table in tables if not table.row.play_off),
            tuple(table for table in tables if table.row.play_off),
        )
        for stage, tables in _tables_by_stage(tournament, _game_results(tournament, results)).items()
    )
    penalties = tuple(Penalty.objects.filter(entry__tournament=tournament))
    return TournamentSnapshot(tournament, entries, stages, penalties)


def _tables_by_stage(tournament: Tournament, results: Results) -> dict[Stage, tuple[StageTableSnapshot, ...]]:
    table_seat: defaultdict[int, list[TableSeat]] = defaultdict(list)
    placements = Placement.objects.filter(stage__tournament=tournament).order_by("table", "seat")
    for pk, table, seat, entry, bot, locked in placements.values_list(
        "pk", "table", "seat", "entry", "bot", "locked"
    ):
        table_seat[table].append(TableSeat(pk, seat, entry, bot, locked))
    by_hand = {row.table_id: row for row in HandResult.objects.filter(table__stage__tournament=tournament)}
    found: dict[Stage, list[StageTableSnapshot]] = {
        stage: [] for stage in tournament.stages.select_related("mix").order_by("number")
    }
    stages = {stage.pk: stage for stage in found}
    rows = StageTable.objects.filter(stage__tournament=tournament, called_off_at=None)
    for row in rows.select_related("game").order_by("number"):
        row.stage = stages[row.stage_id]
        hand = by_hand.get(row.pk)
        # A result without rows says that the one before does not count: the table plays again.
        counts = hand is not None and bool(hand.rows)
        game = results.get(row.game_id or "")
        result = _hand_result_seats(hand) if hand and counts else _game_result_seats(game)
        ranks = {seat: one.rank for seat, one in (game or {}).items() if one.rank}
        playing = row.game is not None and row.game.status in RUNNING
        found[row.stage].append(
            StageTableSnapshot(row, tuple(table_seat[row.pk]), playing, result, counts, ranks)
        )
    return {stage: tuple(tables) for stage, tables in found.items()}


def _hand_result_seats(hand: HandResult) -> dict[int, SeatResult]:
    return {row["seat"]: (row["score"], row["correct_bids"]) for row in hand.rows}


def _game_result_seats(seats: Mapping[int, GameSeat] | None) -> dict[int, SeatResult] | None:
    return None if seats is None else {seat: (one.score, one.correct_bids) for seat, one in seats.items()}


def _game_results(tournament: Tournament, results: Results | None) -> Results:
    """What the rows of this tournament's finished games say."""
    if results is not None:
        return results
    found: defaultdict[str, dict[int, GameSeat]] = defaultdict(dict)
    seats = Seat.objects.filter(
        table__stage_table__stage__tournament=tournament, table__status=GameStatus.FINISHED
    )
    for table, seat, score, correct, rank in seats.values_list(
        "table", "seat", "score", "correct_bids", "rank"
    ):
        found[table][seat] = GameSeat(score, correct, rank)
    return found
