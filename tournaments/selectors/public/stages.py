"""The public view of stages: their details, opening times and, once published, tables."""

from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.db.models import TextChoices
from django.urls import reverse

from core.translation import translate
from games.models.table import RUNNING, GameStatus, TableVisibility
from tournaments.models import Stage
from tournaments.selectors.public.sentences import (
    describe_options,
    describe_points,
    describe_qualification,
    describe_time_limit,
)
from tournaments.selectors.seats import FILLER_NAME
from tournaments.selectors.snapshot.types import (
    StageSnapshot,
    StageTableSnapshot,
    TableSeat,
    TournamentSnapshot,
)
from tournaments.selectors.standings import scores_at_table, table_places
from tournaments.selectors.ties import entrants_placed_by_play_off, entrants_separated_by_lot


class StageFields(TypedDict):
    """The public fields of a stage, apart from its tables."""

    number: int
    title: str
    kind: str
    status: str
    options: list[str]
    cheating: bool
    clock: int | None
    points: str
    goes_on: str
    time: str
    minutes: int | None
    released_at: datetime | None
    opens_at: datetime | None
    started_at: datetime | None
    closed_at: datetime | None
    finished: int | None


class StageSummary(StageFields):
    """A stage in a list."""

    tables: int | None
    """The number of tables; None before the seats are published."""


class PublicSeat(TypedDict):
    """A seat at a table of a tournament, with its result once the table has finished."""

    seat: int
    entry: int | None
    name: str
    nation: str
    bot: bool
    score: int | None
    correct_bids: int | None
    rank: int | None
    place: int | None
    by_lot: bool
    by_play_off: bool
    points: float | None


class PublicTable(TypedDict):
    """A table of a stage whose seats are published."""

    number: int
    play_off: bool
    id: str | None
    status: str
    opened_at: datetime | None
    closes_at: datetime | None
    halted_at: datetime | None
    finished_at: datetime | None
    by_hand: bool
    record: str | None
    replay: str | None
    watch: str | None
    seats: list[PublicSeat]


class StageWithTables(StageFields):
    """A stage whose seats are published, with its tables."""

    tables: list[PublicTable]


class StageStatus(TextChoices):
    """The public status of a stage."""

    PLANNED = "planned"
    SEATED = "seated"
    PLAYING = "playing"
    CLOSED = "closed"


class TableStatus(TextChoices):
    """The public status of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    HALTED = "halted"
    FINISHED = "finished"


def stage_status(stage: Stage) -> str:
    """Return the public status of a stage: planned, seated, playing or closed.

    "Seated" means that the seats have been published.
    """
    if stage.closed_at is not None:
        return StageStatus.CLOSED
    if stage.started_at is not None:
        return StageStatus.PLAYING
    return StageStatus.SEATED if stage.released_at is not None else StageStatus.PLANNED


def stage_summary(snapshot: TournamentSnapshot, stage: StageSnapshot, *, last_number: int) -> StageSummary:
    """Return the public fields of a stage for a list. `last_number` is the number of the last stage."""
    row = stage.row
    released = row.released_at is not None
    return {
        "number": row.number,
        "title": row.shown_title,
        "kind": row.kind,
        "status": stage_status(row),
        "options": describe_options(row.mix, online=snapshot.tournament.online),
        "cheating": row.mix.cheating,
        "clock": row.mix.clock if snapshot.tournament.online else None,
        "points": describe_points(row),
        "goes_on": describe_qualification(row, last=row.number == last_number),
        "time": describe_time_limit(row),
        "minutes": row.minutes,
        "released_at": row.released_at,
        "opens_at": stage_opening_time(snapshot, stage) if row.started_at is None else row.started_at,
        "started_at": row.started_at,
        "closed_at": row.closed_at,
        "tables": len(stage.tables) if released else None,
        "finished": sum(table.result is not None for table in stage.tables) if released else None,
    }


def stage_opening_time(snapshot: TournamentSnapshot, stage: StageSnapshot) -> datetime | None:
    """Return when a stage's tables will open, or None if that is not known yet."""
    before = snapshot.stage_before(stage.row.number)
    if before is None:
        return snapshot.tournament.starts_at
    if before.row.closed_at is None or not snapshot.tournament.follows_timetable:
        return None
    tournament = snapshot.tournament
    return before.row.closed_at + timedelta(seconds=tournament.protest_seconds + tournament.break_seconds)


def stage_tables(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[PublicTable]:
    """Return what the public may see of a stage's tables and play-offs.

    The stage's seats must have been published.
    """
    assert stage.row.released_at is not None
    return [_public_table(snapshot, stage, table) for table in stage.all_tables]


def _public_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> PublicTable:
    """Return what the public may see of a table: its seats, its status, and links to its game."""
    made = {one.entry: one for one in scores_at_table(stage, table)}
    places, lots = table_places(snapshot, stage, table), entrants_separated_by_lot(snapshot, stage, table)
    played_off = entrants_placed_by_play_off(snapshot, stage, table)
    game, row = table.row.game, table.row
    # With real cards, a table has no game on this site.
    finished_at = (game.finished_at if game else None) or table.entered_at
    return {
        "number": row.number,
        "play_off": row.play_off,
        "id": row.game_id,
        "status": table_status(stage, table),
        "opened_at": row.opened_at,
        "closes_at": row.closes_at if table.result is None else None,
        "halted_at": row.halted_at if table.result is None else None,
        "finished_at": finished_at if table.result is not None else None,
        "by_hand": table.by_hand,
        "record": record_path(table),
        "replay": replay_path(table),
        "watch": watch_path(table),
        "seats": [
            _public_seat(snapshot, table, seat, made, places, lots, played_off) for seat in table.seats
        ],
    }


def table_status(stage: StageSnapshot, table: StageTableSnapshot) -> str:
    """Return the public status of a table: waiting, playing, halted or finished.

    "Halted" means that the organisers have put the table on hold.
    """
    if table.result is not None:
        return TableStatus.FINISHED
    if stage.row.started_at is None:
        return TableStatus.WAITING
    return TableStatus.HALTED if table.row.halted_at is not None else TableStatus.PLAYING


def _public_seat(
    snapshot: TournamentSnapshot,
    table: StageTableSnapshot,
    seat: TableSeat,
    scores_by_entry: dict[int, Any],
    places: dict[int, int],
    placed_by_lot: frozenset[int],
    placed_by_play_off: frozenset[int],
) -> PublicSeat:
    """Return what the public may see of a seat at a table.

    `scores_by_entry` and `places` map entry ids to the StageScore and the place at the table. `placed_by_lot`
    and `placed_by_play_off` have the ids of the tied entrants who were put in order that way. All four are
    empty until the table has finished; until then, score, rank, place and points are None.
    """
    entry = snapshot.entries[seat.entry] if seat.entry is not None else None
    score, correct = (table.result or {}).get(seat.seat, (None, None))
    result = scores_by_entry.get(seat.entry) if seat.entry is not None else None
    return {
        "seat": seat.seat,
        "entry": entry.start_number if entry else None,
        "name": entry.shown_name if entry else translate(FILLER_NAME),
        "nation": entry.nation if entry else "",
        "bot": bool(seat.bot or entry is None or entry.bot_level),
        "score": score,
        "correct_bids": correct,
        "rank": result.rank if result else None,
        "place": places.get(seat.entry) if seat.entry is not None else None,
        "by_lot": seat.entry in placed_by_lot,
        "by_play_off": seat.entry in placed_by_play_off,
        "points": rounded_points(result.points) if result and not table.row.play_off else None,
    }


def rounded_points(points: Any) -> float:
    """Round tournament points to two decimals, for JSON."""
    return round(float(points), 2)


def record_path(table: StageTableSnapshot) -> str | None:
    """Return the URL path of the document that records a table's game.

    Return None unless all cards of the game may be shown.
    """
    return (
        _path_with_invite(table, reverse("api_record", args=[table.row.game_id]))
        if _are_cards_public(table)
        else None
    )


def replay_path(table: StageTableSnapshot) -> str | None:
    """Return the URL path of the replay of a table's game.

    Return None unless all cards of the game may be shown.
    """
    return (
        _path_with_invite(table, reverse("table", args=[table.row.game_id]))
        if _are_cards_public(table)
        else None
    )


def watch_path(table: StageTableSnapshot) -> str | None:
    """Return the URL path for watching a table's game, or None if it cannot be watched now."""
    game = table.row.game
    # Other tables play the same deals as a sealed game; a quarantined game has a damaged log.
    watched = game is not None and game.status in RUNNING and not game.sealed and not game.quarantined
    return _path_with_invite(table, reverse("table", args=[table.row.game_id])) if watched else None


def _are_cards_public(table: StageTableSnapshot) -> bool:
    """Return whether all cards of the table's game may be shown.

    The game must be finished, and no other table may still be playing a game with the same deals.
    """
    game = table.row.game
    return game is not None and game.status == GameStatus.FINISHED and not game.sealed


def _path_with_invite(table: StageTableSnapshot, path: str) -> str:
    """Return `path`, with the game's invite code added if the game is private."""
    game = table.row.game
    assert game is not None
    # This is safe, because anyone who can see the tournament may see its games.
    return path if game.visibility == TableVisibility.PUBLIC else f"{path}?invite={game.invite}"
