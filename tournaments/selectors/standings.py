"""Standings and the final ranking, which are always computed from a snapshot, never updated step by step."""

from fractions import Fraction

from tournaments.models.choices import PRELIMINARIES, EntryStatus
from tournaments.rules.standings import points as rules_points
from tournaments.rules.standings.broken_ties import BrokenTie, BrokenTies, sort_by_ties
from tournaments.rules.standings.lot import lot_of_entry
from tournaments.rules.standings.points import GameResult
from tournaments.rules.standings.standings import Deduction, StageScore, Standing, compute_standings
from tournaments.selectors.snapshot.types import (
    SeatScore,
    StageSnapshot,
    StageTableSnapshot,
    TournamentSnapshot,
)


def scores_at_table(stage: StageSnapshot, table: StageTableSnapshot) -> list[StageScore]:
    """Return the scores of the entrants at a table, in seat order, or [] if it has no result yet."""
    if table.result is None:
        return []
    seats = [seat for seat in table.seats if seat.seat in table.result]
    games = [GameResult(seat.entry, *table.result[seat.seat]) for seat in seats]
    # A play-off only breaks a tie: it awards no points for the standings.
    worth = (
        [Fraction(0)] * len(games)
        if table.row.play_off
        else rules_points.tournament_points(stage.row.points, games, stage.row.points_table)
    )
    # Bots that play for no entrant affect the ranks of the others.
    ranks = rules_points.shared_ranks(games)
    places = _places_by_seat(stage, table)
    return [
        StageScore(
            entry=game.entry,
            stage=stage.row.number,
            points=share,
            score=game.score,
            correct_bids=game.correct_bids,
            rank=rank,
            table=table.row.number,
            table_place=places[seat.seat],
        )
        for seat, game, share, rank in zip(seats, games, worth, ranks, strict=True)
        # Bots that play for no entrant are left out.
        if game.entry is not None
    ]


def _places_by_seat(stage: StageSnapshot, table: StageTableSnapshot) -> dict[int, int]:
    """Return a dict that maps seat numbers to the places by result at a finished table; 1 is the best place.

    No place is shared: equal results are put in order by the game's own ranking or by lot. Penalties and
    broken ties do not count.
    """
    result, tournament = table.result, stage.row.tournament
    assert result is not None
    breaks = tournament.games_break_ties or table.row.play_off
    # `games_break_ties` is off for old tournaments, in which only the tournament's own lot counted.
    ranks = table.ranks if breaks and table.ranks.keys() >= result.keys() else {}
    entries = {table_seat.seat: table_seat.entry for table_seat in table.seats}

    def place_sort_key(seat: int) -> tuple[int, int, int, bytes]:
        """Return a sort key that puts seats with a better result first."""
        score, correct_bids = result[seat]
        entry = entries.get(seat)
        # Bots without an entrant get lots of their own by negative numbers, which are never entry ids.
        drawn = lot_of_entry(tournament.lot_seed, -1 - seat if entry is None else entry)
        return -score, -correct_bids, ranks.get(seat, 0), drawn

    return {seat: place for place, seat in enumerate(sorted(result, key=place_sort_key), start=1)}


def game_scores(
    snapshot: TournamentSnapshot, up_to_stage: int | None = None, *, kinds: tuple[str, ...] = PRELIMINARIES
) -> list[StageScore]:
    """Return the entrants' scores at all finished tables, without play-offs.

    Only stages whose kind is in `kinds` count. If `up_to_stage` is given, stages with a higher number do not
    count.
    """
    return [
        made
        for stage in snapshot.stages
        if stage.row.kind in kinds and (up_to_stage is None or stage.row.number <= up_to_stage)
        for table in stage.tables
        for made in scores_at_table(stage, table)
    ]


def standings_after(snapshot: TournamentSnapshot, up_to_stage: int | None = None) -> tuple[Standing, ...]:
    """Return the standings after the preliminary stages.

    If `up_to_stage` is given, stages with a higher number do not count.
    """
    # Listed are those who have played or are checked in, except disqualified entrants.
    found: tuple[Standing, ...] = snapshot.compute_once(
        ("standings", up_to_stage), lambda: _compute_standings_after(snapshot, up_to_stage)
    )
    return found


def _compute_standings_after(snapshot: TournamentSnapshot, up_to_stage: int | None) -> tuple[Standing, ...]:
    """Compute the standings for `standings_after`, which caches them."""
    made = game_scores(snapshot, up_to_stage)
    played = {one.entry for one in made}
    ranked = [
        entry.pk
        for entry in snapshot.entries.values()
        if entry.status != EntryStatus.DISQUALIFIED and (entry.is_checked_in or entry.pk in played)
    ]
    there = set(ranked)
    return compute_standings(
        ranked,
        [one for one in made if one.entry in there],
        penalties_for_standings(snapshot, up_to_stage, there),
        lot_seed=snapshot.tournament.lot_seed,
        broken_ties=ties_broken_in_standings(snapshot, up_to_stage),
    )


def broken_ties(stage: StageSnapshot, *, include_manual: bool = True) -> tuple[BrokenTie, ...]:
    """Return the ties that play-offs or the organisers have broken in a stage.

    If `include_manual` is false, leave out the ties that organisers broke by hand.
    """
    over = [table for table in stage.play_offs if table.result is not None]
    # Equal results of a play-off share a rank in `ranks`, but are separated by a lot in `lots`.
    lots, ranks = [], []
    for table in over:
        line = _play_off_order(stage, table)
        lots.append(BrokenTie("lot", {entry: place for entry, place, _ in line}))
        merits = [merit for *_, merit in line]
        ranks.append(BrokenTie("play_off", {entry: merits.index(merit) for entry, _, merit in line}))
    by_hand = stage.row.tie_breaks if include_manual else ()
    # A later tie overrides an earlier one between the same entrants.
    return (
        *lots,
        *ranks,
        *(BrokenTie(tie["how"], {entry: n for n, entry in enumerate(tie["order"])}) for tie in by_hand),
    )


def _play_off_order(stage: StageSnapshot, table: StageTableSnapshot) -> list[tuple[int, int, SeatScore]]:
    """Return (entry id, place, score) of each entrant at a finished play-off, winner first."""
    assert table.result is not None
    places = _places_by_seat(stage, table)
    found = [
        (seat.entry, places[seat.seat], table.result[seat.seat])
        for seat in table.seats
        if seat.entry is not None and seat.seat in table.result
    ]
    return sorted(found, key=lambda one: one[1])


def ties_broken_in_standings(
    snapshot: TournamentSnapshot, up_to_stage: int | None, *, include_manual: bool = True
) -> BrokenTies:
    """Return the ties that were broken in the last preliminary stage that has results.

    If `up_to_stage` is given, ignore stages with a higher number. If `include_manual` is false, leave out the
    ties that organisers broke by hand.
    """
    stages = [
        stage
        for stage in snapshot.stages
        if stage.row.kind in PRELIMINARIES
        and (up_to_stage is None or stage.row.number <= up_to_stage)
        and any(table.result is not None for table in stage.tables)
    ]
    return broken_ties(stages[-1], include_manual=include_manual) if stages else ()


def penalties_for_standings(
    snapshot: TournamentSnapshot, up_to_stage: int | None, entries: set[int]
) -> list[Deduction]:
    """Return the penalties to subtract from the entrants' points in the standings.

    `entries` contains the ids of the entrants. Penalties in a knock-out or final do not count. If
    `up_to_stage` is given, penalties in stages with a higher number do not count, either.
    """
    # Penalties without a stage always count. Those for a knock-out or final count only at its tables.
    numbers = {stage.row.pk: stage.row.number for stage in snapshot.stages if stage.row.kind in PRELIMINARIES}
    last = max(numbers.values(), default=0) if up_to_stage is None else up_to_stage
    return [
        Deduction(penalty.entry_id, Fraction(penalty.points))
        for penalty in snapshot.penalties
        if penalty.entry_id in entries
        and (penalty.stage_id is None or (penalty.stage_id in numbers and numbers[penalty.stage_id] <= last))
    ]


def ranked_scores_at_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> list[StageScore]:
    """Return the scores at a table after penalties and with all ties broken, best first.

    Return [] if the table has no result yet.
    """
    # Penalties do not count at a play-off, which only breaks a tie.
    lost = {} if table.row.play_off else _penalty_points(snapshot, stage)
    made = [one._replace(points=one.points - lost.get(one.entry, 0)) for one in scores_at_table(stage, table)]
    made.sort(key=lambda one: (-one.points, -one.score, -one.correct_bids, one.table_place))
    made = sort_by_ties(made, broken_ties(stage), lambda one: (one.entry, one.merit))
    return [one._replace(rank=rank, table_place=rank) for rank, one in enumerate(made, start=1)]


def table_places(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> dict[int, int]:
    """Return a dict that maps entry ids to the final places at a table, in order of place.

    Bots that only fill the table take up places, but are left out. Return {} if the table has no result yet.
    """
    order = ranked_scores_at_table(snapshot, stage, table)
    # If a bot that plays for no entrant is second, the entrants have the places 1, 3 and 4.
    places = sorted(one.table_place for one in scores_at_table(stage, table))
    return {one.entry: place for one, place in zip(order, places, strict=True)}


def _penalty_points(snapshot: TournamentSnapshot, stage: StageSnapshot) -> dict[int, int]:
    """Return the total penalty points of each penalised entrant in a stage, by entry id."""
    lost: dict[int, int] = {}
    for penalty in snapshot.penalties:
        if penalty.stage_id == stage.row.pk:
            lost[penalty.entry_id] = lost.get(penalty.entry_id, 0) + penalty.points
    return lost
