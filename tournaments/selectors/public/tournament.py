"""The public view of a tournament, computed once for each version number.

Unpublished draws are left out: a stage with such a draw is shown only as planned.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.utils.translation import get_language

from core.sentence import Sentence
from core.translation import translate
from tournaments.errors import NoSuchTournament, NotReleased
from tournaments.models import Entry, Tournament
from tournaments.models.choices import EntryStatus, Status, Visibility
from tournaments.rules.presets import PRESETS
from tournaments.selectors.public.lists import TournamentFields, tournament_fields
from tournaments.selectors.public.stages import (
    PublicTable,
    StageSummary,
    StageWithTables,
    stage_opening_time,
    stage_summary,
    stage_tables,
)
from tournaments.selectors.public.standings import FinalRow, StandingRow, final_rows, standing_rows
from tournaments.selectors.qualified import (
    has_eliminating_stage_before,
    qualifiers_as_drawn,
    qualifiers_for_stage,
)
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import (
    StageSnapshot,
    StageTableSnapshot,
    TableSeat,
    TournamentSnapshot,
)

CACHE_SIZE = 64
"""Maximum number of public views cached per process."""


class TournamentFacts(TournamentFields):
    """The public details of a tournament, without its tables and standings."""

    description: str
    check_in_opens_at: datetime | None
    check_in_closes_at: datetime | None
    min_entrants: int
    nation_quota: int | None
    grace_seconds: int
    protest_seconds: int
    break_seconds: int
    fill_with_bots: bool
    finished_at: datetime | None
    number: int
    prizes: list[str]
    cheating: bool
    counts: dict[str, int]
    stage: int | None
    stages: list[StageSummary]


class PublicTournament:
    """The public view of one version of a tournament; each part is computed when it is first read.

    The view is shared by all languages; parts that contain text are computed once per language.
    """

    def __init__(self, snapshot: TournamentSnapshot) -> None:
        """Create the public view of a tournament from a snapshot of its stored data."""
        self.snapshot = snapshot
        self.tournament: Tournament = snapshot.tournament
        self.number: int = snapshot.tournament.number
        self._made: dict[tuple[str, str | None], object] = {}

    def compute_once(self, key: str, compute: Callable[[], Any]) -> Any:
        """Return the value cached under `key` for the active language. Compute it on the first call."""
        cache_key = (key, get_language())
        if cache_key not in self._made:
            self._made[cache_key] = compute()
        return self._made[cache_key]

    def build_facts(self, *, now: datetime) -> TournamentFacts:
        """Return the tournament's public details, such as times, entrant counts and stages, as of `now`."""
        row = self.tournament
        return {
            **tournament_fields(row, now=now),
            "description": _translated_description(row),
            "check_in_opens_at": row.check_in_opens_at,
            "check_in_closes_at": row.check_in_closes_at,
            "min_entrants": row.min_entrants,
            "nation_quota": row.nation_quota,
            "grace_seconds": row.grace_seconds,
            "protest_seconds": row.protest_seconds,
            "break_seconds": row.break_seconds,
            "fill_with_bots": row.fill_with_bots,
            "finished_at": row.finished_at,
            "number": self.number,
            "prizes": row.prizes_by_place,
            "cheating": self.allows_cheating,
            "counts": self.entrant_counts,
            "stage": self.newest_stage_number,
            "stages": self.stages,
        }

    @cached_property
    def allows_cheating(self) -> bool:
        """Whether any stage's game options allow cheating (playing cards against the rules)."""
        return any(stage.row.mix.cheating for stage in self.snapshot.stages)

    @cached_property
    def entrant_counts(self) -> dict[str, int]:
        """The number of entrants by status; a status without entrants has the number 0."""
        found = Counter(entry.status for entry in self.snapshot.entries.values())
        return {status: found[status] for status in EntryStatus.values}

    @property
    def stages(self) -> list[StageSummary]:
        """The public summaries of all stages in the active language."""
        found: list[StageSummary] = self.compute_once("stages", self._summarise_stages)
        return found

    def _summarise_stages(self) -> list[StageSummary]:
        """Compute the public summaries of all stages in the active language, without the cache."""
        last = self.snapshot.stages[-1].row.number if self.snapshot.stages else 0
        return [stage_summary(self.snapshot, stage, last_number=last) for stage in self.snapshot.stages]

    @cached_property
    def stages_with_published_seats(self) -> tuple[StageSnapshot, ...]:
        """The stages whose seats have been published, in order."""
        return tuple(stage for stage in self.snapshot.stages if stage.row.released_at is not None)

    @cached_property
    def newest_stage(self) -> StageSnapshot | None:
        """The last stage whose seats have been published, or None if there is none yet."""
        return self.stages_with_published_seats[-1] if self.stages_with_published_seats else None

    @cached_property
    def newest_stage_number(self) -> int | None:
        """The number of the last stage whose seats have been published, or None if there is none yet."""
        return self.newest_stage.row.number if self.newest_stage else None

    @cached_property
    def next_stage_opens_at(self) -> datetime | None:
        """The time at which the tables of the next stage open.

        None while a stage is being played, after the end of the tournament, or if the time is not fixed yet.
        """
        coming = self.snapshot.current_stage
        if coming is None or coming.row.started_at is not None or self.is_over:
            return None
        return stage_opening_time(self.snapshot, coming)

    def precompute_for_personal_views(self) -> "PublicTournament":
        """Compute and cache the properties needed for messages to single users, and return this object."""
        _ = self.places, self.qualified_entries, self.seat_by_entry, self.entry_by_user
        _ = self.newest_stage_number
        return self

    @property
    def is_draft(self) -> bool:
        """Whether the tournament is a draft, which only its organisers may see."""
        return self.tournament.visibility == Visibility.DRAFT

    @property
    def is_over(self) -> bool:
        """Whether the tournament is finished or cancelled."""
        return self.tournament.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def tables(self) -> dict[int, list[PublicTable]]:
        """The public tables of each stage with published seats, by stage number."""
        found: dict[int, list[PublicTable]] = self.compute_once("tables", self._tables_by_stage_number)
        return found

    def _tables_by_stage_number(self) -> dict[int, list[PublicTable]]:
        """Compute the public tables of each stage with published seats, without the cache."""
        stages = self.stages_with_published_seats
        return {stage.row.number: stage_tables(self.snapshot, stage) for stage in stages}

    def stage_with_tables(self, stage_number: int) -> StageWithTables:
        """Return the public details of a stage with its tables.

        Raise NoSuchTournament if there is no such stage, and NotReleased before its seats are published.
        """
        found = next((stage for stage in self.stages if stage["number"] == stage_number), None)
        if found is None:
            raise NoSuchTournament(Sentence("There is no stage %(stage_number)d.", stage_number=stage_number))
        if stage_number not in self.tables:
            raise NotReleased()
        return {**found, "tables": self.tables[stage_number]}

    @cached_property
    def standings(self) -> list[StandingRow]:
        """The public standings, ranked by results in the preliminary stages.

        A finished game counts even if its stage is still being played.
        """
        return standing_rows(self.snapshot)

    @cached_property
    def ranking(self) -> list[FinalRow] | None:
        """The final ranking of the entrants with their prizes, or None until the tournament is finished."""
        return final_rows(self.snapshot) if self.tournament.status == Status.FINISHED else None

    @cached_property
    def entry_by_user(self) -> dict[int, Entry]:
        """The tournament's entries by user id. Entrants without an account are left out."""
        return {entry.user_id: entry for entry in self.snapshot.entries.values() if entry.user_id}

    @cached_property
    def is_full(self) -> bool:
        """Whether all places are taken, so that new entrants go on the waiting list."""
        capacity = self.tournament.capacity
        taken = (EntryStatus.ENTERED, EntryStatus.CHECKED_IN)
        return capacity is not None and sum(self.entrant_counts[status] for status in taken) >= capacity

    @cached_property
    def places(self) -> dict[int, int]:
        """The places of the entrants, by start number.

        They come from the final ranking or, if there is none yet, from the standings.
        """
        # The standings also list entrants who have not played: they have no place yet.
        rows: Sequence[StandingRow | FinalRow] = self.ranking or [
            row for row in self.standings if row["games"]
        ]
        return {row["entry"]: row["place"] for row in rows}

    @cached_property
    def qualified_entries(self) -> frozenset[int]:
        """The ids of the entrants who qualify for the first stage that has not been closed.

        Empty if all stages are closed.
        """
        coming = self.snapshot.current_stage
        if coming is None:
            return frozenset()
        # Without a cut, everybody who is checked in now qualifies, even people who joined after the draw.
        cut = has_eliminating_stage_before(self.snapshot, coming.row.number)
        find_qualifiers = qualifiers_as_drawn if cut else qualifiers_for_stage
        return frozenset(find_qualifiers(self.snapshot, coming.row.number))

    @cached_property
    def seat_by_entry(self) -> dict[int, tuple[StageSnapshot, StageTableSnapshot, TableSeat]]:
        """The stage, table and seat of each seated entrant, by entry id.

        Only the newest stage with published seats is included.
        """
        if self.newest_stage is None:
            return {}
        return {
            seat.entry: (self.newest_stage, table, seat)
            # Play-offs come last, so that a seat at a play-off replaces the earlier one.
            for table in self.newest_stage.all_tables
            for seat in table.seats
            if seat.entry is not None
        }


def _translated_description(tournament: Tournament) -> str:
    """Return the tournament's description. If it is the unchanged text of a preset, translate it."""
    preset = PRESETS.get(tournament.preset)
    return (
        translate(preset.description)
        if preset and tournament.description == preset.description
        else tournament.description
    )


_cache: LRUCache[tuple[int, int], PublicTournament] = LRUCache(maxsize=CACHE_SIZE)
_lock = Lock()


def public_tournament(tournament: Tournament) -> PublicTournament:
    """Return the public view of a tournament, cached in this process for each version number."""
    key = (tournament.pk, tournament.number)
    with _lock:
        public = _cache.get(key)
    if public is None:
        public = PublicTournament(read_snapshot(tournament))
        with _lock:
            public = _cache.setdefault(key, public)
    return public


def clear_public_tournament_cache() -> None:
    """Clear this process's cache of the public views of tournaments.

    Only needed if data has changed without a new version number, as between tests.
    """
    with _lock:
        _cache.clear()
