"""Exact ties that the desk breaks itself, by a play-off or by a lot drawn by hand."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from tournaments.errors import WrongMoment
from tournaments.models.choices import Status, TieBreak
from tournaments.selectors.picture import picture_of
from tournaments.selectors.ties import ties_of
from tournaments.services.desk import at_desk, given_reason


def break_ties(
    *, tournament_id: int, number: int, order: Sequence[int], how: str, by: User, now: datetime, reason: str
) -> list[str]:
    """Put the entrants of one tie of a stage in this order, before the stage is closed; gives their names.

    `how`: one of TieBreak. Said again of the same tie, it replaces what was said before.
    Raises ReasonMissing, and WrongMoment where these entrants are no tie that decides anything.
    """
    why = given_reason(reason)
    with at_desk(tournament_id, by=by, now=now) as desk:
        desk.expect(Status.RUNNING)
        stage = desk.stage(number)
        if stage.closed_at is not None:
            raise WrongMoment(f"{stage.title} is closed.")
        picture = picture_of(desk.tournament)
        tie = next((tie for tie in ties_of(picture, number) if set(tie.entries) == set(order)), None)
        if tie is None or len(order) != len(tie.entries) or how not in TieBreak.values:
            raise WrongMoment("These entrants are not level for a place that counts: look again.")
        others = [broken for broken in stage.tie_breaks if set(broken["order"]) != set(order)]
        broken_now = {"how": how, "order": list(order)}
        stage.tie_breaks = [*others, broken_now]
        stage.save(update_fields=["tie_breaks"])
        before = {"how": tie.how, "order": list(tie.entries)}
        desk.note("tie_broken", stage=stage, before=before, after=broken_now, reason=why)
        return [picture.entries[entry].name for entry in order]
