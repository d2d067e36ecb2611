"""Close a stage, reopen it, and say how many go on from it."""

from datetime import datetime

from accounts.models import User
from games.services.referee import unseal
from tournaments.errors import TablesUnfinished, WrongMoment
from tournaments.models import Stage
from tournaments.models.choices import Qualify, Status
from tournaments.selectors.published import published_ranking, published_stage
from tournaments.selectors.snapshot import StageSnapshot, read_snapshot
from tournaments.services.editing import TournamentEdit, editing, given_reason


def close_stage(*, tournament_id: int, stage_number: int, by: User | None, now: datetime) -> Stage:
    """Close a stage whose tables all have a result, and write its standings into the audit log."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage, snapshot = edit.stage(stage_number), read_snapshot(edit.tournament)
        stage_snapshot = snapshot.stage(stage_number)
        assert stage_snapshot is not None
        if stage.closed_at is not None or stage.started_at is None:
            raise WrongMoment(f"{stage.title} is not running.")
        if stage_snapshot.waiting or not stage_snapshot.complete:
            waiting = [str(table.row.number) for table in stage_snapshot.waiting]
            raise TablesUnfinished(f"These tables have no result yet: {', '.join(waiting)}.")
        stage.closed_at = now
        stage.save()
        unseal_stage(stage_snapshot)
        edit.note("stage_closed", stage=stage, after=published_stage(snapshot, stage_number))
        return stage


def reopen_stage(*, tournament_id: int, stage_number: int, by: User, now: datetime, reason: str) -> Stage:
    """Take a stage's close back, so that its tables can be annulled, played again and given other players.

    A finished tournament runs again; one that runs by its timetable stops doing so. Raises ReasonMissing, and
    WrongMoment while a later stage is drawn.
    """
    why = given_reason(reason)
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = edit.stage(stage_number)
        if stage.closed_at is None:
            raise WrongMoment(f"{stage.title} is not closed.")
        later = edit.tournament.stages.filter(number__gt=stage_number, drawn_at__isnull=False).first()
        if later is not None:
            raise WrongMoment(f"{later.title} has already been drawn: discard its draw first.")
        reopen(edit, stage, why)
        edit.turn_off_timetable()
        return stage


def reopen(edit: TournamentEdit, stage: Stage, reason: str) -> None:
    """Open a closed stage again, within an edit; no later stage may be drawn."""
    finished = edit.tournament.status == Status.FINISHED
    edit.tournament.status, edit.tournament.finished_at = Status.RUNNING, None
    stage.closed_at = None
    stage.save()
    edit.note("stage_reopened", stage=stage, before={"tournament_finished": finished}, reason=reason)


def set_cut(
    *, tournament_id: int, stage_number: int, qualify: str, count: int | None, by: User, now: datetime
) -> Stage:
    """Set how many go on from a stage; possible until the next one is drawn."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage = edit.stage(stage_number)
        if edit.tournament.stages.filter(number__gt=stage_number, drawn_at__isnull=False).exists():
            raise WrongMoment("The next stage has already been drawn: discard its draw first.")
        if qualify not in Qualify.values or (qualify != Qualify.ALL and not (count and count > 0)):
            raise WrongMoment("Choose who goes on, and how many.")
        before = {"qualify": stage.qualify, "count": stage.qualify_count}
        stage.qualify, stage.qualify_count = qualify, None if qualify == Qualify.ALL else count
        stage.save()
        edit.note("cut_set", stage=stage, before=before, after={"qualify": qualify, "count": count})
        if stage.closed_at is not None:
            after = published_stage(read_snapshot(edit.tournament), stage_number)
            edit.note("qualifiers_changed", stage=stage, after=after)
        return stage


def note_corrected(edit: TournamentEdit, stage_number: int) -> None:
    """After a correction, write the standings of closed stages from this one on into the audit log again."""
    snapshot = read_snapshot(edit.tournament)
    for stage in snapshot.stages:
        if stage.row.number >= stage_number and stage.row.closed_at is not None:
            after = published_stage(snapshot, stage.row.number)
            edit.note("standings_corrected", stage=stage.row, after=after)
    if edit.tournament.status == Status.FINISHED:
        edit.note("ranking_corrected", after={"ranking": published_ranking(snapshot)})


def unseal_stage(stage: StageSnapshot) -> None:
    """Publish the seeds and cards that the stage's games held back, also those of annulled games."""
    annulled = [game for table in stage.all_tables for game in table.row.annulled]
    unseal([*annulled, *(table.row.game_id for table in stage.all_tables if table.row.game_id)])
