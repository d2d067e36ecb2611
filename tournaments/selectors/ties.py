"""Where a lot decided, or will: exact ties at tables, at a cut and for the title."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.models.choices import PRELIMINARIES, Qualify, TieBreak
from tournaments.rules.standings.broken_ties import deciding_tie, tie_decided_by
from tournaments.selectors.qualified import present_entrants, qualified_for
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
    """Level entrants of whom only some qualify or get the better prize, in their current order."""

    entries: tuple[int, ...]
    places: int
    """The number of them who qualify, or get the better prize."""
    table: int | None
    """The table at which they tied; None: in the standings, or at different tables."""
    title: bool
    """They tied for first place in the tournament."""
    how: str = ""
    """What broke it, a play-off or the desk; empty: the lot that is drawn here breaks it."""
    prize: int | None = None
    """The place whose prize they tied for; None: they tied for the title, or for going on."""


def lots_at_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """The entrants separated from a neighbour only by lot, at a table whose order counts."""
    return _separated_by("lot", snapshot, stage, table)


def play_offs_at_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """The entrants separated from a neighbour only by a play-off, at a table whose order counts."""
    return _separated_by("play_off", snapshot, stage, table)


def _separated_by(
    how: str, snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
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
    """Whether a table's order matters beyond the shared points."""
    return table.row.play_off or stage.row.kind not in PRELIMINARIES or stage.row.qualify == Qualify.PER_TABLE


def ties_of(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """The ties of a complete stage that a lot breaks, unless a play-off or the desk does: at its cut, among
    the next best who fill up a table, and after the last stage for the title and the prizes.
    """
    stage = snapshot.stage(stage_number)
    if stage is None or not stage.complete:
        return ()
    found: tuple[Tie, ...] = snapshot.once(
        ("ties", stage_number), lambda: _with_decisions(_ties(snapshot, stage), stage)
    )
    return found


def open_ties(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """The ties that neither a play-off nor the desk has broken."""
    return tuple(tie for tie in ties_of(snapshot, stage_number) if not tie.how)


def _with_decisions(ties: list[Tie], stage: StageSnapshot) -> tuple[Tie, ...]:
    """Set `how` on the ties that the desk has broken completely."""
    broken = {frozenset(tie["order"]): tie["how"] for tie in stage.row.tie_breaks}
    return tuple(tie._replace(how=tie.how or broken.get(frozenset(tie.entries), "")) for tie in ties)


def through_by(how: str, snapshot: TournamentSnapshot, stage_number: int) -> frozenset[int]:
    """The entrants who qualify from a stage because of `how`, a lot or a play-off."""
    ties = (tie for tie in ties_of(snapshot, stage_number) if (tie.how or TieBreak.DRAWN_LOT) == how)
    tied = {entry for tie in ties for entry in tie.entries}
    return frozenset(tied & set(qualified_for(snapshot, stage_number + 1)))


def _ties(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    if stage is snapshot.stages[-1]:
        return _for_prizes(snapshot, stage)
    if stage.row.qualify == Qualify.PER_TABLE:
        return _at_tables(snapshot, stage)
    if stage.row.qualify == Qualify.ALL:
        return []
    pool = set(qualified_for(snapshot, stage.row.number))
    line = [one for one in standings_after(snapshot, stage.row.number) if one.entry in pool]
    merits = {one.entry: one.merit for one in line}
    count = stage.row.qualify_count or 1
    return _cut([*merits], count, _same_merit(merits), _decided_in_play_off(stage), None)


def _at_tables(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """The ties at tables between entrants who qualify and entrants who do not.

    The next best fill up a table for the winners of one or two tables, so they are the next of each of these:
    nobody is compared with others of another table.
    """
    present, through = present_entrants(snapshot), set(qualified_for(snapshot, stage.row.number + 1))
    found: list[Tie] = []
    for table in stage.tables:
        line = [one for one in table_order(snapshot, stage, table) if one.entry in present]
        merits = {one.entry: one.merit for one in line}
        count = sum(one.entry in through for one in line)
        found += _cut([*merits], count, _same_merit(merits), _decided_in_play_off(stage), table.row.number)
    return found


def _for_prizes(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """The ties for first place, and for whatever prizes differ."""
    prizes = snapshot.tournament.prizes_by_place
    levels, ranking = final_levels(snapshot, by_desk=False), final_list(snapshot)

    def is_level(above: int, below: int) -> bool:
        return levels.breaks(above, below) is not None

    def is_decided(above: int, below: int) -> bool:
        tie = deciding_tie(above, below, levels.breaks(above, below) or ())
        return tie is not None and tie.how == TieBreak.PLAY_OFF

    found: dict[tuple[int, ...], Tie] = {}
    for count in range(1, max(len(prizes), 1) + 1):
        if count > 1 and prizes[count - 1 : count] == prizes[count : count + 1]:
            continue
        for tie in _cut(ranking, count, is_level, is_decided, None):
            table = levels.same_table(tie.entries) if stage.row.kind not in PRELIMINARIES else None
            prize = None if count == 1 else count
            found.setdefault(tie.entries, tie._replace(table=table, title=count == 1, prize=prize))
    return list(found.values())


def _same_merit(merits: Mapping[int, object]) -> Pair:
    return lambda above, below: merits[above] == merits[below]


def _decided_in_play_off(stage: StageSnapshot) -> Pair:
    """Return whether a play-off of the stage, and not its lot, separated two level entrants."""
    broken = broken_ties(stage, by_desk=False)
    return lambda above, below: tie_decided_by(above, below, broken) == TieBreak.PLAY_OFF


def _cut(line: Sequence[int], count: int, level: Pair, decided: Pair, table: int | None) -> list[Tie]:
    """The tie between the last entrant who qualifies and the first who does not, if they are level.

    Where a play-off has left only some of them level, these are the tie.
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
