"""Exact ties that a lot decides: at tables, at a cut, and for the title and prizes."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.models.choices import PRELIMINARIES, Qualify, TieBreak
from tournaments.rules.standings.broken_ties import deciding_tie, tie_decided_by
from tournaments.selectors.qualified import checked_in_entrants, qualified_for
from tournaments.selectors.snapshot import StageSnapshot, StageTableSnapshot, TournamentSnapshot
from tournaments.selectors.standings import (
    broken_ties,
    final_levels,
    final_list,
    standings_after,
    table_order,
)

Pair = Callable[[int, int], bool]
"""A relation between two neighbours in a ranking."""


class Tie(NamedTuple):
    """Tied entrants, in their current order, of whom only some qualify or get the better prize."""

    entries: tuple[int, ...]
    places: int
    """How many of the tied entrants qualify, or get the better prize."""
    table: int | None
    """The table at which they tied; None if in the standings or at different tables."""
    title: bool
    """Whether they tied for first place in the tournament."""
    how: str = ""
    """What broke the tie: a play-off or the desk; empty if the computed lot does."""
    prize: int | None = None
    """The place whose prize they tied for; None if they tied for the title or for qualifying."""


def lots_at_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the entrants at a table whom only a lot separates from an adjacent entrant.

    Empty if the table's order does not matter.
    """
    return _entrants_separated_by("lot", snapshot, stage, table)


def play_offs_at_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the entrants at a table whom only a play-off separates from an adjacent entrant.

    Empty if the table's order does not matter.
    """
    return _entrants_separated_by("play_off", snapshot, stage, table)


def _entrants_separated_by(
    how: str, snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the entrants at a table whom only `how` (lot or play_off) separates from an adjacent entrant.

    Empty if the table's order does not matter.
    """
    if not _order_counts(stage, table):
        return frozenset()
    line = table_order(snapshot, stage, table)
    broken = broken_ties(stage)
    pairs = (
        (above.entry, below.entry)
        for above, below in pairwise(line)
        if above.merit == below.merit and tie_decided_by(above.entry, below.entry, broken) == how
    )
    return frozenset(entry for pair in pairs for entry in pair)


def _order_counts(stage: StageSnapshot, table: StageTableSnapshot) -> bool:
    """Whether the order at a table matters beyond its points.

    It does at play-offs, in knock-outs and finals, and if the best of each table qualify.
    """
    return table.row.play_off or stage.row.kind not in PRELIMINARIES or stage.row.qualify == Qualify.PER_TABLE


def ties_of(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """Return the ties that affect who qualifies from a stage or, after the last, who wins title and prizes.

    Empty until all tables have a result. A tie's `how` says what broke it, and is empty for the computed lot.
    """
    stage = snapshot.find_stage(stage_number)
    if stage is None or not stage.is_complete:
        return ()
    found: tuple[Tie, ...] = snapshot.compute_once(
        ("ties", stage_number), lambda: _mark_broken(_ties_at_cut(snapshot, stage), stage)
    )
    return found


def open_ties(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """Return the ties of `ties_of` that neither a play-off nor the desk has broken."""
    return tuple(tie for tie in ties_of(snapshot, stage_number) if not tie.how)


def _mark_broken(ties: list[Tie], stage: StageSnapshot) -> tuple[Tie, ...]:
    """Return the ties, with `how` filled in for those that the desk has broken."""
    broken = {frozenset(tie["order"]): tie["how"] for tie in stage.row.tie_breaks}
    return tuple(tie._replace(how=tie.how or broken.get(frozenset(tie.entries), "")) for tie in ties)


def qualified_only_by(how: str, snapshot: TournamentSnapshot, stage_number: int) -> frozenset[int]:
    """Return the entrants who qualify from a stage only because of a lot or a play-off (`how`)."""
    ties = (tie for tie in ties_of(snapshot, stage_number) if (tie.how or TieBreak.DRAWN_LOT) == how)
    tied = {entry for tie in ties for entry in tie.entries}
    return frozenset(tied & set(qualified_for(snapshot, stage_number + 1)))


def _ties_at_cut(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return the ties that affect who qualifies from a stage or, after the last, who wins title and prizes.

    Ties broken at the desk are included, but not marked as broken.
    """
    if stage is snapshot.stages[-1]:
        return _ties_for_prizes(snapshot, stage)
    if stage.row.qualify == Qualify.PER_TABLE:
        return _ties_at_tables(snapshot, stage)
    if stage.row.qualify == Qualify.ALL:
        return []
    pool = set(qualified_for(snapshot, stage.row.number))
    line = [one for one in standings_after(snapshot, stage.row.number) if one.entry in pool]
    merits = {one.entry: one.merit for one in line}
    count = stage.row.qualify_count or 1
    return _tie_at_cut([*merits], count, _compare_merit(merits), _compare_play_offs(stage), None)


def _ties_at_tables(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return the ties at tables between entrants who qualify and entrants who do not.

    Entrants of different tables are never compared, not even if the next best of each table also qualify.
    """
    present, through = checked_in_entrants(snapshot), set(qualified_for(snapshot, stage.row.number + 1))
    found: list[Tie] = []
    for table in stage.tables:
        line = [one for one in table_order(snapshot, stage, table) if one.entry in present]
        merits = {one.entry: one.merit for one in line}
        count = sum(one.entry in through for one in line)
        found += _tie_at_cut(
            [*merits], count, _compare_merit(merits), _compare_play_offs(stage), table.row.number
        )
    return found


def _ties_for_prizes(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return the ties for first place, and for other places whose prizes differ."""
    prizes = snapshot.tournament.prizes_by_place
    levels, ranking = final_levels(snapshot, by_desk=False), final_list(snapshot)

    def is_level(above: int, below: int) -> bool:
        return levels.ties_between(above, below) is not None

    def is_decided(above: int, below: int) -> bool:
        tie = deciding_tie(above, below, levels.ties_between(above, below) or ())
        return tie is not None and tie.how == TieBreak.PLAY_OFF

    found: dict[tuple[int, ...], Tie] = {}
    for count in range(1, max(len(prizes), 1) + 1):
        # The order of two places with the same prize makes no difference.
        if count > 1 and prizes[count - 1 : count] == prizes[count : count + 1]:
            continue
        for tie in _tie_at_cut(ranking, count, is_level, is_decided, None):
            table = levels.same_table(tie.entries) if stage.row.kind not in PRELIMINARIES else None
            prize = None if count == 1 else count
            found.setdefault(tie.entries, tie._replace(table=table, title=count == 1, prize=prize))
    return list(found.values())


def _compare_merit(merits: Mapping[int, object]) -> Pair:
    """Return a function that tells whether two entrants have the same merit."""
    return lambda above, below: merits[above] == merits[below]


def _compare_play_offs(stage: StageSnapshot) -> Pair:
    """Return a function that tells whether a play-off of the stage, not a lot, separated two entrants."""
    broken = broken_ties(stage, by_desk=False)
    return lambda above, below: tie_decided_by(above, below, broken) == TieBreak.PLAY_OFF


def _tie_at_cut(line: Sequence[int], count: int, level: Pair, decided: Pair, table: int | None) -> list[Tie]:
    """Return the tie between the last entrant who qualifies and the first who does not, if they are level.

    `level` and `decided` compare neighbours of `line`; `count` is how many qualify. If a play-off has left
    only some of these entrants level, only those form the tie. Returns at most one tie.
    """
    if not 0 < count < len(line) or not level(line[count - 1], line[count]):
        return []
    by_play_off = decided(line[count - 1], line[count])

    def together(above: int, below: int) -> bool:
        return level(above, below) and (by_play_off or not decided(above, below))

    first, last = count - 1, count
    while first > 0 and together(line[first - 1], line[first]):
        first -= 1
    while last + 1 < len(line) and together(line[last], line[last + 1]):
        last += 1
    how = str(TieBreak.PLAY_OFF) if by_play_off else ""
    return [Tie(tuple(line[first : last + 1]), count - first, table, False, how)]
