"""Which seats the rules find for a stage, from all that is known of its players."""

from contextlib import suppress
from itertools import count
from typing import NamedTuple

from tournaments.models import Stage
from tournaments.models.choices import PRELIMINARIES, StageKind
from tournaments.rules.draw.draw import (
    Breakdown,
    LockedSeat,
    Player,
    Seating,
    cost_of,
    draw,
    drawn_as,
    repeated,
)
from tournaments.rules.draw.knock_out import knock_out_tables
from tournaments.rules.draw.table_sizes import table_sizes
from tournaments.rules.errors import CannotSeat
from tournaments.rules.mixes import faults, sizes_of
from tournaments.selectors.draws import Pairs, forbidden, meetings, players_for_draw
from tournaments.selectors.mixes import mix_of
from tournaments.selectors.qualified import next_best_entrants, qualified_for
from tournaments.selectors.snapshot import StageSnapshot, TournamentSnapshot

MAX_FILLERS = 3


class DrawInput(NamedTuple):
    """All input of the search for seats: as long as it is equal, a seating that was found still fits."""

    kind: str
    players: tuple[Player, ...]
    sizes: tuple[int, ...]
    meetings: Pairs
    forbidden: frozenset[frozenset[int]]
    locked: tuple[LockedSeat, ...]
    separate_nations: bool
    ahead: int
    next_best_entrants: tuple[str, ...]
    """The names of who plays only because too few won their tables."""


def draw_input_for(snapshot: TournamentSnapshot, stage_number: int) -> DrawInput:
    """The input of the search for a stage; raises CannotSeat. Ids below 0 are bots that fill a table."""
    stage = snapshot.stage(stage_number)
    assert stage is not None
    entrants = qualified_for(snapshot, stage_number)
    sizes = _sizes(snapshot, stage.row, len(entrants))
    players = players_for_draw(snapshot, entrants, stage_number - 1)
    fillers = sum(sizes) - len(players)
    players += [Player(id=-n, place=len(players) + n) for n in range(1, fillers + 1)]
    return DrawInput(
        kind=stage.row.kind,
        players=tuple(players),
        sizes=sizes,
        meetings=meetings(snapshot, stage_number - 1),
        forbidden=frozenset(forbidden(snapshot)),
        locked=_locked(stage, set(entrants)),
        separate_nations=stage_number == 1,
        ahead=_ahead(snapshot, stage_number),
        next_best_entrants=tuple(
            snapshot.entries[entry].shown_name for entry in next_best_entrants(snapshot, stage_number)
        ),
    )


def seating_for(draw_input: DrawInput, seed: int) -> Seating:
    """The tables that the rules find; raises CannotSeat."""
    if draw_input.kind in (StageKind.KNOCK_OUT, StageKind.FINAL) and not draw_input.locked:
        qualified = [player.id for player in draw_input.players]
        tables = knock_out_tables(qualified, draw_input.sizes, draw_input.meetings, draw_input.forbidden)
        seating = drawn_as(
            tables,
            draw_input.players,
            meetings=draw_input.meetings,
            forbidden=draw_input.forbidden,
            seed=seed,
        )
    else:
        seating = draw(
            draw_input.players,
            draw_input.sizes,
            kind="swiss" if draw_input.kind == StageKind.SWISS else "drawn",
            meetings=draw_input.meetings,
            forbidden=draw_input.forbidden,
            locked=draw_input.locked,
            separate_nations=draw_input.separate_nations,
            seed=seed,
            ahead=draw_input.ahead,
        )
    return seating._replace(why=(*_why_so_many(draw_input), *seating.why))


def cost_by_hand(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Breakdown, int]:
    """The cost of a stage's present seats, and how many pairs meet again in them."""
    draw_input = draw_input_for(snapshot, stage_number)
    stage = snapshot.stage(stage_number)
    assert stage is not None
    fillers = count(-1, -1)
    tables = [
        [next(fillers) if seat.entry is None else seat.entry for seat in table.seats]
        for table in stage.tables
    ]
    known = {player.id for player in draw_input.players}
    gone = [id for table in tables for id in table if id not in known]
    last = len(draw_input.players)
    players = [*draw_input.players, *(Player(id=id, place=last + n) for n, id in enumerate(gone, start=1))]
    breakdown = cost_of(
        tables,
        players,
        kind=draw_input.kind if draw_input.kind in PRELIMINARIES else "knock_out",
        meetings=draw_input.meetings,
        forbidden=draw_input.forbidden,
        separate_nations=draw_input.separate_nations,
    )
    return breakdown, len(repeated(tables, draw_input.meetings))


def _why_so_many(draw_input: DrawInput) -> tuple[str, ...]:
    """A sentence where more went on than the cut says."""
    if not draw_input.next_best_entrants:
        return ()
    return (
        f"There are fewer winners than a table needs, so the next best from their tables join them "
        f"({', '.join(draw_input.next_best_entrants)}).",
    )


def _locked(stage: StageSnapshot, entrants: set[int]) -> tuple[LockedSeat, ...]:
    """The locked seats of those who still play."""
    return tuple(
        LockedSeat(seat.entry, table.row.number - 1, seat.seat)
        for table in stage.tables
        for seat in table.seats
        if seat.locked and seat.entry in entrants
    )


def _ahead(snapshot: TournamentSnapshot, stage_number: int) -> int:
    """The number of preliminary stages after this one."""
    return sum(
        stage.row.number > stage_number and stage.row.kind in PRELIMINARIES for stage in snapshot.stages
    )


def _sizes(snapshot: TournamentSnapshot, stage: Stage, players: int) -> tuple[int, ...]:
    """The sizes of the tables; bots fill up where the tournament allows it and nothing else would do."""
    mix = mix_of(stage.mix)
    if wrong := faults(mix):
        raise CannotSeat(f"The mix {stage.mix} cannot be played: {wrong[0]}")
    made_for = sizes_of(mix)
    tournament = snapshot.tournament
    most = MAX_FILLERS if tournament.online and tournament.fill_with_bots and players else 0
    if stage.kind == StageKind.FINAL:
        return _one_table(players, made_for, most)
    usual = tuple(size for size in made_for if size in (4, 5)) or made_for
    for more in range(most + 1):
        with suppress(CannotSeat):
            return table_sizes(players + more, usual)
    return table_sizes(players, usual)


def _one_table(players: int, made_for: tuple[int, ...], max_fillers: int) -> tuple[int]:
    """The one table of a final."""
    if players > max(made_for):
        raise CannotSeat(f"{players} players are too many for the final table. Let fewer go on.")
    size = min(size for size in made_for if size >= players)
    if size - players > max_fillers:
        raise CannotSeat(f"{players} players are too few for the final table. Let {size} go on.")
    return (size,)
