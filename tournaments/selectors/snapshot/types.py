"""The types of a snapshot: a tournament with its entrants, stages, tables, seats, results and penalties."""

from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.models import Entry, Penalty, Stage, StageTable, Tournament


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
        """A text that identifies the table's result, to detect changes. It is "none" without a result."""
        # Forms send this key back, so that the server notices if the result has changed since.
        if self.result is None:
            return "none"
        return " ".join(f"{seat}:{score}:{bids}" for seat, (score, bids) in sorted(self.result.items()))

    @property
    def entrants(self) -> tuple[int, ...]:
        """The ids of the entrants at the table, in seat order. Bots that only fill the table are left out."""
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
        """The ids of the entrants at the stage's tables, table by table, without play-offs."""
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
        """Return this snapshot's cached value for `key`. On the first call, compute and cache it."""
        if key not in self._computed:
            self._computed[key] = compute()
        return self._computed[key]

    def find_stage(self, stage_number: int) -> StageSnapshot | None:
        """Return the stage with this number, or None if there is none."""
        return next((stage for stage in self.stages if stage.row.number == stage_number), None)

    def stage_before(self, stage_number: int) -> StageSnapshot | None:
        """Return the last stage with a lower number, or None if there is none."""
        # Stage numbers may have gaps.
        return next((stage for stage in reversed(self.stages) if stage.row.number < stage_number), None)

    def stage_after(self, stage_number: int) -> StageSnapshot | None:
        """Return the first stage with a higher number, or None if there is none."""
        # Stage numbers may have gaps.
        return next((stage for stage in self.stages if stage.row.number > stage_number), None)

    def with_corrected_tables(self, *tables: StageTableSnapshot) -> "TournamentSnapshot":
        """Return a copy of the snapshot with these tables in place of the tables with the same ids.

        Values cached by `compute_once` are not copied.
        """
        changed = {table.row.pk: table for table in tables}

        def replace_corrected_tables(
            tables: tuple[StageTableSnapshot, ...],
        ) -> tuple[StageTableSnapshot, ...]:
            """Return the tables, with each one that has been corrected replaced by its new version."""
            return tuple(changed.get(table.row.pk, table) for table in tables)

        stages = tuple(
            stage._replace(
                tables=replace_corrected_tables(stage.tables),
                play_offs=replace_corrected_tables(stage.play_offs),
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

    def with_entry_status(self, entry_id: int, status: str) -> "TournamentSnapshot":
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
