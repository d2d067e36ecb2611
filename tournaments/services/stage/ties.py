"""Exact ties that organisers break themselves, by a play-off elsewhere or a lot drawn by hand."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.models import Stage
from tournaments.models.choices import Status, TieBreak
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.ties import Tie, find_ties
from tournaments.services.editing import editing, require_reason


def break_ties(
    *,
    tournament_id: int,
    stage_number: int,
    order: Sequence[int],
    how: str,
    actor: User,
    now: datetime,
    reason: str,
) -> list[str]:
    """Record the final order of tied entrants, and return their names in this order.

    `order` contains entry ids. `how`, a value of TieBreak, says what has decided the order. Raise WrongMoment
    if the stage is closed, if there is no tie between exactly these entrants, or if a play-off is in progress
    or has broken the tie.
    """
    why = require_reason(reason)
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if stage.closed_at is not None:
            raise WrongMoment(Sentence("%(title)s is closed.", title=stage.title))
        snapshot = read_snapshot(edit.tournament)
        if how not in TieBreak.values:
            raise WrongMoment(Sentence("A tie is broken by a play-off or by a lot."))
        tie = get_open_tie(snapshot, stage, order)
        others = [broken for broken in stage.tie_breaks if set(broken["order"]) != set(order)]
        broken_now = {"how": how, "order": list(order)}
        stage.tie_breaks = [*others, broken_now]
        stage.save(update_fields=["tie_breaks"])
        before = {"how": tie.how, "order": list(tie.entries)}
        edit.add_audit_entry("tie_broken", stage=stage, before=before, after=broken_now, reason=why)
        return [snapshot.entries[entry].shown_name for entry in order]


def get_open_tie(snapshot: TournamentSnapshot, stage: Stage, entries: Sequence[int]) -> Tie:
    """Return the tie between exactly these entrants.

    Raise WrongMoment if they are not tied, or if a play-off is in progress or has already broken the tie.
    """
    stage_snapshot = snapshot.find_stage(stage.number)
    tie = next((tie for tie in find_ties(snapshot, stage.number) if set(tie.entries) == set(entries)), None)
    if stage_snapshot is None or tie is None or len(entries) != len(tie.entries):
        raise WrongMoment(
            Sentence("These entrants are no longer tied for a place that matters. Reload the page.")
        )
    for table in stage_snapshot.play_offs:
        if table.result is None and set(table.entrants) == set(entries):
            raise WrongMoment(
                Sentence(
                    "Their play-off is at table %(number)d: wait for it or call it off.",
                    number=table.row.number,
                )
            )
    by_hand = any(set(broken["order"]) == set(entries) for broken in stage.tie_breaks)
    if tie.how == TieBreak.PLAY_OFF and not by_hand:
        raise WrongMoment(
            Sentence("A play-off has decided this tie. Have it played again, or call it off first.")
        )
    return tie
