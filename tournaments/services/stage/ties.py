"""Exact ties that organisers break themselves, by a play-off or by a lot drawn by hand."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from tournaments.errors import WrongMoment
from tournaments.models import Stage
from tournaments.models.choices import Status, TieBreak
from tournaments.selectors.snapshot import TournamentSnapshot, read_snapshot
from tournaments.selectors.ties import Tie, ties_of
from tournaments.services.editing import editing, given_reason


def break_ties(
    *,
    tournament_id: int,
    stage_number: int,
    order: Sequence[int],
    how: str,
    by: User,
    now: datetime,
    reason: str,
) -> list[str]:
    """Put the entrants of one tie of a stage in this order, before the stage is closed; gives their names.

    `how`: one of TieBreak. Said again of the same tie, it replaces what was said before.
    Raises ReasonMissing, and WrongMoment where these entrants are no tie that decides anything.
    """
    why = given_reason(reason)
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.stage(stage_number)
        if stage.closed_at is not None:
            raise WrongMoment(f"{stage.title} is closed.")
        snapshot = read_snapshot(edit.tournament)
        if how not in TieBreak.values:
            raise WrongMoment("A tie is broken by a play-off or by a lot.")
        tie = refuse_unless_open(snapshot, stage, order)
        others = [broken for broken in stage.tie_breaks if set(broken["order"]) != set(order)]
        broken_now = {"how": how, "order": list(order)}
        stage.tie_breaks = [*others, broken_now]
        stage.save(update_fields=["tie_breaks"])
        before = {"how": tie.how, "order": list(tie.entries)}
        edit.note("tie_broken", stage=stage, before=before, after=broken_now, reason=why)
        return [snapshot.entries[entry].shown_name for entry in order]


def refuse_unless_open(snapshot: TournamentSnapshot, stage: Stage, entries: Sequence[int]) -> Tie:
    """The tie of a stage that these entrants are, where no play-off table decides it; raises WrongMoment."""
    stage_snapshot = snapshot.stage(stage.number)
    tie = next((tie for tie in ties_of(snapshot, stage.number) if set(tie.entries) == set(entries)), None)
    if stage_snapshot is None or tie is None or len(entries) != len(tie.entries):
        raise WrongMoment("These entrants are no longer tied for a place that matters. Reload the page.")
    for table in stage_snapshot.play_offs:
        if table.result is None and set(table.entrants) == set(entries):
            raise WrongMoment(f"Their play-off is at table {table.row.number}: wait for it or call it off.")
    by_hand = any(set(broken["order"]) == set(entries) for broken in stage.tie_breaks)
    if tie.how == TieBreak.PLAY_OFF and not by_hand:
        raise WrongMoment("A play-off has decided this tie. Have it played again, or call it off first.")
    return tie
