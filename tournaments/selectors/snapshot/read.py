"""Reads a tournament's stored data into a snapshot."""

from collections import defaultdict
from collections.abc import Mapping
from threading import Lock

from cachetools import LRUCache

from games.models import Seat
from games.models.table import RUNNING, GameStatus
from tournaments.models import Entry, HandResult, Penalty, Placement, Stage, StageTable, Tournament
from tournaments.models.entry import set_display_names
from tournaments.selectors.snapshot.types import (
    GameSeat,
    Results,
    SeatScore,
    StageSnapshot,
    StageTableSnapshot,
    TableSeat,
    TournamentSnapshot,
)

_cache: LRUCache[tuple[int, int], TournamentSnapshot] = LRUCache(maxsize=32)
_lock = Lock()


def cached_snapshot(tournament: Tournament) -> TournamentSnapshot:
    """Return a snapshot of a tournament, cached in this process for each version number.

    Services that change the tournament must call `read_snapshot` instead, which uses no cache.
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
    """Read all stored data of a tournament, and return it as a snapshot.

    If `results` is given, use these game results instead of the stored ones.
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
    """Read the tables of each stage from the database, ordered by number, without cancelled play-offs.

    `results` has the results of finished games by game id and seat number.
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
    """Return the scores by seat number from a game's result, or None if there is no result."""
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
