"""Snapshots of a tournament's stored data: entrants, tables, seats, results, penalties.

Everything else is computed from a snapshot.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from games.models import Seat
from games.models.table import RUNNING, GameStatus
from tournaments.models import Entry, HandResult, Penalty, Placement, Stage, StageTable, Tournament
from tournaments.models.entry import set_display_names


class SeatScore(NamedTuple):
    """The score and number of correct bids that count for a seat, from the game or entered by hand."""

    score: int
    correct_bids: int


class GameSeat(NamedTuple):
    """A seat's result in its game; `rank` is never shared, because the game's own lot breaks ties."""

    score: int
    correct_bids: int
    rank: int | None


Results = Mapping[str, Mapping[int, GameSeat]]
"""Maps the ids of finished games, and then seats, to results."""


class TableSeat(NamedTuple):
    """A seat; `placement` is its id, `entry` the entrant for whom its result counts, if any.

    `entry` is None if a bot plays for no entrant. `bot` is set if a bot plays there, `locked` if drawing
    again must not move the player.
    """

    placement: int
    seat: int
    entry: int | None
    bot: bool
    locked: bool


class StageTableSnapshot(NamedTuple):
    """A table of a stage; `result` maps seats to scores, or is None until there is a result.

    `by_hand` is set if organisers entered the result, and `entered_at` is when they did. `ranks` maps seats
    to the ranks in the game, in which the game's lot broke ties; a result that organisers entered does not
    change them.
    """

    row: StageTable
    seats: tuple[TableSeat, ...]
    playing: bool
    result: Mapping[int, SeatScore] | None
    by_hand: bool
    ranks: Mapping[int, int]
    entered_at: datetime | None = None

    @property
    def result_key(self) -> str:
        """A string that encodes the table's result, or "none" without a result.

        Forms contain it and send it back, so that the server notices if the result has changed since.
        """
        if self.result is None:
            return "none"
        return " ".join(f"{seat}:{score}:{bids}" for seat, (score, bids) in sorted(self.result.items()))

    @property
    def entrants(self) -> tuple[int, ...]:
        """The ids of the entrants at the table, in seat order. Bots that play for no entrant are left out."""
        return tuple(seat.entry for seat in self.seats if seat.entry is not None)


class StageSnapshot(NamedTuple):
    """A stage with its tables and the play-offs of tied entrants, each sorted by number."""

    row: Stage
    tables: tuple[StageTableSnapshot, ...]
    play_offs: tuple[StageTableSnapshot, ...] = ()
    """Play-offs only put tied entrants in order: they award no points and do not count as meetings."""

    @property
    def all_tables(self) -> tuple[StageTableSnapshot, ...]:
        """The stage's tables, followed by its play-offs."""
        return self.tables + self.play_offs

    @property
    def is_complete(self) -> bool:
        """Whether the stage has tables and all of them have results. Play-offs do not count."""
        return bool(self.tables) and all(table.result is not None for table in self.tables)

    @property
    def tables_without_result(self) -> tuple[StageTableSnapshot, ...]:
        """The tables and play-offs that have no result yet."""
        return tuple(table for table in self.all_tables if table.result is None)

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entry ids seated at the stage's tables, table by table, without play-offs."""
        return tuple(entry for table in self.tables for entry in table.entrants)


@dataclass(frozen=True, eq=False, slots=True)
class TournamentSnapshot:
    """All stored data of a tournament at one point in time, with a cache of values computed from the data."""

    tournament: Tournament
    entries: dict[int, Entry]
    stages: tuple[StageSnapshot, ...]
    penalties: tuple[Penalty, ...]
    _computed: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def compute_once(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """Return this snapshot's cached value for `key`; compute and cache it on the first call."""
        if key not in self._computed:
            self._computed[key] = compute()
        return self._computed[key]

    def find_stage(self, stage_number: int) -> StageSnapshot | None:
        """Return the stage with this number, or None if there is none."""
        return next((stage for stage in self.stages if stage.row.number == stage_number), None)

    def stage_before(self, stage_number: int) -> StageSnapshot | None:
        """Return the stage before the one with this number, or None. Stage numbers may have gaps."""
        return next((stage for stage in reversed(self.stages) if stage.row.number < stage_number), None)

    def stage_after(self, stage_number: int) -> StageSnapshot | None:
        """Return the stage after the one with this number, or None. Stage numbers may have gaps."""
        return next((stage for stage in self.stages if stage.row.number > stage_number), None)

    def with_corrected_tables(self, *tables: StageTableSnapshot) -> "TournamentSnapshot":
        """Return a copy of the snapshot with these tables in place of the tables with the same ids.

        Values cached by `compute_once` are not copied.
        """
        changed = {table.row.pk: table for table in tables}

        def replace_corrected(tables: tuple[StageTableSnapshot, ...]) -> tuple[StageTableSnapshot, ...]:
            """Return the tables, each replaced by its corrected version if there is one."""
            return tuple(changed.get(table.row.pk, table) for table in tables)

        stages = tuple(
            stage._replace(
                tables=replace_corrected(stage.tables),
                play_offs=replace_corrected(stage.play_offs),
            )
            for stage in self.stages
        )
        return TournamentSnapshot(self.tournament, self.entries, stages, self.penalties)

    def with_added_penalty(self, penalty: Penalty) -> "TournamentSnapshot":
        """Return a copy of the snapshot with one more penalty.

        Values cached by `compute_once` are not copied.
        """
        return self.with_penalties_replaced((*self.penalties, penalty))

    def with_penalties_replaced(self, penalties: tuple[Penalty, ...]) -> "TournamentSnapshot":
        """Return a copy of the snapshot with these penalties in place of all its penalties.

        Values cached by `compute_once` are not copied.
        """
        return TournamentSnapshot(self.tournament, self.entries, self.stages, penalties)

    def with_status(self, entry_id: int, status: str) -> "TournamentSnapshot":
        """Return a copy of the snapshot in which an entrant has this status.

        Values cached by `compute_once` are not copied.
        """
        entry = copy(self.entries[entry_id])
        entry.status = status
        return TournamentSnapshot(
            self.tournament, {**self.entries, entry_id: entry}, self.stages, self.penalties
        )

    def without_draw(self, stage_number: int) -> "TournamentSnapshot":
        """Return a copy of the snapshot in which a stage has no tables or play-offs, as before its draw.

        Values cached by `compute_once` are not copied.
        """
        stages = tuple(
            stage._replace(tables=(), play_offs=()) if stage.row.number == stage_number else stage
            for stage in self.stages
        )
        return TournamentSnapshot(self.tournament, self.entries, stages, self.penalties)

    def find_table(self, pk: int) -> StageTableSnapshot | None:
        """Return the table or play-off with this primary key, or None if there is none."""
        tables = (table for stage in self.stages for table in stage.all_tables)
        return next((table for table in tables if table.row.pk == pk), None)

    @property
    def current_stage(self) -> StageSnapshot | None:
        """The first stage that the organisers have not closed yet, or None if all stages are closed."""
        return next((stage for stage in self.stages if stage.row.closed_at is None), None)


_cache: LRUCache[tuple[int, int], TournamentSnapshot] = LRUCache(maxsize=32)
_lock = Lock()


def cached_snapshot(tournament: Tournament) -> TournamentSnapshot:
    """Return a snapshot of this version of a tournament, cached in this process.

    Use this only to show pages. A service that changes the tournament must read a new snapshot in its
    transaction.
    """
    # Every edit increases the number, so older snapshots are never requested again.
    key = (tournament.pk, tournament.number)
    with _lock:
        snapshot = _cache.get(key)
    if snapshot is None:
        # Read without the lock: two threads may read the same rows, but neither waits for the other's query.
        snapshot = read_snapshot(tournament)
        with _lock:
            _cache[key] = snapshot
    return snapshot


def clear_snapshot_cache() -> None:
    """Clear this process's cache of tournament snapshots.

    Only needed if data has changed without a new version number, as between tests.
    """
    with _lock:
        _cache.clear()


def read_snapshot(tournament: Tournament, results: Results | None = None) -> TournamentSnapshot:
    """Read all stored data of a tournament from the database, and return it as a snapshot.

    If `results` is given, use these results instead of the stored results of games.
    """
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament)}
    set_display_names(entries.values(), [entry.person for entry in entries.values()])
    stages = tuple(
        StageSnapshot(
            stage,
            tuple(table for table in tables if not table.row.play_off),
            tuple(table for table in tables if table.row.play_off),
        )
        for stage, tables in _tables_by_stage(
            tournament, _given_or_stored_game_results(tournament, results)
        ).items()
    )
    penalties = tuple(Penalty.objects.filter(entry__tournament=tournament))
    return TournamentSnapshot(tournament, entries, stages, penalties)


def _tables_by_stage(tournament: Tournament, results: Results) -> dict[Stage, tuple[StageTableSnapshot, ...]]:
    """Read the tables and play-offs of each stage from the database.

    Stages and tables are in order of their numbers. `results` has the results of finished games. Cancelled
    play-offs are left out.
    """
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
        # A hand-entered result overrides the game's. Without rows, it annuls the previous result: the table
        # plays again.
        counts = hand is not None and bool(hand.rows)
        game = results.get(row.game_id or "")
        result = _scores_entered_by_hand(hand) if hand and counts else _scores_from_game(game)
        ranks = {seat: one.rank for seat, one in (game or {}).items() if one.rank}
        playing = row.game is not None and row.game.status in RUNNING
        found[row.stage].append(
            StageTableSnapshot(
                row,
                tuple(table_seat[row.pk]),
                playing,
                result,
                counts,
                ranks,
                hand.at if hand and counts else None,
            )
        )
    return {stage: tuple(tables) for stage, tables in found.items()}


def _scores_entered_by_hand(hand_result: HandResult) -> dict[int, SeatScore]:
    """Return the scores by seat number from a result that organisers entered."""
    return {row["seat"]: SeatScore(row["score"], row["correct_bids"]) for row in hand_result.rows}


def _scores_from_game(seats: Mapping[int, GameSeat] | None) -> dict[int, SeatScore] | None:
    """Return the scores by seat number, given a game's result by seat, or None if that is None."""
    if seats is None:
        return None
    return {seat: SeatScore(one.score, one.correct_bids) for seat, one in seats.items()}


def _given_or_stored_game_results(tournament: Tournament, results: Results | None) -> Results:
    """Return `results` or, if it is None, the stored results of the tournament's finished games."""
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
