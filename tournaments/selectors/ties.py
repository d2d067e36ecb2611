"""Exact ties that a lot decides: at tables, at a cut, and for the title and prizes."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.models.choices import PRELIMINARIES, Qualify, TieBreak
from tournaments.rules.standings.broken_ties import find_tie_break, last_deciding_tie
from tournaments.selectors.final_ranking import final_ranking_ties, ranked_entrants
from tournaments.selectors.qualified import (
    checked_in_entrants,
    entrants_who_may_qualify,
    qualifiers_for_stage,
)
from tournaments.selectors.snapshot.types import StageSnapshot, StageTableSnapshot, TournamentSnapshot
from tournaments.selectors.standings import broken_ties, ranked_scores_at_table, standings_after

NeighbourTest = Callable[[int, int], bool]
"""A test of two neighbours in a ranking (entry ids)."""


class Tie(NamedTuple):
    """Tied entrants (entry ids) in their current order, of whom only some qualify or get the better prize."""

    entries: tuple[int, ...]
    places: int
    """How many of the tied entrants qualify, or get the better prize."""
    table: int | None
    """The number of the table at which they tied; None if they tied in the standings or at other tables."""
    title: bool
    """Whether they tied for first place in the tournament."""
    how: str = ""
    """What broke the tie, as a value of TieBreak; empty if only the computed lot does."""
    prize: int | None = None
    """The place whose prize they tied for; None if they tied for the title or for qualifying."""


def entrants_separated_by_lot(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the ids of the entrants at a table who were tied and then put in order by lot.

    Return an empty set if nothing, such as qualifying, depends on the places at this table.
    """
    return _entrants_separated_by("lot", snapshot, stage, table)


def entrants_placed_by_play_off(
    snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the ids of the entrants at a table who were tied and then put in order by a play-off.

    Return an empty set if nothing, such as qualifying, depends on the places at this table.
    """
    return _entrants_separated_by("play_off", snapshot, stage, table)


def _entrants_separated_by(
    criterion: str, snapshot: TournamentSnapshot, stage: StageSnapshot, table: StageTableSnapshot
) -> frozenset[int]:
    """Return the ids of the entrants at a table who were tied and then put in order by `criterion`.

    `criterion` is "lot" or "play_off". Return an empty set if nothing, such as qualifying, depends on the
    places at this table.
    """
    if not _table_order_matters(stage, table):
        return frozenset()
    line = ranked_scores_at_table(snapshot, stage, table)
    broken = broken_ties(stage)
    pairs = (
        (above.entry, below.entry)
        for above, below in pairwise(line)
        if above.merit == below.merit and find_tie_break(above.entry, below.entry, broken) == criterion
    )
    return frozenset(entry for pair in pairs for entry in pair)


def _table_order_matters(stage: StageSnapshot, table: StageTableSnapshot) -> bool:
    """Return whether anything, such as qualifying, depends on the places at a table."""
    # In a knock-out or final, places at the table count; in other stages, only if each table's best go on.
    return table.row.play_off or stage.row.kind not in PRELIMINARIES or stage.row.qualify == Qualify.PER_TABLE


def find_ties(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """Return a stage's ties that decide who qualifies or, in the last stage, who wins the title or a prize.

    Return () while a result is missing.
    """
    stage = snapshot.find_stage(stage_number)
    if stage is None or not stage.is_complete:
        return ()
    found: tuple[Tie, ...] = snapshot.compute_once(
        ("ties", stage_number),
        lambda: _mark_ties_broken_by_organisers(_ties_for_qualifying_or_prizes(snapshot, stage), stage),
    )
    return found


def open_ties(snapshot: TournamentSnapshot, stage_number: int) -> tuple[Tie, ...]:
    """Return a stage's ties that neither a play-off nor the organisers have broken.

    Only ties that decide who qualifies or, in the last stage, who wins the title or a prize, are included.
    """
    return tuple(tie for tie in find_ties(snapshot, stage_number) if not tie.how)


def _mark_ties_broken_by_organisers(ties: list[Tie], stage: StageSnapshot) -> tuple[Tie, ...]:
    """Return the ties, with `how` set to "play_off" or "lot" for those that the organisers have broken.

    Ties that are already marked as broken by a play-off are left unchanged.
    """
    broken = {frozenset(tie["order"]): tie["how"] for tie in stage.row.tie_breaks}
    return tuple(tie._replace(how=tie.how or broken.get(frozenset(tie.entries), "")) for tie in ties)


def entrants_qualified_only_by(
    criterion: str, snapshot: TournamentSnapshot, stage_number: int
) -> frozenset[int]:
    """Return the ids of the entrants who qualify from a stage only because `criterion` has broken a tie.

    `criterion` is "play_off" or "lot". A lot may have been drawn by hand or computed by the server. For the
    last stage, return those who qualify and were in such a tie for the title or a prize.
    """
    # Ties without `how` are broken by the computed lot.
    ties = (tie for tie in find_ties(snapshot, stage_number) if (tie.how or TieBreak.DRAWN_LOT) == criterion)
    tied = {entry for tie in ties for entry in tie.entries}
    return frozenset(tied & set(qualifiers_for_stage(snapshot, stage_number + 1)))


def _ties_for_qualifying_or_prizes(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return a stage's ties that decide who qualifies or, in the last stage, who wins the title or a prize.

    Only ties broken by a play-off are marked as broken.
    """
    if stage is snapshot.stages[-1]:
        return _ties_for_prizes(snapshot, stage)
    if stage.row.qualify == Qualify.PER_TABLE:
        return _ties_for_qualifying_at_tables(snapshot, stage)
    if stage.row.qualify == Qualify.ALL:
        return []
    pool = entrants_who_may_qualify(snapshot, stage)
    line = [one for one in standings_after(snapshot, stage.row.number) if one.entry in pool]
    merits = {one.entry: one.merit for one in line}
    count = stage.row.qualify_count or 1
    return _find_tie_at_cut([*merits], count, _make_tie_test(merits), _make_play_off_test(stage), None)


def _ties_for_qualifying_at_tables(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return the ties between a qualifier and a non-qualifier who played at the same table."""
    present, through = (
        checked_in_entrants(snapshot),
        set(qualifiers_for_stage(snapshot, stage.row.number + 1)),
    )
    found: list[Tie] = []
    # Entrants of different tables are never compared, even if the next best of each table also qualify.
    for table in stage.tables:
        line = [one for one in ranked_scores_at_table(snapshot, stage, table) if one.entry in present]
        merits = {one.entry: one.merit for one in line}
        count = sum(one.entry in through for one in line)
        found += _find_tie_at_cut(
            [*merits], count, _make_tie_test(merits), _make_play_off_test(stage), table.row.number
        )
    return found


def _ties_for_prizes(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[Tie]:
    """Return the ties in the final ranking that affect the title or a prize."""
    prizes = snapshot.tournament.prizes_by_place
    levels, ranking = final_ranking_ties(snapshot, include_manual=False), ranked_entrants(snapshot)

    def are_tied(above: int, below: int) -> bool:
        """Return whether two neighbours in the final ranking (entry ids) are tied."""
        return levels.ties_between(above, below) is not None

    def is_decided_by_play_off(above: int, below: int) -> bool:
        """Return whether a play-off decided the order of two tied neighbours in the final ranking."""
        tie = last_deciding_tie(above, below, levels.ties_between(above, below) or ())
        return tie is not None and tie.how == TieBreak.PLAY_OFF

    found: dict[tuple[int, ...], Tie] = {}
    for count in range(1, max(len(prizes), 1) + 1):
        # The order makes no difference for two places with the same prize.
        if count > 1 and prizes[count - 1 : count] == prizes[count : count + 1]:
            continue
        for tie in _find_tie_at_cut(ranking, count, are_tied, is_decided_by_play_off, None):
            table = (
                levels.find_table_of_last_tie(tie.entries) if stage.row.kind not in PRELIMINARIES else None
            )
            prize = None if count == 1 else count
            found.setdefault(tie.entries, tie._replace(table=table, title=count == 1, prize=prize))
    return list(found.values())


def _make_tie_test(merits: Mapping[int, object]) -> NeighbourTest:
    """Return a function that takes the entry ids of two entrants and tells whether they are tied.

    `merits` maps entry ids to results, such as (points, game points, correct bids). Equal results are a tie.
    """
    return lambda above, below: merits[above] == merits[below]


def _make_play_off_test(stage: StageSnapshot) -> NeighbourTest:
    """Return a function that tells whether a play-off decided the order of two entrants.

    The returned function takes two entry ids.
    """
    broken = broken_ties(stage, include_manual=False)
    return lambda above, below: find_tie_break(above, below, broken) == TieBreak.PLAY_OFF


def _find_tie_at_cut(
    ranked_entries: Sequence[int],
    qualifying_count: int,
    are_tied: NeighbourTest,
    is_decided_by_play_off: NeighbourTest,
    table_number: int | None,
) -> list[Tie]:
    """Find the tie that includes both the last entrant above a cut and the first entrant below it.

    `ranked_entries` contains entry ids, best first. The first `qualifying_count` entrants are above the cut:
    they qualify, or win the title or a prize. `table_number` is the number of the table at which the entrants
    are compared, or None if the ranking covers several tables. Return a list with the tie, or [] if there is
    none.
    """
    if not 0 < qualifying_count < len(ranked_entries) or not are_tied(
        ranked_entries[qualifying_count - 1], ranked_entries[qualifying_count]
    ):
        return []
    # If a play-off has separated these two, the tie includes all entrants tied with them and is marked as
    # broken. Otherwise, entrants whom a play-off has separated from these two are left out.
    by_play_off = is_decided_by_play_off(
        ranked_entries[qualifying_count - 1], ranked_entries[qualifying_count]
    )

    def in_same_tie(above: int, below: int) -> bool:
        """Return whether two neighbours in the ranking belong to the same tie."""
        return are_tied(above, below) and (by_play_off or not is_decided_by_play_off(above, below))

    first, last = qualifying_count - 1, qualifying_count
    while first > 0 and in_same_tie(ranked_entries[first - 1], ranked_entries[first]):
        first -= 1
    while last + 1 < len(ranked_entries) and in_same_tie(ranked_entries[last], ranked_entries[last + 1]):
        last += 1
    how = str(TieBreak.PLAY_OFF) if by_play_off else ""
    return [Tie(tuple(ranked_entries[first : last + 1]), qualifying_count - first, table_number, False, how)]
