"""The lifecycle of a tournament: entry, check-in, stages one after the other, the result."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import TooFewEntrants, WrongMoment
from tournaments.models.choices import EntryStatus, RoleKind, Status
from tournaments.models.entry import read_people_of_tournament
from tournaments.models.tournament import MIN_PLAYERS
from tournaments.rules.namesakes import display_names
from tournaments.selectors.published import ranking_for_audit_log
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageSnapshot
from tournaments.services.editing import TournamentEdit, editing, require_reason
from tournaments.services.entry.mails import remind_of_check_in
from tournaments.services.entry.notices import notify_of_check_in
from tournaments.services.entry.places import Places, waiting_list_in_order
from tournaments.services.stage.closing import publish_withheld_cards
from tournaments.services.table.reconcile import reconcile_tables


def open_check_in(*, tournament_id: int, actor: User | None, now: datetime) -> None:
    """Open check-in and notify the entrants. From then on, new entrants go on the waiting list.

    `actor` is the organiser, or None for the scheduler.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.ENTRY)
        edit.tournament.status = Status.CHECK_IN
        # From now on the scheduler checks regularly; until now it had no reason to.
        edit.tournament.ticked_at = now
        edit.add_audit_entry("check_in_opened")
        notify_of_check_in(edit)


def send_check_in_reminder(*, tournament_id: int, actor: User | None, now: datetime) -> None:
    """Email a reminder to entrants who have not checked in, except those on the waiting list.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment if the reminder has already been
    sent.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.CHECK_IN)
        if edit.tournament.reminded_at is not None:
            raise WrongMoment(Sentence("They have already been reminded."))
        edit.tournament.reminded_at = now
        waiting = edit.tournament.entries.filter(status=EntryStatus.ENTERED).select_related("user")
        people = [entry.user for entry in waiting if entry.user and entry.user.email]
        edit.add_audit_entry("check_in_reminded", after={"waiting": len(waiting), "mails": len(people)})
        # After the commit, because an email cannot be recalled.
        transaction.on_commit(lambda: remind_of_check_in(edit.tournament, people))


def close_check_in(*, tournament_id: int, actor: User | None, now: datetime) -> None:
    """Close check-in and start the tournament.

    Withdraw entrants who missed the check-in or, if check-in was never opened, check in all who have entered.
    Then give free places to entrants on the waiting list. Raise TooFewEntrants if fewer than MIN_PLAYERS
    entrants are checked in, but not for the scheduler (`actor` is None), which cancels the tournament later.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.ENTRY, Status.CHECK_IN)
        tournament = edit.tournament
        entered = tournament.entries.filter(status=EntryStatus.ENTERED)
        # Read before the update, after which this query no longer finds anybody.
        absent = list(entered.values_list("name", flat=True)) if tournament.status == Status.CHECK_IN else []
        if tournament.status == Status.CHECK_IN:
            entered.update(status=EntryStatus.WITHDRAWN)
        else:
            entered.update(
                status=EntryStatus.CHECKED_IN, checked_in_at=now, status_before_check_in=EntryStatus.ENTERED
            )
        called = _fill_free_places(edit)
        there = tournament.entries.filter(status=EntryStatus.CHECKED_IN).count()
        if actor is not None and there < MIN_PLAYERS:
            raise TooFewEntrants(
                Sentence(
                    "Only %(there)s checked in: a table needs at least %(fewest)s.",
                    there=there,
                    fewest=MIN_PLAYERS,
                )
            )
        tournament.status = Status.RUNNING
        # Anyone who enters from now on is late, whatever the timetable says.
        tournament.entry_closes_at = min(filter(None, (tournament.entry_closes_at, now)))
        edit.add_audit_entry("check_in_closed", after={"there": there, "absent": absent, "moved_up": called})


def finish_tournament(*, tournament_id: int, actor: User | None, now: datetime) -> None:
    """Finish the tournament and record its final ranking.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment unless all stages are closed.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        snapshot = read_snapshot(edit.tournament)
        if not snapshot.stages or snapshot.current_stage is not None:
            raise WrongMoment(Sentence("Some stages are not closed yet."))
        edit.tournament.status = Status.FINISHED
        edit.tournament.finished_at = now
        edit.add_audit_entry("finished", after={"ranking": ranking_for_audit_log(snapshot)})


def cancel_tournament(*, tournament_id: int, actor: User | None, now: datetime, reason: str) -> None:
    """Cancel the tournament and annul games in progress.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment if the tournament is over.
    """
    why = require_reason(reason)
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        edit.require_status(Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
        before = edit.tournament.status
        edit.tournament.status = Status.CANCELLED
        edit.add_audit_entry("cancelled", before=before, reason=why)
        for stage in read_snapshot(edit.tournament).stages:
            if stage.row.started_at is not None and stage.row.closed_at is None:
                _annul_running_games(edit, stage)


def _annul_running_games(edit: TournamentEdit, stage: StageSnapshot) -> None:
    """Annul a stage's games in progress, and publish the seeds and cards that were secret during play."""
    for table in stage.all_tables:
        if table.playing and table.row.game_id:
            table.row.annulled.append(table.row.game_id)
            table.row.save()
    publish_withheld_cards(edit, stage)
    transaction.on_commit(partial(reconcile_tables, stage.row.pk, now=edit.now), robust=True)


def _fill_free_places(edit: TournamentEdit) -> list[str]:
    """Check in entrants from the waiting list while places are free, and return their names.

    While check-in is open, skip entrants who have not checked in.
    """
    waiting = waiting_list_in_order(edit)
    if edit.tournament.status == Status.CHECK_IN:
        waiting = waiting.filter(checked_in_at__isnull=False)
    called, shown = [], display_names(read_people_of_tournament(edit.tournament.pk))
    places = Places(edit.tournament)
    for entry in waiting:
        if places.reserve_place(entry):
            entry.status_before_check_in = entry.status
            entry.status = EntryStatus.CHECKED_IN
            entry.checked_in_at = entry.checked_in_at or edit.now
            entry.save()
            called.append(shown[entry.pk])
    return called
