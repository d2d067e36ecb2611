"""Standings and the final list: computed from the facts each time, never counted up."""

from fractions import Fraction

from tournaments.models.choices import PRELIMINARIES, EntryStatus, StageKind
from tournaments.rules import points as rules_points
from tournaments.rules.lot import lot
from tournaments.rules.points import GameResult
from tournaments.rules.standings import (
    BrokenTie,
    KnockedOut,
    Penalty,
    Played,
    Standing,
    final_ranking,
    in_broken_order,
    placed_by_lot,
    standings,
)
from tournaments.selectors.picture import Picture, Placed, Staged


def table_results(staged: Staged, table: Placed) -> list[Played]:
    """What a finished table gives each entrant at it; nothing while it plays. Bots that play for nobody take
    their rank and its points from the others, and nobody gets them."""
    if table.result is None:
        return []
    seats = [seated for seated in table.seated if seated.seat in table.result]
    games = [GameResult(seated.entry, *table.result[seated.seat]) for seated in seats]
    worth = rules_points.points_for(staged.row.points, games, staged.row.points_table)
    ranks = rules_points.ranks(games)
    places = _table_places(staged, table)
    return [
        Played(
            entry=game.entry,
            stage=staged.row.number,
            points=share,
            score=game.score,
            correct_bids=game.correct_bids,
            rank=rank,
            table=table.row.number,
            table_place=places[seated.seat],
        )
        for seated, game, share, rank in zip(seats, games, worth, ranks, strict=True)
        if game.entry is not None
    ]


def _table_places(staged: Staged, table: Placed) -> dict[int, int]:
    """Each seat's place at a finished table, never shared: ties are broken as its game ranked the seats.

    That holds for a game's result that the desk corrected, too. Without a game the tournament's lot decides.
    """
    result, tournament = table.result, staged.row.tournament
    assert result is not None
    ranks = table.ranks if tournament.games_break_ties and table.ranks.keys() >= result.keys() else {}
    entries = {seated.seat: seated.entry for seated in table.seated}

    def order(seat: int) -> tuple[int, int, int, bytes]:
        score, correct_bids = result[seat]
        entry = entries.get(seat)
        drawn = lot(tournament.lot_seed, -1 - seat if entry is None else entry)
        return -score, -correct_bids, ranks.get(seat, 0), drawn

    return {seat: place for place, seat in enumerate(sorted(result, key=order), start=1)}


def played(
    picture: Picture, upto: int | None = None, *, kinds: tuple[str, ...] = PRELIMINARIES
) -> list[Played]:
    """All that entrants have made in stages of these kinds, up to and with stage `upto`."""
    return [
        made
        for staged in picture.stages
        if staged.row.kind in kinds and (upto is None or staged.row.number <= upto)
        for table in staged.tables
        for made in table_results(staged, table)
    ]


def standings_after(picture: Picture, upto: int | None = None) -> tuple[Standing, ...]:
    """The standings of the preliminaries, up to and with stage `upto`: of all who have been seated or are in.

    The disqualified have no place in them.
    """
    found: tuple[Standing, ...] = picture.once(("standings", upto), lambda: _standings_after(picture, upto))
    return found


def _standings_after(picture: Picture, upto: int | None) -> tuple[Standing, ...]:
    made = played(picture, upto)
    seated = {one.entry for one in made}
    ranked = [
        entry.pk
        for entry in picture.entries.values()
        if entry.status != EntryStatus.DISQUALIFIED and (entry.is_in or entry.pk in seated)
    ]
    there = set(ranked)
    return standings(
        ranked,
        [one for one in made if one.entry in there],
        penalties_of(picture, upto, there),
        lot_seed=picture.tournament.lot_seed,
        broken=_broken_in_standings(picture, upto),
    )


def broken_ties(staged: Staged) -> dict[int, BrokenTie]:
    """The ties of a stage that the desk broke, by entry; of two that name somebody the newer one counts."""
    return {
        entry: BrokenTie(position, tie["how"])
        for tie in staged.row.tie_breaks
        for position, entry in enumerate(tie["order"])
    }


def _broken_in_standings(picture: Picture, upto: int | None) -> dict[int, BrokenTie]:
    """Those of the last preliminary that has been played: an earlier one broke other ties."""
    stages = [
        staged
        for staged in picture.stages
        if staged.row.kind in PRELIMINARIES
        and (upto is None or staged.row.number <= upto)
        and any(table.result is not None for table in staged.tables)
    ]
    return broken_ties(stages[-1]) if stages else {}


def penalties_of(picture: Picture, upto: int | None, entries: set[int]) -> list[Penalty]:
    """The penalties of these entrants that count up to stage `upto`; those of no stage count always.

    Those of a knock-out or a final count at its tables alone.
    """
    numbers = {
        staged.row.pk: staged.row.number for staged in picture.stages if staged.row.kind in PRELIMINARIES
    }
    last = max(numbers.values(), default=0) if upto is None else upto
    return [
        Penalty(penalty.entry_id, Fraction(penalty.points))
        for penalty in picture.penalties
        if penalty.entry_id in entries
        and (penalty.stage_id is None or (penalty.stage_id in numbers and numbers[penalty.stage_id] <= last))
    ]


def table_order(picture: Picture, staged: Staged, table: Placed) -> list[Played]:
    """The entrants of a table from first to last, as its game and this stage's penalties have it.

    Points are those that penalties leave; ties are broken as the table broke them, and no rank is shared.
    """
    lost = _lost_in(picture, staged)
    made = [one._replace(points=one.points - lost.get(one.entry, 0)) for one in table_results(staged, table)]
    made.sort(key=lambda one: (-one.points, -one.score, -one.correct_bids, one.table_place))
    made = in_broken_order(made, broken_ties(staged), lambda one: (one.entry, one.merit))
    return [one._replace(rank=rank, table_place=rank) for rank, one in enumerate(made, start=1)]


def table_places(picture: Picture, staged: Staged, table: Placed) -> dict[int, int]:
    """Each entrant's place at a finished table in `table_order`; bots that play for nobody keep theirs."""
    order = table_order(picture, staged, table)
    places = sorted(one.table_place for one in table_results(staged, table))
    return {one.entry: place for one, place in zip(order, places, strict=True)}


def _lost_in(picture: Picture, staged: Staged) -> dict[int, int]:
    """The points that penalties of this stage take from each entrant."""
    lost: dict[int, int] = {}
    for penalty in picture.penalties:
        if penalty.stage_id == staged.row.pk:
            lost[penalty.entry_id] = lost.get(penalty.entry_id, 0) + penalty.points
    return lost


def final_list(picture: Picture) -> tuple[int, ...]:
    """All ranked entrants from the winner down: the final, then who went out when, then the standings."""
    found: tuple[int, ...] = picture.once("final_list", lambda: _final_list(picture))
    return found


def final_lots(picture: Picture) -> frozenset[int]:
    """Those of the final list whom a lot alone put before or behind their neighbour."""
    broken = _broken_in_standings(picture, None)
    return placed_by_lot(final_list(picture), standings_after(picture), _knocked_out(picture), broken)


def _final_list(picture: Picture) -> tuple[int, ...]:
    preliminary = [standing.entry for standing in standings_after(picture)]
    return final_ranking(preliminary, _knocked_out(picture), lot_seed=picture.tournament.lot_seed)


def _knocked_out(picture: Picture) -> list[KnockedOut]:
    later = [staged for staged in picture.stages if staged.row.kind not in PRELIMINARIES]
    return [
        KnockedOut(staged.row.kind == StageKind.FINAL, _made(picture, staged), broken_ties(staged))
        for staged in later
    ]


def _made(picture: Picture, staged: Staged) -> tuple[Played, ...]:
    gone = {entry.pk for entry in picture.entries.values() if entry.status == EntryStatus.DISQUALIFIED}
    orders = (table_order(picture, staged, table) for table in staged.tables)
    return tuple(made for order in orders for made in order if made.entry not in gone)
