"""A stage and its tables as the desk sees them: the facts, and how far the live tables are.

Of a running round nothing is told: scores are those after the last round that is over.
"""

from datetime import datetime
from typing import Any, NamedTuple

from games.rules.options import RoundPlan
from games.selectors.states import TableState, table_states
from tournaments.models import Entry, HandResult, Stage, StageTable
from tournaments.models.choices import EntryStatus, Status, TieBreak
from tournaments.rules.standings.play_offs import fewer_rounds, full_rounds, play_off_table
from tournaments.selectors.desk.overview import next_stage_action
from tournaments.selectors.mixes import mix_of
from tournaments.selectors.public.sentences import prizes_of
from tournaments.selectors.qualified import qualified_for
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot import StageSnapshot, StageTableSnapshot, TableSeat, TournamentSnapshot
from tournaments.selectors.standings import table_places, table_results
from tournaments.selectors.ties import Tie, lots_at_table, open_ties, play_offs_at_table, through_by, ties_of
from tournaments.selectors.timetable import missing_seats


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
    by_play_off: bool


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


class PlayOffOffer(NamedTuple):
    """The play-off table that can be opened for a tie."""

    size: int
    fillers: int
    rounds: list[tuple[int, str]]
    """The games to choose from, the longest first: how many rounds, and their cards."""


class TieLine(NamedTuple):
    """A tie that decides something: those who are level, in their order now; so many of them go on.

    `playing`: the table of their play-off; `gone`: those who have left and play none.
    """

    entries: list[Entry]
    places: int
    table: int | None
    title: bool
    how: str
    prize: str
    prize_place: int | None
    playing: int | None
    by_hand: bool
    gone: list[Entry]
    offer: PlayOffOffer | None

    @property
    def key(self) -> str:
        """Its entrants as a form names them."""
        return ",".join(str(entry.pk) for entry in self.entries)


class StagePage(NamedTuple):
    """All that a stage's page shows; `act` is what is sensible now."""

    stage: Stage
    tables: tuple[DeskTable, ...]
    play_offs: tuple[DeskTable, ...]
    act: str
    counts: dict[str, int]
    through: list[Entry]
    through_by_lot: frozenset[int]
    through_by_play_off: frozenset[int]
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


def stage_page(snapshot: TournamentSnapshot, number: int, now: datetime) -> StagePage | None:
    """A stage with all its tables; four queries beside the snapshot, however many tables."""
    stage = snapshot.stage(number)
    if stage is None:
        return None
    tables = _tables(snapshot, stage, stage.all_tables)
    earlier = [one.row for one in snapshot.stages if one.row.number < number and one.row.closed_at is None]
    later = snapshot.stage(number + 1)
    closed = stage.row.closed_at is not None
    return StagePage(
        stage=stage.row,
        tables=tables[: len(stage.tables)],
        play_offs=tables[len(stage.tables) :],
        act="" if closed else next_stage_action(stage),
        counts=_counts(tables),
        through=[snapshot.entries[entry] for entry in qualified_for(snapshot, number + 1)] if closed else [],
        through_by_lot=through_by(TieBreak.DRAWN_LOT, snapshot, number),
        through_by_play_off=through_by(TieBreak.PLAY_OFF, snapshot, number),
        ties=_tie_lines(snapshot, stage) if _ties_matter(snapshot, later) else [],
        open_ties=bool(open_ties(snapshot, number)),
        players=len(qualified_for(snapshot, number)) if stage.row.drawn_at is None else 0,
        waiting_for=earlier[0] if earlier else None,
        next=later.row if later else None,
        overdue=overdue_tables(snapshot, number, now),
        swapped=unlocked_swaps(snapshot, number),
    )


def _ties_matter(snapshot: TournamentSnapshot, later: StageSnapshot | None) -> bool:
    """Whether a play-off can still be held: nothing has come of the stage's order yet."""
    return snapshot.tournament.status == Status.RUNNING and (later is None or later.row.drawn_at is None)


def _tie_lines(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[TieLine]:
    return [_tie_line(snapshot, stage, tie) for tie in ties_of(snapshot, stage.row.number)]


def _tie_line(snapshot: TournamentSnapshot, stage: StageSnapshot, tie: Tie) -> TieLine:
    prizes = prizes_of(snapshot.tournament)
    playing = [
        table.row.number
        for table in stage.play_offs
        if table.result is None and set(table.entrants) == set(tie.entries)
    ]
    entries = [snapshot.entries[entry] for entry in tie.entries]
    return TieLine(
        entries=entries,
        places=tie.places,
        table=tie.table,
        title=tie.title,
        how=tie.how,
        prize=prizes[tie.prize - 1] if tie.prize else "",
        prize_place=tie.prize,
        playing=playing[0] if playing else None,
        by_hand=any(set(broken["order"]) == set(tie.entries) for broken in stage.row.tie_breaks),
        gone=[entry for entry in entries if not entry.is_in],
        offer=_play_off_offer(snapshot, stage, len(entries)),
    )


def _play_off_offer(snapshot: TournamentSnapshot, stage: StageSnapshot, tied: int) -> PlayOffOffer | None:
    place = play_off_table(tied, bots=snapshot.tournament.online)
    if place is None:
        return None
    rounds = full_rounds(mix_of(stage.row.mix), place.size)
    choices = [(count, _rounds_label(fewer_rounds(rounds, count))) for count in range(len(rounds), 0, -1)]
    return PlayOffOffer(place.size, place.fillers, choices)


def _rounds_label(rounds: tuple[RoundPlan, ...]) -> str:
    """A game in words, such as “3 rounds: 5, 11, 15 cards”."""
    cards = [str(plan.cards) for plan in rounds]
    one_card = cards == ["1"]
    return (
        f"{len(cards)} round{'s' if len(cards) > 1 else ''}: {', '.join(cards)} card{'' if one_card else 's'}"
    )


def table_page(snapshot: TournamentSnapshot, number: int, table: int, now: datetime) -> TablePage | None:
    """One of its tables."""
    stage = snapshot.stage(number)
    found = [one for one in stage.all_tables if one.row.number == table] if stage else []
    if stage is None or not found:
        return None
    row = found[0].row
    stand_bys = [one for one in snapshot.entries.values() if one.status == EntryStatus.STAND_BY]
    return TablePage(
        stage=stage.row,
        table=_tables(snapshot, stage, tuple(found))[0],
        stand_bys=sorted(stand_bys, key=lambda entry: (entry.checked_in_at is None, entry.name)),
        hand_results=list(HandResult.objects.filter(table=row).select_related("by").order_by("-id")),
        result_key=found[0].result_key,
        others=[] if snapshot.tournament.online or row.play_off else _other_seats(snapshot, stage, table),
    )


def _other_seats(snapshot: TournamentSnapshot, stage: StageSnapshot, but: int) -> list[OtherSeat]:
    return [
        OtherSeat(
            seat.placement, f"{seat_name(snapshot, seat)} (table {table.row.number}, seat {seat.seat + 1})"
        )
        for table in stage.tables
        if table.row.number != but
        for seat in table.seats
    ]


def overdue_tables(snapshot: TournamentSnapshot, number: int, now: datetime) -> list[int]:
    """The numbers of a stage's tables that play beyond their time and are not penalised for it yet."""
    stage = snapshot.stage(number)
    return [
        table.row.number
        for table in (stage.tables if stage else ())
        if table.result is None
        and table.row.halted_at is None
        and table.row.overran_at is None
        and table.row.closes_at is not None
        and table.row.closes_at <= now
    ]


def unlocked_swaps(snapshot: TournamentSnapshot, number: int) -> list[str]:
    """The names on the seats of a sketch that were swapped by hand and are not locked."""
    stage = snapshot.stage(number)
    if stage is None or stage.row.released_at is not None:
        return []
    swapped = set(stage.row.draw_report.get("swapped", ()))
    return [
        seat_name(snapshot, seat)
        for table in stage.tables
        for seat in table.seats
        if seat.placement in swapped and not seat.locked
    ]


def format_points(points: Any) -> str:
    """Tournament points for people: whole, or with at most two decimals."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def _tables(
    snapshot: TournamentSnapshot, stage: StageSnapshot, tables: tuple[StageTableSnapshot, ...]
) -> tuple[DeskTable, ...]:
    states = table_states([table.row.game_id for table in tables if table.row.game_id])
    started = stage.row.started_at is not None and snapshot.tournament.online
    waiting = [table for table in tables if table.result is None] if started else []
    missing = missing_seats(snapshot, waiting) if waiting else {}
    return tuple(
        _table(snapshot, stage, table, states.get(table.row.game_id or ""), missing) for table in tables
    )


class TablePlaces(NamedTuple):
    """The places at a table, and whom nothing but a lot or a play-off put there."""

    places: dict[int, int]
    by_lot: frozenset[int]
    by_play_off: frozenset[int]


def _table(
    snapshot: TournamentSnapshot,
    stage: StageSnapshot,
    table: StageTableSnapshot,
    state: TableState | None,
    missing: dict[str, set[int]],
) -> DeskTable:
    made = {played.entry: played for played in table_results(stage, table)}
    told = TablePlaces(
        table_places(snapshot, stage, table),
        lots_at_table(snapshot, stage, table),
        play_offs_at_table(snapshot, stage, table),
    )
    absent = missing.get(table.row.game_id or "", set())
    return DeskTable(
        row=table.row,
        seats=tuple(_seat(snapshot, table, seat, state, absent, made, told) for seat in table.seats),
        state=_state(snapshot, stage, table),
        round=state.round if state else 0,
        rounds=state.rounds if state else 0,
        has_result=table.result is not None,
        by_hand=table.by_hand,
    )


def _seat(
    snapshot: TournamentSnapshot,
    table: StageTableSnapshot,
    seat: TableSeat,
    state: TableState | None,
    absent: set[int],
    made: dict[int, Any],
    told: TablePlaces,
) -> DeskSeat:
    played = made.get(seat.entry) if seat.entry else None
    score, bids = (table.result or {}).get(seat.seat, (None, None))
    if score is None and state is not None:
        score = state.scores.get(seat.seat)
    return DeskSeat(
        placement=seat.placement,
        seat=seat.seat,
        number=seat.seat + 1,
        name=seat_name(snapshot, seat),
        entry=snapshot.entries[seat.entry] if seat.entry else None,
        bot=seat.bot,
        locked=seat.locked,
        absent=seat.seat in absent,
        score=score,
        correct_bids=bids,
        rank=played.rank if played else None,
        points=format_points(played.points) if played and not table.row.play_off else "",
        place=told.places.get(seat.entry) if seat.entry else None,
        by_lot=seat.entry in told.by_lot,
        by_play_off=seat.entry in told.by_play_off,
    )


def _state(snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot) -> str:
    """In which state a table is, in one word."""
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


def _counts(tables: tuple[DeskTable, ...]) -> dict[str, int]:
    """How many tables there are in all, and of each state; `absent`: people who are missing."""
    counts = {"all": len(tables), "absent": sum(seat.absent for table in tables for seat in table.seats)}
    for table in tables:
        counts[table.state] = counts.get(table.state, 0) + 1
    return counts
