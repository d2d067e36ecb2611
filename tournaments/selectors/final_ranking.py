"""The final ranking of a tournament: finalists first, then knock-out stages, then the standings."""

from tournaments.models.choices import PRELIMINARIES, EntryStatus, StageKind
from tournaments.rules.standings.broken_ties import BrokenTies
from tournaments.rules.standings.final_list import (
    LaterStage,
    RankingTies,
    final_ranking,
    neighbours_separated_by,
    reorder_tied_entrants,
)
from tournaments.rules.standings.standings import StageScore
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
from tournaments.selectors.standings import (
    broken_ties,
    ranked_scores_at_table,
    standings_after,
    ties_broken_in_standings,
)


def ranked_entrants(snapshot: TournamentSnapshot) -> tuple[int, ...]:
    """Return the ids of the entrants in the order of the final ranking, the winner first.

    Until the tournament ends, the ranking uses the results so far.
    """
    found: tuple[int, ...] = snapshot.compute_once(
        "ranked_entrants", lambda: _compute_ranked_entrants(snapshot)
    )
    return found


def entrants_ranked_by_lot(snapshot: TournamentSnapshot) -> frozenset[int]:
    """Return the ids of the entrants whom a lot has separated from a tied neighbour in the final ranking."""
    return neighbours_separated_by("lot", ranked_entrants(snapshot), final_ranking_ties(snapshot))


def entrants_ranked_by_play_off(snapshot: TournamentSnapshot) -> frozenset[int]:
    """Return the ids of the entrants whom a play-off has separated from a tied neighbour in the ranking."""
    return neighbours_separated_by("play_off", ranked_entrants(snapshot), final_ranking_ties(snapshot))


def final_ranking_ties(snapshot: TournamentSnapshot, *, include_manual: bool = True) -> RankingTies:
    """Return an object that tells which entrants in the final ranking are tied.

    If `include_manual` is false, ties that organisers broke by hand count as not broken.
    """
    found: RankingTies = snapshot.compute_once(
        ("final_ranking_ties", include_manual),
        lambda: RankingTies(
            standings_after(snapshot),
            _build_later_stages(snapshot, include_manual),
            ties_broken_in_standings(snapshot, None, include_manual=include_manual),
            _ties_broken_in_last_stage(snapshot, include_manual),
        ),
    )
    return found


def _ties_broken_in_last_stage(snapshot: TournamentSnapshot, include_manual: bool) -> BrokenTies:
    """Return the ties broken in the last stage.

    If `include_manual` is false, leave out the ties that organisers broke by hand.
    """
    return broken_ties(snapshot.stages[-1], include_manual=include_manual) if snapshot.stages else ()


def _compute_ranked_entrants(snapshot: TournamentSnapshot) -> tuple[int, ...]:
    """Return the ids of the entrants in the order of the final ranking, the winner first, without caching."""
    preliminary = [standing.entry for standing in standings_after(snapshot)]
    ranking = final_ranking(
        preliminary, _build_later_stages(snapshot, include_manual=True), lot_seed=snapshot.tournament.lot_seed
    )
    return reorder_tied_entrants(
        ranking, final_ranking_ties(snapshot), _ties_broken_in_last_stage(snapshot, include_manual=True)
    )


def _build_later_stages(snapshot: TournamentSnapshot, include_manual: bool) -> list[LaterStage]:
    """Return the knock-out stages and the final, with their results and broken ties.

    If `include_manual` is false, leave out the ties that organisers broke by hand.
    """
    later = [stage for stage in snapshot.stages if stage.row.kind not in PRELIMINARIES]
    return [
        LaterStage(
            stage.row.kind == StageKind.FINAL,
            _scores_table_by_table(snapshot, stage),
            broken_ties(stage, include_manual=include_manual),
        )
        for stage in later
    ]


def _scores_table_by_table(snapshot: TournamentSnapshot, stage: StageSnapshot) -> tuple[StageScore, ...]:
    """Return the scores in a stage, table by table and best first at each table.

    Disqualified entrants are left out.
    """
    gone = {entry.pk for entry in snapshot.entries.values() if entry.status == EntryStatus.DISQUALIFIED}
    orders = (ranked_scores_at_table(snapshot, stage, table) for table in stage.tables)
    return tuple(made for order in orders for made in order if made.entry not in gone)
