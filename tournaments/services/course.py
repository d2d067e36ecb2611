"""The course of a tournament: entry, check-in, stages one after the other, the result."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from games.services.referee import unseal
from tournaments.errors import TablesUnfinished, TooFewEntrants, WrongMoment
from tournaments.models import Stage
from tournaments.models.choices import EntryStatus, Qualify, RoleKind, Status
from tournaments.models.entry import people_of
from tournaments.models.tournament import FEWEST
from tournaments.rules.namesakes import shown_names
from tournaments.selectors.published import published_ranking, published_stage
from tournaments.selectors.snapshot import StageSnapshot, read_snapshot
from tournaments.services.carry_out import carry_out
from tournaments.services.editing import TournamentEdit, editing, given_reason
from tournaments.services.entering import has_room, stand_bys_in_order
from tournaments.services.mails import remind_of_check_in


def open_check_in(*, tournament_id: int, by: User | None, now: datetime) -> None:
    """From entry to check-in; who enters from now on stands by."""
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.ENTRY)
        edit.tournament.status = Status.CHECK_IN
        # From now on the scheduler looks all the time; until now it had no reason to.
        edit.tournament.tended_at = now
        edit.note("check_in_opened")


def remind_check_in(*, tournament_id: int, by: User | None, now: datetime) -> None:
    """Write to those who have not checked in yet, once."""
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.CHECK_IN)
        if edit.tournament.reminded_at is not None:
            raise WrongMoment("They have already been reminded.")
        edit.tournament.reminded_at = now
        waiting = edit.tournament.entries.filter(status=EntryStatus.ENTERED).select_related("user")
        addresses = [entry.user.email for entry in waiting if entry.user and entry.user.email]
        edit.note("check_in_reminded", after={"waiting": len(waiting), "mails": len(addresses)})
        transaction.on_commit(lambda: remind_of_check_in(edit.tournament, addresses))


def close_check_in(*, tournament_id: int, by: User | None, now: datetime) -> None:
    """Begin with those who are there; without check-in, with all who have entered.

    Stand-bys who are there move up while there is room. Raises TooFewEntrants for organisers; the timetable
    cancels such a tournament instead.
    """
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.ENTRY, Status.CHECK_IN)
        tournament = edit.tournament
        entered = tournament.entries.filter(status=EntryStatus.ENTERED)
        absent = list(entered.values_list("name", flat=True)) if tournament.status == Status.CHECK_IN else []
        if tournament.status == Status.CHECK_IN:
            entered.update(status=EntryStatus.WITHDRAWN)
        else:
            entered.update(status=EntryStatus.CHECKED_IN, checked_in_at=now)
        called = _move_up(edit)
        there = tournament.entries.filter(status=EntryStatus.CHECKED_IN).count()
        if by is not None and there < FEWEST:
            raise TooFewEntrants(f"Only {there} checked in: a table needs at least {FEWEST}.")
        tournament.status = Status.RUNNING
        tournament.entry_closes_at = min(filter(None, (tournament.entry_closes_at, now)))
        edit.note("check_in_closed", after={"there": there, "absent": absent, "moved_up": called})


def close_stage(*, tournament_id: int, number: int, by: User | None, now: datetime) -> Stage:
    """Close a stage whose tables all have a result; what it has come to is written down."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage = edit.stage(number)
        stage_snapshot = read_snapshot(edit.tournament).stage(number)
        assert stage_snapshot is not None
        if stage.closed_at is not None or stage.started_at is None:
            raise WrongMoment(f"{stage.title} is not running.")
        if stage_snapshot.waiting or not stage_snapshot.complete:
            waiting = [str(table.row.number) for table in stage_snapshot.waiting]
            raise TablesUnfinished(f"These tables have no result yet: {', '.join(waiting)}.")
        stage.closed_at = now
        stage.save()
        _unseal(stage_snapshot)
        edit.note("stage_closed", stage=stage, after=published_stage(read_snapshot(edit.tournament), number))
        return stage


def reopen_stage(*, tournament_id: int, number: int, by: User, now: datetime, reason: str) -> Stage:
    """Take a stage's close back, so that its tables can be annulled, played again and given other players.

    A finished tournament runs again; one that runs by its timetable stops doing so. Raises ReasonMissing, and
    WrongMoment while a later stage is drawn.
    """
    why = given_reason(reason)
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = edit.stage(number)
        if stage.closed_at is None:
            raise WrongMoment(f"{stage.title} is not closed.")
        later = edit.tournament.stages.filter(number__gt=number, drawn_at__isnull=False).first()
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
    *, tournament_id: int, number: int, qualify: str, count: int | None, by: User, now: datetime
) -> Stage:
    """Say who goes on from a stage; possible until the next one is drawn."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage = edit.stage(number)
        if edit.tournament.stages.filter(number__gt=number, drawn_at__isnull=False).exists():
            raise WrongMoment("The next stage has already been drawn: discard its draw first.")
        if qualify not in Qualify.values or (qualify != Qualify.ALL and not (count and count > 0)):
            raise WrongMoment("Choose who goes on, and how many.")
        before = {"qualify": stage.qualify, "count": stage.qualify_count}
        stage.qualify, stage.qualify_count = qualify, None if qualify == Qualify.ALL else count
        stage.save()
        edit.note("cut_set", stage=stage, before=before, after={"qualify": qualify, "count": count})
        note_corrected(edit, number)
        return stage


def finish_tournament(*, tournament_id: int, by: User | None, now: datetime) -> None:
    """The result stands."""
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.RUNNING)
        snapshot = read_snapshot(edit.tournament)
        if not snapshot.stages or snapshot.current is not None:
            raise WrongMoment("Some stages are not closed yet.")
        edit.tournament.status = Status.FINISHED
        edit.tournament.finished_at = now
        edit.note("finished", after={"ranking": published_ranking(snapshot)})


def cancel_tournament(*, tournament_id: int, by: User | None, now: datetime, reason: str) -> None:
    """It does not take place, or ends here without a result."""
    why = given_reason(reason)
    with editing(tournament_id, by=by, now=now, role=RoleKind.OWNER) as edit:
        edit.require_status(Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
        before = edit.tournament.status
        edit.tournament.status = Status.CANCELLED
        edit.note("cancelled", before=before, reason=why)
        for stage in read_snapshot(edit.tournament).stages:
            if stage.row.started_at is not None and stage.row.closed_at is None:
                _give_up(edit, stage)


def note_corrected(edit: TournamentEdit, number: int) -> None:
    """Write down anew what the closed stages from `number` on have come to, after a correction."""
    snapshot = read_snapshot(edit.tournament)
    for stage in snapshot.stages:
        if stage.row.number >= number and stage.row.closed_at is not None:
            after = published_stage(snapshot, stage.row.number)
            edit.note("standings_corrected", stage=stage.row, after=after)
    if edit.tournament.status == Status.FINISHED:
        edit.note("ranking_corrected", after={"ranking": published_ranking(snapshot)})


def _give_up(edit: TournamentEdit, stage: StageSnapshot) -> None:
    """The games that still run count no more, and nothing is held back any longer."""
    for table in stage.all_tables:
        if table.playing and table.row.game_id:
            table.row.annulled.append(table.row.game_id)
            table.row.save()
    _unseal(stage)
    transaction.on_commit(partial(carry_out, stage.row.pk, now=edit.now), robust=True)


def _unseal(stage: StageSnapshot) -> None:
    """Show what the stage's games held back, those that were annulled too."""
    annulled = [game for table in stage.all_tables for game in table.row.annulled]
    unseal([*annulled, *(table.row.game_id for table in stage.all_tables if table.row.game_id)])


def _move_up(edit: TournamentEdit) -> list[str]:
    """Stand-bys who are there get the free places, in the order in which they came."""
    waiting = stand_bys_in_order(edit)
    if edit.tournament.status == Status.CHECK_IN:
        waiting = waiting.filter(checked_in_at__isnull=False)
    called, shown = [], shown_names(people_of(edit.tournament.pk))
    for entry in waiting:
        if has_room(edit, entry):
            entry.status = EntryStatus.CHECKED_IN
            entry.checked_in_at = entry.checked_in_at or edit.now
            entry.save()
            called.append(shown[entry.pk])
    return called
