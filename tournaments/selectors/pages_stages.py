"""A stage as players see it: what it is, when it opens, and, once its seats are released, its tables."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import TextChoices
from django.urls import reverse

from games.models.table import RUNNING
from games.models.table import Status as GameStatus
from games.models.table import Visibility as GameVisibility
from tournaments.models import Stage
from tournaments.selectors.pages_words import mix_words, points_words, qualify_words, time_words
from tournaments.selectors.picture import Picture, Placed, Seated, Staged
from tournaments.selectors.seats import FILLER
from tournaments.selectors.standings import table_places, table_results
from tournaments.selectors.ties import lots_at_table, play_offs_at_table

Json = dict[str, Any]


class StageStatus(TextChoices):
    """How far a stage is, for who doesn't see the desk."""

    PLANNED = "planned"
    SEATED = "seated"
    PLAYING = "playing"
    CLOSED = "closed"


class TableStatus(TextChoices):
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    HALTED = "halted"
    FINISHED = "finished"


def stage_status(stage: Stage) -> str:
    """Planned until the seats are released, whatever the desk has drawn."""
    if stage.closed_at is not None:
        return StageStatus.CLOSED
    if stage.started_at is not None:
        return StageStatus.PLAYING
    return StageStatus.SEATED if stage.released_at is not None else StageStatus.PLANNED


def stage_summary(picture: Picture, staged: Staged, *, last: int) -> Json:
    """A stage in a few words; `last` is the number of the last one."""
    row = staged.row
    released = row.released_at is not None
    return {
        "number": row.number,
        "title": row.title,
        "kind": row.kind,
        "status": stage_status(row),
        "options": mix_words(row.mix, online=picture.tournament.online),
        "cheating": row.mix.cheating,
        "clock": row.mix.clock if picture.tournament.online else None,
        "points": points_words(row),
        "goes_on": qualify_words(row, last=row.number == last),
        "time": time_words(row),
        "minutes": row.minutes,
        "released_at": row.released_at,
        "opens_at": opens_at(picture, staged) if row.started_at is None else row.started_at,
        "started_at": row.started_at,
        "closed_at": row.closed_at,
        "tables": len(staged.tables) if released else None,
        "finished": sum(table.result is not None for table in staged.tables) if released else None,
    }


def opens_at(picture: Picture, staged: Staged) -> datetime | None:
    """When a stage that has not started does; None: when the organisers say so, or nobody knows yet."""
    before = picture.stage(staged.row.number - 1)
    if before is None:
        return picture.tournament.starts_at
    if before.row.closed_at is None or not picture.tournament.automatic:
        return None
    tournament = picture.tournament
    return before.row.closed_at + timedelta(seconds=tournament.protest_seconds + tournament.break_seconds)


def stage_tables(picture: Picture, staged: Staged) -> list[Json]:
    """The tables of a released stage, then its play-offs: seats, state, results, and where the games are."""
    assert staged.row.released_at is not None
    return [_table(picture, staged, placed) for placed in staged.all_tables]


def _table(picture: Picture, staged: Staged, placed: Placed) -> Json:
    made = {one.entry: one for one in table_results(staged, placed)}
    places, lots = table_places(picture, staged, placed), lots_at_table(picture, staged, placed)
    played_off = play_offs_at_table(picture, staged, placed)
    game, row = placed.row.game, placed.row
    return {
        "number": row.number,
        "play_off": row.play_off,
        "id": row.game_id,
        "status": table_status(staged, placed),
        "opened_at": row.opened_at,
        "closes_at": row.closes_at if placed.result is None else None,
        "halted_at": row.halted_at if placed.result is None else None,
        "finished_at": game.finished_at if game and placed.result is not None else None,
        "by_hand": placed.by_hand,
        "record": record_path(placed),
        "replay": replay_path(placed),
        "watch": watch_path(placed),
        "seats": [_seat(picture, placed, seated, made, places, lots, played_off) for seated in placed.seated],
    }


def table_status(staged: Staged, placed: Placed) -> str:
    """How far a table is."""
    if placed.result is not None:
        return TableStatus.FINISHED
    if staged.row.started_at is None:
        return TableStatus.WAITING
    return TableStatus.HALTED if placed.row.halted_at is not None else TableStatus.PLAYING


def _seat(
    picture: Picture,
    placed: Placed,
    seated: Seated,
    made: dict[int, Any],
    places: dict[int, int],
    lots: frozenset[int],
    played_off: frozenset[int],
) -> Json:
    entry = picture.entries[seated.entry] if seated.entry is not None else None
    score, correct = (placed.result or {}).get(seated.seat, (None, None))
    result = made.get(seated.entry) if seated.entry is not None else None
    return {
        "seat": seated.seat,
        "entry": entry.start_number if entry else None,
        "name": entry.shown_name if entry else FILLER,
        "nation": entry.nation if entry else "",
        "bot": bool(seated.bot or entry is None or entry.bot_level),
        "score": score,
        "correct_bids": correct,
        "rank": result.rank if result else None,
        "place": places.get(seated.entry) if seated.entry is not None else None,
        "by_lot": seated.entry in lots,
        "by_play_off": seated.entry in played_off,
        "points": rounded(result.points) if result and not placed.row.play_off else None,
    }


def rounded(points: Any) -> float:
    """Points as JSON has them: two decimals."""
    return round(float(points), 2)


def record_path(placed: Placed) -> str | None:
    """Where the record of a table's game is; None before its end, and while it is held back."""
    return _path(placed, reverse("api_record", args=[placed.row.game_id])) if _shows_game(placed) else None


def replay_path(placed: Placed) -> str | None:
    """The page of a table's finished game, as `record_path`."""
    return _path(placed, reverse("table", args=[placed.row.game_id])) if _shows_game(placed) else None


def watch_path(placed: Placed) -> str | None:
    """The page of a table that is being played; None where nobody else may see the cards."""
    game = placed.row.game
    watched = game is not None and game.status in RUNNING and not game.sealed and not game.quarantined
    return _path(placed, reverse("table", args=[placed.row.game_id])) if watched else None


def _shows_game(placed: Placed) -> bool:
    game = placed.row.game
    return game is not None and game.status == GameStatus.FINISHED and not game.sealed


def _path(placed: Placed, path: str) -> str:
    """With the code that opens a private table: whoever sees this tournament may see its games."""
    game = placed.row.game
    assert game is not None
    return path if game.visibility == GameVisibility.PUBLIC else f"{path}?invite={game.invite}"
