"""Standings and the final list: computed from the facts each time, never counted up."""

from fractions import Fraction

from tournaments.models.choices import PRELIMINARIES, EntryStatus, StageKind
from tournaments.rules import points as rules_points
from tournaments.rules.broken_ties import Broken, BrokenTie, in_broken_order
from tournaments.rules.final_list import KnockedOut, Levels, final_ranking, in_broken_places, placed_by
from tournaments.rules.lot import lot
from tournaments.rules.points import GameResult
from tournaments.rules.standings import Penalty, Played, Standing, standings
from tournaments.selectors.picture import Picture, Placed, SeatResult, Staged


def table_results(staged: Staged, table: Placed) -> list[Played]:
    """What a finished table gives each entrant at it; nothing while it plays. Bots that play for nobody take
    their rank and its points from the others, and nobody gets them. A play-off gives no points."""
    if table.result is None:
        return []
    seats = [seated for seated in table.seated if seated.seat in table.result]
    games = [GameResult(seated.entry, *table.result[seated.seat]) for seated in seats]
    worth = (
        [Fraction(0)] * len(games)
        if table.row.play_off
        else rules_points.points_for(staged.row.points, games, staged.row.points_table)
    )
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
    breaks = tournament.games_break_ties or table.row.play_off
    ranks = table.ranks if breaks and table.ranks.keys() >= result.keys() else {}
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


def broken_ties(staged: Staged, *, by_desk: bool = True) -> tuple[BrokenTie, ...]:
    """The ties of a stage that were broken, the newest last: by its play-offs, then by the desk.

    Those whom only the lot of a play-off's table tells apart share their rank there; that lot comes first,
    so that anything else counts before it. Without `by_desk` those of the play-offs alone.
    """
    over = [table for table in staged.play_offs if table.result is not None]
    lots, ranks = [], []
    for table in over:
        line = _play_off_line(staged, table)
        lots.append(BrokenTie("lot", {entry: place for entry, place, _ in line}))
        merits = [merit for *_, merit in line]
        ranks.append(BrokenTie("play_off", {entry: merits.index(merit) for entry, _, merit in line}))
    by_hand = staged.row.tie_breaks if by_desk else ()
    return (
        *lots,
        *ranks,
        *(BrokenTie(tie["how"], {entry: n for n, entry in enumerate(tie["order"])}) for tie in by_hand),
    )


def _play_off_line(staged: Staged, table: Placed) -> list[tuple[int, int, SeatResult]]:
    """The entrants of a play-off by place, each with the place and what they made."""
    assert table.result is not None
    places = _table_places(staged, table)
    found = [
        (seated.entry, places[seated.seat], table.result[seated.seat])
        for seated in table.seated
        if seated.entry is not None and seated.seat in table.result
    ]
    return sorted(found, key=lambda one: one[1])


def _broken_in_standings(picture: Picture, upto: int | None, *, by_desk: bool = True) -> Broken:
    """Those of the last preliminary that has been played: an earlier one broke other ties."""
    stages = [
        staged
        for staged in picture.stages
        if staged.row.kind in PRELIMINARIES
        and (upto is None or staged.row.number <= upto)
        and any(table.result is not None for table in staged.tables)
    ]
    return broken_ties(stages[-1], by_desk=by_desk) if stages else ()


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

    Points are those that penalties leave (they count at no play-off); ties are broken as the table broke
    them, and no rank is shared.
    """
    lost = {} if table.row.play_off else _lost_in(picture, staged)
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
    return placed_by("lot", final_list(picture), final_levels(picture))


def final_play_offs(picture: Picture) -> frozenset[int]:
    """Those of the final list whom a play-off alone put before or behind their neighbour."""
    return placed_by("play_off", final_list(picture), final_levels(picture))


def final_levels(picture: Picture, *, by_desk: bool = True) -> Levels:
    """Who is level with whom in the final list, and what broke those ties; `by_desk` as in `broken_ties`."""
    found: Levels = picture.once(
        ("final_levels", by_desk),
        lambda: Levels(
            standings_after(picture),
            _knocked_out(picture, by_desk),
            _broken_in_standings(picture, None, by_desk=by_desk),
            _broken_last(picture, by_desk),
        ),
    )
    return found


def _broken_last(picture: Picture, by_desk: bool) -> Broken:
    return broken_ties(picture.stages[-1], by_desk=by_desk) if picture.stages else ()


def _final_list(picture: Picture) -> tuple[int, ...]:
    preliminary = [standing.entry for standing in standings_after(picture)]
    ranking = final_ranking(
        preliminary, _knocked_out(picture, by_desk=True), lot_seed=picture.tournament.lot_seed
    )
    return in_broken_places(ranking, final_levels(picture), _broken_last(picture, by_desk=True))


def _knocked_out(picture: Picture, by_desk: bool) -> list[KnockedOut]:
    later = [staged for staged in picture.stages if staged.row.kind not in PRELIMINARIES]
    return [
        KnockedOut(
            staged.row.kind == StageKind.FINAL, _made(picture, staged), broken_ties(staged, by_desk=by_desk)
        )
        for staged in later
    ]


def _made(picture: Picture, staged: Staged) -> tuple[Played, ...]:
    gone = {entry.pk for entry in picture.entries.values() if entry.status == EntryStatus.DISQUALIFIED}
    orders = (table_order(picture, staged, table) for table in staged.tables)
    return tuple(made for order in orders for made in order if made.entry not in gone)
