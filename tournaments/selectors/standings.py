"""Standings and the final list: computed from the facts each time, never counted up."""

from fractions import Fraction

from tournaments.models.choices import PRELIMINARIES, EntryStatus, StageKind
from tournaments.rules.standings import points as rules_points
from tournaments.rules.standings.broken_ties import BrokenTie, BrokenTies, sorted_by_ties
from tournaments.rules.standings.final_list import (
    LaterStage,
    Levels,
    entries_decided_by,
    final_ranking,
    ranking_by_ties,
)
from tournaments.rules.standings.lot import lot
from tournaments.rules.standings.points import GameResult
from tournaments.rules.standings.standings import Deduction, StageScore, Standing, standings
from tournaments.selectors.snapshot import SeatResult, StageSnapshot, StageTableSnapshot, TournamentSnapshot


def table_results(stage: StageSnapshot, table: StageTableSnapshot) -> list[StageScore]:
    """What a finished table gives each entrant at it; nothing while it plays. Bots that play for nobody take
    their rank and its points from the others, and nobody gets them. A play-off gives no points."""
    if table.result is None:
        return []
    seats = [seat for seat in table.seats if seat.seat in table.result]
    games = [GameResult(seat.entry, *table.result[seat.seat]) for seat in seats]
    worth = (
        [Fraction(0)] * len(games)
        if table.row.play_off
        else rules_points.points_for(stage.row.points, games, stage.row.points_table)
    )
    ranks = rules_points.ranks(games)
    places = _table_places(stage, table)
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
        if game.entry is not None
    ]


def _table_places(stage: StageSnapshot, table: StageTableSnapshot) -> dict[int, int]:
    """Each seat's place at a finished table, never shared: ties are broken as its game ranked the seats.

    That holds for a game's result that the desk corrected, too. Without a game the tournament's lot decides.
    """
    result, tournament = table.result, stage.row.tournament
    assert result is not None
    breaks = tournament.games_break_ties or table.row.play_off
    ranks = table.ranks if breaks and table.ranks.keys() >= result.keys() else {}
    entries = {table_seat.seat: table_seat.entry for table_seat in table.seats}

    def order(seat: int) -> tuple[int, int, int, bytes]:
        score, correct_bids = result[seat]
        entry = entries.get(seat)
        drawn = lot(tournament.lot_seed, -1 - seat if entry is None else entry)
        return -score, -correct_bids, ranks.get(seat, 0), drawn

    return {seat: place for place, seat in enumerate(sorted(result, key=order), start=1)}


def played_games(
    snapshot: TournamentSnapshot, upto: int | None = None, *, kinds: tuple[str, ...] = PRELIMINARIES
) -> list[StageScore]:
    """The scores of entrants in stages of these kinds, up to and including stage `upto`."""
    return [
        made
        for stage in snapshot.stages
        if stage.row.kind in kinds and (upto is None or stage.row.number <= upto)
        for table in stage.tables
        for made in table_results(stage, table)
    ]


def standings_after(snapshot: TournamentSnapshot, upto: int | None = None) -> tuple[Standing, ...]:
    """The standings after stage `upto` of the preliminaries: all entrants seated so far, or still in.

    The disqualified have no place in them.
    """
    found: tuple[Standing, ...] = snapshot.once(("standings", upto), lambda: _standings_after(snapshot, upto))
    return found


def _standings_after(snapshot: TournamentSnapshot, upto: int | None) -> tuple[Standing, ...]:
    made = played_games(snapshot, upto)
    played = {one.entry for one in made}
    ranked = [
        entry.pk
        for entry in snapshot.entries.values()
        if entry.status != EntryStatus.DISQUALIFIED and (entry.is_in or entry.pk in played)
    ]
    there = set(ranked)
    return standings(
        ranked,
        [one for one in made if one.entry in there],
        penalties_of(snapshot, upto, there),
        lot_seed=snapshot.tournament.lot_seed,
        broken=_broken_in_standings(snapshot, upto),
    )


def broken_ties(stage: StageSnapshot, *, by_desk: bool = True) -> tuple[BrokenTie, ...]:
    """The ties of a stage that were broken, the newest last: by its play-offs, then by the desk.

    Those whom only the lot of a play-off's table tells apart share their rank there; that lot comes first,
    so that anything else counts before it. Without `by_desk` those of the play-offs alone.
    """
    over = [table for table in stage.play_offs if table.result is not None]
    lots, ranks = [], []
    for table in over:
        line = _play_off_line(stage, table)
        lots.append(BrokenTie("lot", {entry: place for entry, place, _ in line}))
        merits = [merit for *_, merit in line]
        ranks.append(BrokenTie("play_off", {entry: merits.index(merit) for entry, _, merit in line}))
    by_hand = stage.row.tie_breaks if by_desk else ()
    return (
        *lots,
        *ranks,
        *(BrokenTie(tie["how"], {entry: n for n, entry in enumerate(tie["order"])}) for tie in by_hand),
    )


def _play_off_line(stage: StageSnapshot, table: StageTableSnapshot) -> list[tuple[int, int, SeatResult]]:
    """The entrants of a play-off by place, each with their place and score."""
    assert table.result is not None
    places = _table_places(stage, table)
    found = [
        (seat.entry, places[seat.seat], table.result[seat.seat])
        for seat in table.seats
        if seat.entry is not None and seat.seat in table.result
    ]
    return sorted(found, key=lambda one: one[1])


def _broken_in_standings(
    snapshot: TournamentSnapshot, upto: int | None, *, by_desk: bool = True
) -> BrokenTies:
    """The ties broken in the last preliminary played; earlier stages broke other ties."""
    stages = [
        stage
        for stage in snapshot.stages
        if stage.row.kind in PRELIMINARIES
        and (upto is None or stage.row.number <= upto)
        and any(table.result is not None for table in stage.tables)
    ]
    return broken_ties(stages[-1], by_desk=by_desk) if stages else ()


def penalties_of(snapshot: TournamentSnapshot, upto: int | None, entries: set[int]) -> list[Deduction]:
    """The penalties of these entrants that count up to stage `upto`; those of no stage count always.

    Those of a knock-out or a final count at its tables alone.
    """
    numbers = {stage.row.pk: stage.row.number for stage in snapshot.stages if stage.row.kind in PRELIMINARIES}
    last = max(numbers.values(), default=0) if upto is None else upto
    return [
        Deduction(penalty.entry_id, Fraction(penalty.points))
        for penalty in snapshot.penalties
        if penalty.entry_id in entries
        and (penalty.stage_id is None or (penalty.stage_id in numbers and numbers[penalty.stage_id] <= last))
    ]


def table_order(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> list[StageScore]:
    """The entrants of a table from first to last, as its game and this stage's penalties have it.

    Points are those that penalties leave (they count at no play-off); ties are broken as the table broke
    them, and no rank is shared.
    """
    lost = {} if table.row.play_off else _lost_in(snapshot, stage)
    made = [one._replace(points=one.points - lost.get(one.entry, 0)) for one in table_results(stage, table)]
    made.sort(key=lambda one: (-one.points, -one.score, -one.correct_bids, one.table_place))
    made = sorted_by_ties(made, broken_ties(stage), lambda one: (one.entry, one.merit))
    return [one._replace(rank=rank, table_place=rank) for rank, one in enumerate(made, start=1)]


def table_places(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> dict[int, int]:
    """Each entrant's place at a finished table in `table_order`; bots that play for nobody keep theirs."""
    order = table_order(snapshot, stage, table)
    places = sorted(one.table_place for one in table_results(stage, table))
    return {one.entry: place for one, place in zip(order, places, strict=True)}


def _lost_in(snapshot: TournamentSnapshot, stage: StageSnapshot) -> dict[int, int]:
    """The points that penalties of this stage take from each entrant."""
    lost: dict[int, int] = {}
    for penalty in snapshot.penalties:
        if penalty.stage_id == stage.row.pk:
            lost[penalty.entry_id] = lost.get(penalty.entry_id, 0) + penalty.points
    return lost


def final_list(snapshot: TournamentSnapshot) -> tuple[int, ...]:
    """All ranked entrants from the winner down: the final, then by elimination, then by the standings."""
    found: tuple[int, ...] = snapshot.once("final_list", lambda: _final_list(snapshot))
    return found


def final_lots(snapshot: TournamentSnapshot) -> frozenset[int]:
    """The entrants of the final list separated from a neighbour only by lot."""
    return entries_decided_by("lot", final_list(snapshot), final_levels(snapshot))


def final_play_offs(snapshot: TournamentSnapshot) -> frozenset[int]:
    """The entrants of the final list separated from a neighbour only by a play-off."""
    return entries_decided_by("play_off", final_list(snapshot), final_levels(snapshot))


def final_levels(snapshot: TournamentSnapshot, *, by_desk: bool = True) -> Levels:
    """The level entrants of the final list, and what broke their ties; `by_desk` as in `broken_ties`."""
    found: Levels = snapshot.once(
        ("final_levels", by_desk),
        lambda: Levels(
            standings_after(snapshot),
            _knocked_out(snapshot, by_desk),
            _broken_in_standings(snapshot, None, by_desk=by_desk),
            _broken_last(snapshot, by_desk),
        ),
    )
    return found


def _broken_last(snapshot: TournamentSnapshot, by_desk: bool) -> BrokenTies:
    return broken_ties(snapshot.stages[-1], by_desk=by_desk) if snapshot.stages else ()


def _final_list(snapshot: TournamentSnapshot) -> tuple[int, ...]:
    preliminary = [standing.entry for standing in standings_after(snapshot)]
    ranking = final_ranking(
        preliminary, _knocked_out(snapshot, by_desk=True), lot_seed=snapshot.tournament.lot_seed
    )
    return ranking_by_ties(ranking, final_levels(snapshot), _broken_last(snapshot, by_desk=True))


def _knocked_out(snapshot: TournamentSnapshot, by_desk: bool) -> list[LaterStage]:
    later = [stage for stage in snapshot.stages if stage.row.kind not in PRELIMINARIES]
    return [
        LaterStage(
            stage.row.kind == StageKind.FINAL,
            _ranked_results(snapshot, stage),
            broken_ties(stage, by_desk=by_desk),
        )
        for stage in later
    ]


def _ranked_results(snapshot: TournamentSnapshot, stage: StageSnapshot) -> tuple[StageScore, ...]:
    gone = {entry.pk for entry in snapshot.entries.values() if entry.status == EntryStatus.DISQUALIFIED}
    orders = (table_order(snapshot, stage, table) for table in stage.tables)
    return tuple(made for order in orders for made in order if made.entry not in gone)
