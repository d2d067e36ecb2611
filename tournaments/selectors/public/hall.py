"""The data for screens in the hall, encoded once per change and language and shared by all screens."""

from datetime import datetime, timedelta
from typing import TypedDict

import orjson
from django.conf import settings
from django.db.models import F

from core.http.conditional import CompressedBody
from tournaments.models import Entry, Tournament
from tournaments.models.choices import Visibility
from tournaments.selectors.public.stages import PublicSeat, TableStatus
from tournaments.selectors.public.standings import FinalRow
from tournaments.selectors.public.tournament import PublicTournament, public_tournament

LAST_RESULTS = 12
Cell = str | int | float | None


class HallStage(TypedDict):
    """The current stage, as shown on a hall's screen."""

    number: int
    title: str
    status: str
    tables: int | None
    finished: int | None


class HallClock(TypedDict):
    """The clock of the current stage."""

    closes_at: datetime
    warn_seconds: int
    halted: bool
    left: int | None


class TableResult(TypedDict):
    """A finished table: names and scores."""

    table: int
    rows: list[list[Cell]]


class HallView(TypedDict):
    """The data that a hall's screen shows."""

    name: str
    status: str
    number: int
    version: str
    counts: dict[str, int]
    time_zone: str
    starts_at: datetime | None
    check_in_closes_at: datetime | None
    next_opens_at: datetime | None
    next_title: str | None
    stage: HallStage | None
    clock: HallClock | None
    seats: list[list[Cell]]
    standings: list[list[Cell]]
    ranking: list[FinalRow] | None
    results: list[TableResult]


def public_hall_screen_json(slug: str) -> CompressedBody | None:
    """Return the JSON for the screens in a tournament's hall, or None for a draft or an unknown slug."""
    row = Tournament.objects.filter(slug=slug).exclude(visibility=Visibility.DRAFT).first()
    return hall_screen_json(row) if row else None


def hall_screen_json(tournament: Tournament) -> CompressedBody:
    """Return the JSON for the screens in a tournament's hall.

    It is cached for each language until the tournament changes.
    """
    public = public_tournament(tournament)
    data: CompressedBody = public.compute_once(
        "hall", lambda: CompressedBody(orjson.dumps(hall_view(public), option=orjson.OPT_UTC_Z))
    )
    return data


def hall_view(public: PublicTournament) -> HallView:
    """Return the public data that the screens in the hall show."""
    tournament = public.tournament
    return {
        "name": tournament.name,
        "status": tournament.status,
        "number": public.number,
        # Screens that run for days reload the page when this changes.
        "version": settings.STATIC_VERSION,
        "counts": public.entrant_counts,
        "time_zone": tournament.time_zone,
        "starts_at": tournament.starts_at,
        "check_in_closes_at": tournament.check_in_closes_at,
        "next_opens_at": public.next_stage_opens_at,
        "next_title": _next_stage_title(public),
        "stage": _summarise_newest_stage(public),
        "clock": hall_clock(public),
        "seats": _hall_seat_rows(public),
        "standings": [
            [row["place"], row["name"], row["nation"], row["points"], row["games"]]
            for row in public.standings
        ],
        "ranking": public.ranking,
        "results": _latest_results(public),
    }


def _summarise_newest_stage(public: PublicTournament) -> HallStage | None:
    """Return a summary of the newest stage with published seats, or None if there is no such stage."""
    found = next((stage for stage in public.stages if stage["number"] == public.newest_stage_number), None)
    return found and {
        "number": found["number"],
        "title": found["title"],
        "status": found["status"],
        "tables": found["tables"],
        "finished": found["finished"],
    }


def _next_stage_title(public: PublicTournament) -> str | None:
    """Return the title of the next stage.

    Return None while a stage is in progress, if no stage is left, or if the tournament is over.
    """
    coming = public.snapshot.current_stage
    waits = coming is not None and coming.row.started_at is None and not public.is_over
    return coming.row.shown_title if coming is not None and waits else None


def hall_clock(public: PublicTournament) -> HallClock | None:
    """Return the clock for the hall screens, which shows the time left in the newest stage.

    The clock runs until the last deadline of the stage's unfinished tables. Return None if no unfinished
    table has a deadline, if no seats have been published yet, or if the tournament is over.
    """
    if public.newest_stage is None or public.is_over:
        return None
    timed = [
        (closes_at, table)
        for table in public.tables[public.newest_stage.row.number]
        if (closes_at := table["closes_at"]) is not None
    ]
    if not timed:
        return None
    closes_at, last = max(timed, key=lambda pair: pair[0])
    halted, halted_at = all(table["status"] == TableStatus.HALTED for _, table in timed), last["halted_at"]
    # Seconds left, if all tables with a time limit are on hold.
    left = (closes_at - halted_at) // timedelta(seconds=1) if halted and halted_at is not None else None
    return {
        "closes_at": closes_at,
        "warn_seconds": public.newest_stage.row.warn_minutes * 60,
        "halted": halted,
        "left": left,
    }


def _hall_seat_rows(public: PublicTournament) -> list[list[Cell]]:
    """Return [name, table number, seat number] for each seat in the newest stage. Seat numbers start at 0.

    While play-offs are unfinished, only their seats are listed. Return [] once the stage is closed.
    """
    if public.newest_stage is None or public.newest_stage.row.closed_at is not None:
        return []
    named = Entry.objects.filter(tournament=public.tournament, user__isnull=False)
    others = named.exclude(name=F("user__username")) if public.tournament.online else named.none()
    called: dict[int | None, str] = dict(others.values_list("start_number", "user__username"))
    tables = public.tables[public.newest_stage.row.number]
    play_offs = [table for table in tables if table["play_off"] and table["status"] != TableStatus.FINISHED]
    return [
        [_name_with_username(seat["name"], called.get(seat["entry"])), table["number"], seat["seat"]]
        for table in play_offs or [table for table in tables if not table["play_off"]]
        for seat in table["seats"]
    ]


def _name_with_username(name: str, username: str | None) -> str:
    """Return the name, followed by the username in brackets if there is one."""
    return f"{name} ({username})" if username else name


def _latest_results(public: PublicTournament) -> list[TableResult]:
    """Return the results of the most recently finished tables in the newest stage, latest first.

    At most LAST_RESULTS tables are included. Return [] if no seats have been published yet.
    """
    if public.newest_stage is None:
        return []
    done = [
        table
        for table in public.tables[public.newest_stage.row.number]
        if table["status"] == TableStatus.FINISHED
    ]
    done.sort(key=lambda table: (str(table["finished_at"] or ""), table["number"]), reverse=True)
    return [
        {
            "table": table["number"],
            "rows": [
                [seat["name"], seat["score"]] for seat in sorted(table["seats"], key=_descending_score_key)
            ],
        }
        for table in done[:LAST_RESULTS]
    ]


def _descending_score_key(seat: PublicSeat) -> int:
    """Return a sort key that puts the highest score first. A missing score counts as 0."""
    return -(seat["score"] or 0)
