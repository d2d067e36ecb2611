"""Searches for a stage's seating by applying the rules of draws to the tournament's data."""

from contextlib import suppress
from itertools import count
from typing import NamedTuple

from core.sentence import Sentence, encode_sentences
from tournaments.models import Stage
from tournaments.models.choices import PRELIMINARIES, StageKind
from tournaments.rules.draw.draw import (
    Breakdown,
    LockedSeat,
    Player,
    Seating,
    draw_seating,
    repeated_pairs,
    seat_fixed_tables,
    seating_costs,
)
from tournaments.rules.draw.knock_out import assign_knock_out_tables
from tournaments.rules.draw.table_sizes import table_sizes
from tournaments.rules.errors import CannotSeat
from tournaments.rules.mixes import find_option_mix_errors, supported_sizes
from tournaments.selectors.draws import Pairs, forbidden_pairs, meeting_counts, players_for_draw
from tournaments.selectors.mixes import mix_from_model
from tournaments.selectors.qualified import next_best_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot

MAX_FILLERS = 3


class DrawInput(NamedTuple):
    """The complete input of the search for a seating. A seating is valid until its input changes."""

    kind: str
    players: tuple[Player, ...]
    sizes: tuple[int, ...]
    meetings: Pairs
    forbidden: frozenset[frozenset[int]]
    locked: tuple[LockedSeat, ...]
    separate_nations: bool
    stages_ahead: int
    next_best_entrants: tuple[str, ...]
    """The names of entrants who play only because there are too few table winners."""


def build_draw_input(snapshot: TournamentSnapshot, stage_number: int) -> DrawInput:
    """Collect the data for the search for a stage's seating.

    Raise CannotSeat if no table sizes fit the number of players, or if the game options are invalid.
    """
    stage = snapshot.find_stage(stage_number)
    assert stage is not None
    entrants = qualifiers_for_stage(snapshot, stage_number)
    sizes = _choose_table_sizes(snapshot, stage.row, len(entrants))
    locked = _locked_seats(stage, set(entrants))
    drawn_sizes = tuple(len(table.seats) for table in stage.tables)
    # A lock refers to a table by number, and a Swiss draw may have given the larger tables other numbers.
    if locked and sorted(drawn_sizes) == sorted(sizes):
        sizes = drawn_sizes
    players = players_for_draw(snapshot, entrants, stage_number - 1)
    fillers = sum(sizes) - len(players)
    # Negative, so that bots that fill a table are never mistaken for entries, whose ids are positive.
    players += [Player(id=-n, place=len(players) + n) for n in range(1, fillers + 1)]
    return DrawInput(
        kind=stage.row.kind,
        players=tuple(players),
        sizes=sizes,
        meetings=meeting_counts(snapshot, stage_number - 1),
        forbidden=frozenset(forbidden_pairs(snapshot)),
        locked=locked,
        separate_nations=stage_number == 1,
        stages_ahead=_count_later_preliminaries(snapshot, stage_number),
        next_best_entrants=tuple(
            snapshot.entries[entry].shown_name for entry in next_best_entrants(snapshot, stage_number)
        ),
    )


def find_best_seating(draw_input: DrawInput, seed: int) -> Seating:
    """Return the best seating that the search finds. Raise CannotSeat if there is none.

    The same `draw_input` and `seed` lead to the same seating.
    """
    # Without locked seats, the standings determine the tables of a knock-out or final.
    if draw_input.kind in (StageKind.KNOCK_OUT, StageKind.FINAL) and not draw_input.locked:
        qualified = [player.id for player in draw_input.players]
        tables = assign_knock_out_tables(
            qualified, draw_input.sizes, draw_input.meetings, draw_input.forbidden
        )
        seating = seat_fixed_tables(
            tables,
            draw_input.players,
            meetings=draw_input.meetings,
            forbidden=draw_input.forbidden,
            seed=seed,
        )
    else:
        seating = draw_seating(
            draw_input.players,
            draw_input.sizes,
            kind="swiss" if draw_input.kind == StageKind.SWISS else "drawn",
            meetings=draw_input.meetings,
            forbidden=draw_input.forbidden,
            locked=draw_input.locked,
            separate_nations=draw_input.separate_nations,
            seed=seed,
            stages_ahead=draw_input.stages_ahead,
        )
    return seating._replace(why=(*_note_on_next_best_entrants(draw_input), *seating.why))


def current_seating_cost(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Breakdown, int]:
    """Rate a stage's current seating in the same way as a new draw.

    Return its weighted disadvantages, such as players of the same nation at one table, and the number of
    pairs at the same table who have already met. Raise CannotSeat if the stage cannot be drawn any more.
    """
    draw_input = build_draw_input(snapshot, stage_number)
    stage = snapshot.find_stage(stage_number)
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
    breakdown = seating_costs(
        tables,
        players,
        kind=draw_input.kind if draw_input.kind in PRELIMINARIES else "knock_out",
        meetings=draw_input.meetings,
        forbidden=draw_input.forbidden,
        separate_nations=draw_input.separate_nations,
    )
    return breakdown, len(repeated_pairs(tables, draw_input.meetings))


def _note_on_next_best_entrants(draw_input: DrawInput) -> tuple[str, ...]:
    """Return a tuple with one note that names the next best entrants, or () if there are none.

    The next best entrants did not win at their tables. They qualify only because the table winners are too
    few to fill a table.
    """
    if not draw_input.next_best_entrants:
        return ()
    return (
        Sentence(
            "There are fewer winners than a table needs, so the next best from their tables join them "
            "(%(names)s).",
            names=", ".join(draw_input.next_best_entrants),
        ),
    )


def _locked_seats(stage: StageSnapshot, entrants: set[int]) -> tuple[LockedSeat, ...]:
    """Return a stage's locked seats, which keep their entrants when the stage is drawn again.

    Seats of entrants whose ids are not in `entrants` are left out.
    """
    return tuple(
        LockedSeat(seat.entry, table.row.number - 1, seat.seat)
        for table in stage.tables
        for seat in table.seats
        if seat.locked and seat.entry in entrants
    )


def _count_later_preliminaries(snapshot: TournamentSnapshot, stage_number: int) -> int:
    """Return the number of preliminary stages after stage `stage_number`."""
    return sum(
        stage.row.number > stage_number and stage.row.kind in PRELIMINARIES for stage in snapshot.stages
    )


def _choose_table_sizes(snapshot: TournamentSnapshot, stage: Stage, player_count: int) -> tuple[int, ...]:
    """Return the sizes of a stage's tables for this number of players.

    Raise CannotSeat if the game options are invalid or no sizes fit.
    """
    mix = mix_from_model(stage.mix)
    if wrong := find_option_mix_errors(mix):
        raise CannotSeat(
            Sentence("The mix %(mix)s cannot be played: %(fault)s", mix=str(stage.mix), fault=wrong[0])
        )
    made_for = supported_sizes(mix)
    tournament = snapshot.tournament
    most = MAX_FILLERS if tournament.online and tournament.fill_with_bots and player_count else 0
    if stage.kind == StageKind.FINAL:
        return _final_table_size(player_count, made_for, most)
    # Fours and fives if the mix supports them; `table_sizes` adds threes only if nothing else works.
    usual = tuple(size for size in made_for if size in (4, 5)) or made_for
    for more in range(most + 1):
        with suppress(CannotSeat):
            return table_sizes(player_count + more, usual)
    return table_sizes(player_count, usual)


def _final_table_size(player_count: int, supported_sizes: tuple[int, ...], max_fillers: int) -> tuple[int]:
    """Return the size of a final's only table, as a tuple with one number.

    Up to `max_fillers` bots may fill the table. Raise CannotSeat if no size fits.
    """
    if player_count > max(supported_sizes):
        raise CannotSeat(
            Sentence(
                "%(players)s players are too many for the final table. Let fewer go on.", players=player_count
            )
        )
    size = min(size for size in supported_sizes if size >= player_count)
    if size - player_count > max_fillers:
        raise CannotSeat(
            Sentence(
                "%(players)s players are too few for the final table. Let %(size)s go on.",
                players=player_count,
                size=size,
            )
        )
    return (size,)


def build_draw_report(seating: Seating) -> dict[str, object]:
    """Return a report on how a seating was found, to be stored with its stage.

    It contains the seed, the rating of the seating, the number of pairs who meet again, and an explanation.
    """
    return {
        "seed": seating.seed,
        "cost": seating.cost,
        "repeats": seating.repeats,
        "breakdown": seating.breakdown,
        "tried": seating.tried,
        "starts": seating.starts,
        "why": encode_sentences(seating.why),
    }
