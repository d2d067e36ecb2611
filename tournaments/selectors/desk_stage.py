"""A stage and its tables as the desk sees them: the facts, and how far the live tables are.

Of a running round nothing is told: scores are those after the last round that is over.
"""

from datetime import datetime
from typing import Any, NamedTuple

from games.selectors.states import TableState, table_states
from tournaments.models import Entry, HandResult, Stage, StageTable
from tournaments.models.choices import EntryStatus
from tournaments.selectors.desk_course import stage_act
from tournaments.selectors.facts import missing_seats
from tournaments.selectors.picture import Picture, Placed, Seated, Staged
from tournaments.selectors.qualified import qualified_for
from tournaments.selectors.seats import name_of
from tournaments.selectors.standings import table_places, table_results
from tournaments.selectors.ties import lots_at_table, open_ties, through_by_lot, ties_of


class DeskSeat(NamedTuple):
    """A seat; `seat` counts from 0, `number` from 1, `score` is that after the last scored round."""

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


class DeskTable(NamedTuple):
    """A table; `state` is a word for its badge."""

    row: StageTable
    seats: tuple[DeskSeat, ...]
    state: str
    round: int
    rounds: int
    has_result: bool
    by_hand: bool

    @property
    def left(self) -> list[DeskSeat]:
        """Seats whose entrant has left the tournament."""
        return [seat for seat in self.seats if seat.entry and seat.entry.is_gone and not seat.bot]


class TieLine(NamedTuple):
    """A tie that decides something: those who are level, in the order of the lot; so many of them go on."""

    entries: list[Entry]
    places: int
    table: int | None
    title: bool
    how: str


class StagePage(NamedTuple):
    """All that a stage's page shows; `act` is what is sensible now."""

    stage: Stage
    tables: tuple[DeskTable, ...]
    act: str
    counts: dict[str, int]
    through: list[Entry]
    through_by_lot: frozenset[int]
    ties: list[TieLine]
    open_ties: bool
    players: int
    waiting_for: Stage | None
    next: Stage | None
    overdue: list[int]
    swapped: list[str]
    """Who was swapped by hand on a sketch and is not locked: another draw would move them."""


class OtherSeat(NamedTuple):
    """A seat of another table, in words."""

    placement: int
    words: str


class TablePage(NamedTuple):
    """All that one table's page shows."""

    stage: Stage
    table: DeskTable
    stand_bys: list[Entry]
    hand_results: list[HandResult]
    result_key: str
    others: list[OtherSeat]
    """The seats of the stage's other tables, where people may be swapped after the release."""


def stage_page(picture: Picture, number: int, now: datetime) -> StagePage | None:
    """A stage with all its tables; four queries beside the picture, however many tables."""
    staged = picture.stage(number)
    if staged is None:
        return None
    tables = _tables(picture, staged, staged.tables)
    earlier = [one.row for one in picture.stages if one.row.number < number and one.row.closed_at is None]
    later = picture.stage(number + 1)
    closed = staged.row.closed_at is not None
    return StagePage(
        stage=staged.row,
        tables=tables,
        act="" if closed else stage_act(staged),
        counts=_counts(tables),
        through=[picture.entries[entry] for entry in qualified_for(picture, number + 1)] if closed else [],
        through_by_lot=through_by_lot(picture, number),
        ties=[] if closed else _tie_lines(picture, number),
        open_ties=bool(open_ties(picture, number)),
        players=len(qualified_for(picture, number)) if staged.row.drawn_at is None else 0,
        waiting_for=earlier[0] if earlier else None,
        next=later.row if later else None,
        overdue=overdue_tables(picture, number, now),
        swapped=unlocked_swaps(picture, number),
    )


def _tie_lines(picture: Picture, number: int) -> list[TieLine]:
    return [
        TieLine([picture.entries[entry] for entry in tie.entries], tie.places, tie.table, tie.title, tie.how)
        for tie in ties_of(picture, number)
    ]


def table_page(picture: Picture, number: int, table: int, now: datetime) -> TablePage | None:
    """One of its tables."""
    staged = picture.stage(number)
    found = [one for one in staged.tables if one.row.number == table] if staged else []
    if staged is None or not found:
        return None
    stand_bys = [one for one in picture.entries.values() if one.status == EntryStatus.STAND_BY]
    return TablePage(
        stage=staged.row,
        table=_tables(picture, staged, tuple(found))[0],
        stand_bys=sorted(stand_bys, key=lambda entry: (entry.checked_in_at is None, entry.name)),
        hand_results=list(HandResult.objects.filter(table=found[0].row).select_related("by").order_by("-id")),
        result_key=found[0].result_key,
        others=[] if picture.tournament.online else _other_seats(picture, staged, table),
    )


def _other_seats(picture: Picture, staged: Staged, but: int) -> list[OtherSeat]:
    return [
        OtherSeat(
            seated.placement, f"{name_of(picture, seated)} (table {table.row.number}, seat {seated.seat + 1})"
        )
        for table in staged.tables
        if table.row.number != but
        for seated in table.seated
    ]


def overdue_tables(picture: Picture, number: int, now: datetime) -> list[int]:
    """The numbers of a stage's tables that play beyond their time and are not penalised for it yet."""
    staged = picture.stage(number)
    return [
        table.row.number
        for table in (staged.tables if staged else ())
        if table.result is None
        and table.row.halted_at is None
        and table.row.overran_at is None
        and table.row.closes_at is not None
        and table.row.closes_at <= now
    ]


def unlocked_swaps(picture: Picture, number: int) -> list[str]:
    """The names on the seats of a sketch that were swapped by hand and are not locked."""
    staged = picture.stage(number)
    if staged is None or staged.row.released_at is not None:
        return []
    swapped = set(staged.row.draw_report.get("swapped", ()))
    return [
        name_of(picture, seated)
        for table in staged.tables
        for seated in table.seated
        if seated.placement in swapped and not seated.locked
    ]


def points_in_words(points: Any) -> str:
    """Tournament points for people: whole, or with at most two decimals."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def _tables(picture: Picture, staged: Staged, tables: tuple[Placed, ...]) -> tuple[DeskTable, ...]:
    states = table_states([table.row.game_id for table in tables if table.row.game_id])
    started = staged.row.started_at is not None and picture.tournament.online
    waiting = [table for table in tables if table.result is None] if started else []
    missing = missing_seats(picture, waiting) if waiting else {}
    return tuple(
        _table(picture, staged, table, states.get(table.row.game_id or ""), missing) for table in tables
    )


def _table(
    picture: Picture,
    staged: Staged,
    table: Placed,
    state: TableState | None,
    missing: dict[str, set[int]],
) -> DeskTable:
    made = {played.entry: played for played in table_results(staged, table)}
    places, lots = table_places(picture, staged, table), lots_at_table(picture, staged, table)
    absent = missing.get(table.row.game_id or "", set())
    return DeskTable(
        row=table.row,
        seats=tuple(
            _seat(picture, table, seated, state, absent, made, places, lots) for seated in table.seated
        ),
        state=_state(picture, staged, table),
        round=state.round if state else 0,
        rounds=state.rounds if state else 0,
        has_result=table.result is not None,
        by_hand=table.by_hand,
    )


def _seat(
    picture: Picture,
    table: Placed,
    seated: Seated,
    state: TableState | None,
    absent: set[int],
    made: dict[int, Any],
    places: dict[int, int],
    lots: frozenset[int],
) -> DeskSeat:
    played = made.get(seated.entry) if seated.entry else None
    score, bids = (table.result or {}).get(seated.seat, (None, None))
    if score is None and state is not None:
        score = state.scores.get(seated.seat)
    return DeskSeat(
        placement=seated.placement,
        seat=seated.seat,
        number=seated.seat + 1,
        name=name_of(picture, seated),
        entry=picture.entries[seated.entry] if seated.entry else None,
        bot=seated.bot,
        locked=seated.locked,
        absent=seated.seat in absent,
        score=score,
        correct_bids=bids,
        rank=played.rank if played else None,
        points=points_in_words(played.points) if played else "",
        place=places.get(seated.entry) if seated.entry else None,
        by_lot=seated.entry in lots,
    )


def _state(picture: Picture, staged: Staged, table: Placed) -> str:
    """In which state a table is, in one word."""
    row = table.row
    if table.result is not None:
        return "finished"
    if staged.row.started_at is None:
        return "waiting"
    if row.halted_at is not None:
        return "paused"
    if row.overran_at is not None:
        return "overtime"
    if not picture.tournament.online or table.playing:
        return "playing"
    return "stopped"


def _counts(tables: tuple[DeskTable, ...]) -> dict[str, int]:
    """How many tables there are in all, and of each state; `absent`: people who are missing."""
    counts = {"all": len(tables), "absent": sum(seat.absent for table in tables for seat in table.seats)}
    for table in tables:
        counts[table.state] = counts.get(table.state, 0) + 1
    return counts
