"""Where a lot decided, or will: exact ties at tables, at a cut and for the title."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from tournaments.models.choices import PRELIMINARIES, Qualify, StageKind, TieBreak
from tournaments.rules.standings import Played, Standing, is_by_lot
from tournaments.selectors.picture import Picture, Placed, Staged
from tournaments.selectors.qualified import here, qualified_for
from tournaments.selectors.standings import broken_ties, standings_after, table_order

One = TypeVar("One", Played, Standing)


class Tie(NamedTuple):
    """Entrants who are level where only some of them go on, or one of them wins; in the order of the lot."""

    entries: tuple[int, ...]
    places: int
    """So many of them go on."""
    table: int | None
    """The table at which they tied; None: in the standings."""
    title: bool
    """They tied for first place in the tournament."""
    how: str = ""
    """What the desk broke it by; empty: the lot that is drawn here breaks it."""


def lots_at_table(picture: Picture, staged: Staged, table: Placed) -> frozenset[int]:
    """The entrants whom a lot alone put before or behind their neighbour, at a table whose order counts."""
    if not _order_counts(staged):
        return frozenset()
    line = table_order(picture, staged, table)
    broken = broken_ties(staged)
    pairs = (
        (above.entry, below.entry)
        for above, below in pairwise(line)
        if above.merit == below.merit and is_by_lot(above.entry, below.entry, broken)
    )
    return frozenset(entry for pair in pairs for entry in pair)


def _order_counts(staged: Staged) -> bool:
    """Whether more than the shared points of a table comes of its result."""
    return staged.row.kind not in PRELIMINARIES or staged.row.qualify == Qualify.PER_TABLE


def ties_of(picture: Picture, number: int) -> tuple[Tie, ...]:
    """The ties of a complete stage that a lot breaks: at its cut, or for first place in the last stage."""
    staged = picture.stage(number)
    if staged is None or not staged.complete:
        return ()
    found: tuple[Tie, ...] = picture.once(("ties", number), lambda: _with_how(_ties(picture, staged), staged))
    return found


def open_ties(picture: Picture, number: int) -> tuple[Tie, ...]:
    """Those that the desk has not broken."""
    return tuple(tie for tie in ties_of(picture, number) if not tie.how)


def _with_how(ties: list[Tie], staged: Staged) -> tuple[Tie, ...]:
    """The ties, each with what the desk broke it by, if it broke all of it."""
    broken = {frozenset(tie["order"]): tie["how"] for tie in staged.row.tie_breaks}
    return tuple(tie._replace(how=broken.get(frozenset(tie.entries), "")) for tie in ties)


def through_by_lot(picture: Picture, number: int) -> frozenset[int]:
    """Of those who go on from a stage, those who do so because of a lot."""
    by_lot = (tie for tie in ties_of(picture, number) if tie.how != TieBreak.PLAY_OFF)
    tied = {entry for tie in by_lot for entry in tie.entries}
    return frozenset(tied & set(qualified_for(picture, number + 1)))


def _ties(picture: Picture, staged: Staged) -> list[Tie]:
    last = staged is picture.stages[-1]
    if last and staged.row.kind in PRELIMINARIES:
        standings = [one for one in standings_after(picture, staged.row.number) if one.games]
        return _tie(standings, 1, lambda one: one.merit, None, True)
    count = 1 if last else staged.row.qualify_count or 1
    if staged.row.kind == StageKind.FINAL or staged.row.qualify == Qualify.PER_TABLE:
        present = {*staged.entrants} if last else here(picture)
        return [tie for table in staged.tables for tie in _at_table(picture, staged, table, count, present)]
    if last or staged.row.qualify == Qualify.ALL:
        return []
    pool = set(qualified_for(picture, staged.row.number))
    line = [one for one in standings_after(picture, staged.row.number) if one.entry in pool]
    return _tie(line, count, lambda one: one.merit, None, False)


def _at_table(picture: Picture, staged: Staged, table: Placed, count: int, present: set[int]) -> list[Tie]:
    line = [one for one in table_order(picture, staged, table) if one.entry in present]
    title = staged.row.kind == StageKind.FINAL
    return _tie(line, count, lambda one: one.merit, table.row.number, title)


def _tie(
    line: Sequence[One], count: int, merit: Callable[[One], object], table: int | None, title: bool
) -> list[Tie]:
    """The tie between the last who goes on and the first who doesn't, if they are level."""
    if count >= len(line) or merit(line[count - 1]) != merit(line[count]):
        return []
    level = [n for n, one in enumerate(line) if merit(one) == merit(line[count])]
    return [Tie(tuple(line[n].entry for n in level), count - level[0], table, title)]
