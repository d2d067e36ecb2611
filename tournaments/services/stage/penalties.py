"""Penalties: tournament points deducted for a stated reason."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, SentTwice, WrongMoment
from tournaments.models import Entry, Penalty
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw.later_draws import decide_affected_draw, discard_later_draw
from tournaments.services.editing import editing, require_reason
from tournaments.services.stage.closing import record_corrected_standings
from tournaments.services.table.overrun import ensure_stage_started

MAX_POINTS = 1000


def penalise_entrant(
    *,
    entry_id: int,
    points: int,
    actor: User,
    now: datetime,
    reason: str,
    stage: int | None = None,
    next_draw: str | None = None,
    if_penalties: int | None = None,
) -> Penalty:
    """Deduct points from an entrant, or give points back if `points` is negative.

    `stage` is the number of a stage that has started, or None for the whole tournament. If the penalty
    affects the seats of a later stage that has already been drawn, `next_draw` says whether to "keep" or
    "discard" them; raise NextStageDrawn if it is None. `if_penalties` is the number of penalties that the
    entrant had when the form was opened, or None for no check. Raise SentTwice if that number has changed,
    because the form may have been sent twice.
    """
    why = require_reason(reason)
    if not points or abs(points) > MAX_POINTS:
        raise WrongMoment(
            Sentence(
                "A penalty is 1 to %(most)s points. A negative number gives points back.",
                most=MAX_POINTS,
            )
        )
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament(Sentence("There is no such entrant."))
    with editing(tournament, actor=actor, now=now) as edit:
        entry = Entry.objects.get(pk=entry_id)
        # Another number of penalties than when the form was opened means that it was sent twice.
        if if_penalties not in (None, entry.penalties.count()):
            raise SentTwice()
        at = edit.get_stage(stage) if stage is not None else None
        if at is not None:
            ensure_stage_started(at)
        penalty = Penalty(entry=entry, stage=at, points=points, reason=why, by=edit.actor, at=now)
        snapshot = read_snapshot(edit.tournament)
        later = decide_affected_draw(
            edit, snapshot, snapshot.with_added_penalty(penalty), stage or 1, next_draw, why
        )
        penalty.save()
        edit.add_audit_entry(
            "penalised",
            stage=at,
            after={"entry": entry.pk, "name": entry.shown_name, "points": points, **later.audit_note},
            reason=why,
        )
        record_corrected_standings(edit, stage or 1)
    discard_later_draw(later, actor=actor, now=now, reason=why)
    return penalty
