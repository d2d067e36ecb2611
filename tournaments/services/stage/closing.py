"""Closes and reopens stages, and sets how many qualify."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from games.services.referee import reveal_sealed_tables
from tournaments.errors import TablesUnfinished, WrongMoment
from tournaments.models import Stage
from tournaments.models.choices import (
    NO_BEST,
    TOO_FEW_BEST,
    Qualify,
    Status,
    qualify_choices,
)
from tournaments.selectors.published import ranking_for_audit_log, stage_closing_for_audit_log
from tournaments.selectors.qualified import is_cut_too_small
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageSnapshot
from tournaments.services.editing import TournamentEdit, editing, require_reason
from tournaments.services.entry.checks import ensure_not_over


def close_stage(*, tournament_id: int, stage_number: int, actor: User | None, now: datetime) -> Stage:
    """Close a stage, and record its standings in the audit log.

    `actor` is the organiser, or None for the scheduler. Raise TablesUnfinished if a table has no result.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        stage, snapshot = edit.get_stage(stage_number), read_snapshot(edit.tournament)
        stage_snapshot = snapshot.find_stage(stage_number)
        assert stage_snapshot is not None
        if stage.closed_at is not None or stage.started_at is None:
            raise WrongMoment(Sentence("%(title)s is not running.", title=stage.title))
        # `waiting` also includes play-offs, because their order decides who goes on.
        if stage_snapshot.tables_without_result or not stage_snapshot.is_complete:
            waiting = [str(table.row.number) for table in stage_snapshot.tables_without_result]
            raise TablesUnfinished(
                Sentence("These tables have no result yet: %(names)s.", names=", ".join(waiting))
            )
        stage.closed_at = now
        stage.save()
        # Cards that were secret during play.
        publish_withheld_cards(edit, stage_snapshot)
        edit.add_audit_entry(
            "stage_closed", stage=stage, after=stage_closing_for_audit_log(snapshot, stage_number)
        )
        return stage


def reopen_stage(*, tournament_id: int, stage_number: int, actor: User, now: datetime, reason: str) -> Stage:
    """Reopen a closed stage, and turn the automatic timetable off.

    Raise WrongMoment if a later stage has been drawn.
    """
    why = require_reason(reason)
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = edit.get_stage(stage_number)
        if stage.closed_at is None:
            raise WrongMoment(Sentence("%(title)s is not closed.", title=stage.title))
        later = edit.tournament.stages.filter(number__gt=stage_number, drawn_at__isnull=False).first()
        if later is not None:
            raise WrongMoment(
                Sentence("%(title)s has already been drawn: discard its draw first.", title=later.title)
            )
        reopen_within_edit(edit, stage, why)
        edit.turn_off_timetable()
        return stage


def reopen_within_edit(edit: TournamentEdit, stage: Stage, reason: str) -> None:
    """Reopen a closed stage as part of an edit. A finished tournament is then running again.

    The caller must check that no later stage has been drawn.
    """
    finished = edit.tournament.status == Status.FINISHED
    edit.tournament.status, edit.tournament.finished_at = Status.RUNNING, None
    stage.closed_at = None
    stage.save()
    edit.add_audit_entry(
        "stage_reopened", stage=stage, before={"tournament_finished": finished}, reason=reason
    )


def set_qualification(
    *, tournament_id: int, stage_number: int, qualify: str, count: int | None, actor: User, now: datetime
) -> Stage:
    """Set which entrants qualify from a stage, and how many.

    `qualify` is a value of Qualify. `count` is the number of qualifiers: for BEST, from the whole stage; for
    PER_TABLE, from each table. It is ignored for ALL. Raise WrongMoment if the values are not valid for the
    stage, if fewer entrants would qualify than a table of the next stage needs, if a later stage has been
    drawn, or if the tournament is over.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        ensure_not_over(edit.tournament)
        stage = edit.get_stage(stage_number)
        if edit.tournament.stages.filter(number__gt=stage_number, drawn_at__isnull=False).exists():
            raise WrongMoment(Sentence("The next stage has already been drawn: discard its draw first."))
        if qualify not in Qualify.values or (qualify != Qualify.ALL and not (count and count > 0)):
            raise WrongMoment(Sentence("Choose who goes on, and how many."))
        if qualify not in dict(qualify_choices(stage.kind)):
            raise WrongMoment(NO_BEST)
        if is_cut_too_small(stage, qualify, count):
            raise WrongMoment(TOO_FEW_BEST)
        before = {"qualify": stage.qualify, "count": stage.qualify_count}
        stage.qualify, stage.qualify_count = qualify, None if qualify == Qualify.ALL else count
        stage.save()
        after = {"qualify": stage.qualify, "count": stage.qualify_count}
        edit.add_audit_entry("cut_set", stage=stage, before=before, after=after)
        if stage.closed_at is not None:
            qualifiers = stage_closing_for_audit_log(read_snapshot(edit.tournament), stage_number)
            edit.add_audit_entry("qualifiers_changed", stage=stage, after=qualifiers)
        return stage


def record_corrected_standings(edit: TournamentEdit, stage_number: int) -> None:
    """Record corrected standings in the audit log, for each closed stage from stage `stage_number` on.

    Also record the final ranking if the tournament is finished.
    """
    snapshot = read_snapshot(edit.tournament)
    for stage in snapshot.stages:
        if stage.row.number >= stage_number and stage.row.closed_at is not None:
            after = stage_closing_for_audit_log(snapshot, stage.row.number)
            edit.add_audit_entry("standings_corrected", stage=stage.row, after=after)
    if edit.tournament.status == Status.FINISHED:
        edit.add_audit_entry("ranking_corrected", after={"ranking": ranking_for_audit_log(snapshot)})


def publish_withheld_cards(edit: TournamentEdit, stage: StageSnapshot) -> None:
    """Reveal the seeds and cards of a stage's games, including annulled games."""
    # If all tables of a stage play the same deals, these are secret while it is being played.
    annulled = [game for table in stage.all_tables for game in table.row.annulled]
    games = [*annulled, *(table.row.game_id for table in stage.all_tables if table.row.game_id)]
    reveal_sealed_tables(games, visibility=edit.tournament.table_visibility)
