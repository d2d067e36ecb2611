"""The tables of a stage as shown to organisers: seats, results, and the progress of live games.

A game in progress is shown with its scores after the last completed round.
"""

from typing import Any, NamedTuple

from django.utils.formats import number_format

from core.translation import translate_all
from games.selectors.states import TableState, table_states
from tournaments.models import Entry, StageTable
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot.types import (
    StageSnapshot,
    StageTableSnapshot,
    TableSeat,
    TournamentSnapshot,
)
from tournaments.selectors.standings import scores_at_table, table_places
from tournaments.selectors.ties import entrants_placed_by_play_off, entrants_separated_by_lot
from tournaments.selectors.timetable import missing_seats


class DeskSeat(NamedTuple):
    """A seat; `seat` counts from 0, `number` from 1. During a game, `score` is from the last scored round."""

    placement: int
    seat: int
    number: int
    name: str
    entry: Entry | None
    bot: bool
    locked: bool
    absent: bool
    score: int | None
    correct_bids: int | None
    rank: int | None
    points: str
    place: int | None
    by_lot: bool
    by_play_off: bool


class DeskTable(NamedTuple):
    """A table; `state` is the code of the state shown on its badge."""

    row: StageTable
    seats: tuple[DeskSeat, ...]
    state: str
    round: int
    rounds: int
    has_result: bool
    by_hand: bool


class TablePlaces(NamedTuple):
    """The places at a table by entry id, and the entrants whose place was decided by a lot or a play-off."""

    places: dict[int, int]
    by_lot: frozenset[int]
    by_play_off: frozenset[int]


def desk_tables(
    snapshot: TournamentSnapshot, stage: StageSnapshot, tables: tuple[StageTableSnapshot, ...]
) -> tuple[DeskTable, ...]:
    """Return the tables of a stage as the organisers' console shows them.

    The data include the progress and scores of unfinished games.
    """
    states = table_states([table.row.game_id for table in tables if table.row.game_id])
    started = stage.row.started_at is not None and snapshot.tournament.online
    waiting = [table for table in tables if table.result is None] if started else []
    missing = missing_seats(snapshot, waiting) if waiting else {}
    return tuple(
        _build_desk_table(snapshot, stage, table, states.get(table.row.game_id or ""), missing)
        for table in tables
    )


def _build_desk_table(
    snapshot: TournamentSnapshot,
    stage: StageSnapshot,
    table: StageTableSnapshot,
    state: TableState | None,
    missing_seats_by_game: dict[str, set[int]],
) -> DeskTable:
    """Return a table as the organisers' console shows it.

    `state` is the progress of the table's online game, or None if it has no such game.
    `missing_seats_by_game` maps game ids to the numbers of the seats whose players are missing.
    """
    made = {played.entry: played for played in scores_at_table(stage, table)}
    places = TablePlaces(
        table_places(snapshot, stage, table),
        entrants_separated_by_lot(snapshot, stage, table),
        entrants_placed_by_play_off(snapshot, stage, table),
    )
    absent = missing_seats_by_game.get(table.row.game_id or "", set())
    return DeskTable(
        row=table.row,
        seats=tuple(
            _build_desk_seat(snapshot, table, seat, state, absent, made, places) for seat in table.seats
        ),
        state=_table_state_code(snapshot, stage, table),
        round=state.round if state else 0,
        rounds=state.rounds if state else 0,
        has_result=table.result is not None,
        by_hand=table.by_hand,
    )


def _build_desk_seat(
    snapshot: TournamentSnapshot,
    table: StageTableSnapshot,
    seat: TableSeat,
    state: TableState | None,
    absent_seats: set[int],
    scores_by_entry: dict[int, Any],
    places: TablePlaces,
) -> DeskSeat:
    """Return a seat as the organisers' console shows it.

    `state` is the progress of the table's online game, or None if it has no such game. `absent_seats` has the
    numbers of the seats whose players are missing. `scores_by_entry` is empty until the table has a result.
    `places` has the places at the table.
    """
    played = scores_by_entry.get(seat.entry) if seat.entry else None
    score, bids = (table.result or {}).get(seat.seat, (None, None))
    if score is None and state is not None:
        score = state.scores.get(seat.seat)
    return DeskSeat(
        placement=seat.placement,
        seat=seat.seat,
        number=seat.seat + 1,
        name=translate_all(seat_name(snapshot, seat)),
        entry=snapshot.entries[seat.entry] if seat.entry else None,
        bot=seat.bot,
        locked=seat.locked,
        absent=seat.seat in absent_seats,
        score=score,
        correct_bids=bids,
        rank=played.rank if played else None,
        points=format_points(played.points) if played and not table.row.play_off else "",
        place=places.places.get(seat.entry) if seat.entry else None,
        by_lot=seat.entry in places.by_lot,
        by_play_off=seat.entry in places.by_play_off,
    )


def _table_state_code(snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot) -> str:
    """Return the code of a table's state in the organisers' console, such as "finished".

    "stopped" means that the game is over without a result.
    """
    row = table.row
    if table.result is not None:
        return "finished"
    if stage.row.started_at is None:
        return "waiting"
    if row.halted_at is not None:
        return "paused"
    if row.overran_at is not None:
        return "overtime"
    if not snapshot.tournament.online or table.playing:
        return "playing"
    return "stopped"


def table_counts(tables: tuple[DeskTable, ...]) -> dict[str, int]:
    """Return the number of tables for each state code, such as "playing". Codes without tables are left out.

    The key `all` has the number of all tables, and the key `absent` the number of absent players.
    """
    counts = {"all": len(tables), "absent": sum(seat.absent for table in tables for seat in table.seats)}
    for table in tables:
        counts[table.state] = counts.get(table.state, 0) + 1
    return counts


def format_points(points: Any) -> str:
    """Format tournament points in the active language with at most two decimals."""
    decimals = f"{float(points):.2f}".rstrip("0").rstrip(".")
    return number_format(decimals, use_l10n=True, force_grouping=False)
