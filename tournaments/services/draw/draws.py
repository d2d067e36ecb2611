"""Draws of a stage: drawing and redrawing its seats, and releasing, taking back or discarding a draw."""

import secrets
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.models import Placement, Stage, StageTable
from tournaments.models.choices import RoleKind, Status
from tournaments.rules.draw.draw import Seating
from tournaments.selectors.play_state import play_has_begun
from tournaments.selectors.published import qualifiers_for_audit_log
from tournaments.selectors.qualified import changed_qualifiers
from tournaments.selectors.seats import drawn_player_name, seat_names_by_table
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.draw.search import OutdatedError, revalidate_seating, search_seating
from tournaments.services.draw.seating import build_draw_report
from tournaments.services.editing import TournamentEdit, editing, editing_without_role, require_role
from tournaments.services.entry.notices import notify_of_seats
from tournaments.services.table.reconcile import reconcile_tables

SEED_BITS = 32
ATTEMPTS = 5
"""Maximum number of searches; one is repeated if the tournament has changed in the meantime."""
CHANGED_MEANWHILE = Sentence("The tournament changed while the seats were drawn. Try again.")


def draw_stage(
    *,
    tournament_id: int,
    stage_number: int,
    actor: User | None,
    now: datetime,
    seed: int | None = None,
    expected_version: int | None = None,
) -> Stage:
    """Draw the seats of a stage for the entrants who qualify, without publishing the draw.

    `actor` is the organiser, or None for the scheduler. Without a seed, a random one is used. Raise
    CannotBeSeated if no seating is possible, and WrongMoment if the stage cannot be drawn now, or if
    `expected_version` is given and the tournament has another version.
    """
    require_role(tournament_id, actor, RoleKind.ARBITER)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    for _ in range(ATTEMPTS):
        # Search without the lock, so that nobody waits; a change in between is noticed once the lock is held.
        search = search_seating(tournament_id, stage_number, seed)
        # Annul the games of a draw that was taken back before its tables are deleted.
        reconcile_tables(search.stage.pk, now=now)
        with suppress(OutdatedError), editing_without_role(tournament_id, actor=actor, now=now) as edit:
            if expected_version is not None and edit.tournament.number != expected_version:
                raise WrongMoment(CHANGED_MEANWHILE)
            return _store_draw(edit, revalidate_seating(edit, search), stage_number, search.seating)
    # The tournament has changed during each search.
    raise WrongMoment(CHANGED_MEANWHILE)


def release_draw(*, tournament_id: int, stage_number: int, actor: User | None, now: datetime) -> Stage:
    """Publish the seats that were drawn for a stage, and notify the players of their tables.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment if there is no unpublished draw, if
    a seated entrant is no longer checked in, or if other entrants qualify now.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if stage.drawn_at is None:
            raise WrongMoment(Sentence("%(title)s has not been drawn yet.", title=stage.title))
        if stage.released_at is not None:
            raise WrongMoment(
                Sentence("The seats of %(title)s have already been released.", title=stage.title)
            )
        seats = stage.placements.filter(play_off=False)
        # A draft may be older than a withdrawal; releasing it would seat somebody who is not there.
        gone = [
            placement.entry.shown_name
            for placement in seats.filter(entry__isnull=False).select_related("entry")
            if placement.entry is not None and not placement.entry.is_checked_in
        ]
        if gone:
            raise WrongMoment(
                Sentence(
                    "%(names)s left after the draw. Draw again, or give the seat to somebody else.",
                    names=", ".join(gone),
                )
            )
        _ensure_qualifiers_unchanged(edit, stage)
        stage.released_at = now
        stage.save()
        whose = list(seats.order_by("table__number", "seat").values_list("pk", "entry"))
        edit.add_audit_entry("draw_released", stage=stage, after={"seats": whose})
        notify_of_seats(edit, stage)
        return stage


def _ensure_qualifiers_unchanged(edit: TournamentEdit, stage: Stage) -> None:
    """Raise WrongMoment if the entrants who qualify for a stage have changed since it was drawn."""
    snapshot = read_snapshot(edit.tournament)
    stage_snapshot = snapshot.find_stage(stage.number)
    changed = changed_qualifiers(snapshot, stage_snapshot) if stage_snapshot else ()
    if changed:
        raise WrongMoment(
            Sentence(
                "Who plays in %(title)s has changed since the draw (%(names)s). Draw again.",
                title=stage.title,
                names=", ".join(sorted(snapshot.entries[entry].shown_name for entry in changed)),
            )
        )


def take_back_draw(
    *, tournament_id: int, stage_number: int, actor: User, now: datetime, reason: str = ""
) -> Stage:
    """Turn a stage's published draw back into a draft, and annul the stage's games.

    Also turn the automatic timetable off. `reason` is for the audit log. Raise WrongMoment if the draw is not
    published or play has begun.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if stage.released_at is None or stage.closed_at is not None:
            raise WrongMoment(Sentence("The seats of %(title)s have not been released.", title=stage.title))
        if play_has_begun(read_snapshot(edit.tournament), stage_number):
            raise WrongMoment(
                Sentence("The first card has been played, so these seats cannot change any more.")
                if edit.tournament.online
                else Sentence("A result has been entered, so these seats cannot change any more.")
            )
        return_draw_to_draft(edit, stage, reason)
        return stage


def return_draw_to_draft(edit: TournamentEdit, stage: Stage, reason: str) -> None:
    """Turn a stage's published draw back into a draft, and turn the automatic timetable off.

    The stage's games are annulled after the transaction. `reason` is for the audit log. The caller must check
    that play has not begun.
    """
    games = []
    for table in stage.tables.all():
        if table.game_id:
            games.append(table.game_id)
            # Kept on the row, so that the game is annulled even if this process dies before it has done so.
            table.annulled.append(table.game_id)
        table.game = table.opened_at = table.closes_at = table.halted_at = None
        table.stopped_at = table.overran_at = None
        if table.play_off:
            # A draft has no results, so nobody is tied.
            table.called_off_at = edit.now
        table.save()
    stage.released_at = stage.started_at = stage.warned_at = None
    stage.save()
    edit.add_audit_entry("draw_taken_back", stage=stage, before={"games": games}, reason=reason)
    # It would publish the same seats again.
    edit.turn_off_timetable()
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)


def discard_draw(
    *, tournament_id: int, stage_number: int, actor: User, now: datetime, reason: str = ""
) -> Stage:
    """Delete the unpublished draw of a stage, and turn the automatic timetable off.

    `reason` is for the audit log. Raise WrongMoment if the stage has no unpublished draw.
    """
    stage = Stage.objects.filter(tournament=tournament_id, number=stage_number).first()
    if stage is not None:
        # Annul the games of a draw that was taken back before its tables are deleted.
        reconcile_tables(stage.pk, now=now)
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if stage.drawn_at is None:
            raise WrongMoment(Sentence("%(title)s has not been drawn.", title=stage.title))
        if stage.released_at is not None:
            raise WrongMoment(
                Sentence(
                    "The seats of %(title)s have been released. Take them back first.", title=stage.title
                )
            )
        before = {
            "seed": stage.draw_seed,
            "tables": seat_names_by_table(read_snapshot(edit.tournament), stage_number),
        }
        stage.tables.all().delete()
        stage.drawn_at, stage.draw_seed, stage.draw_report = None, None, {}
        stage.save()
        edit.add_audit_entry("draw_discarded", stage=stage, before=before, reason=reason)
        edit.turn_off_timetable()
        return stage


def _store_draw(
    edit: TournamentEdit, snapshot: TournamentSnapshot, stage_number: int, seating: Seating
) -> Stage:
    """Replace a stage's tables and seats with a new seating, and record the draw in the audit log.

    The new seats of entrants who had a locked seat are locked too.
    """
    stage = edit.get_stage(stage_number)
    before = seat_names_by_table(snapshot, stage_number)
    # Read before the tables are deleted, because their placements are deleted with them.
    locked = set(stage.placements.filter(locked=True, entry__isnull=False).values_list("entry", flat=True))
    stage.tables.all().delete()
    tables = StageTable.objects.bulk_create(
        StageTable(stage=stage, number=n, size=len(players))
        for n, players in enumerate(seating.tables, start=1)
    )
    Placement.objects.bulk_create(
        Placement(
            stage=stage,
            table=table,
            seat=seat,
            entry_id=player if player > 0 else None,
            bot=player < 0,
            locked=player in locked,
        )
        for table, players in zip(tables, seating.tables, strict=True)
        for seat, player in enumerate(players)
    )
    players = qualifiers_for_audit_log(snapshot, stage_number)
    stage.drawn_at, stage.draw_seed = edit.now, seating.seed
    stage.draw_report = {**build_draw_report(seating), "qualified": players["qualified"]}
    # The recorded tie-breaks belonged to the old tables.
    stage.tie_breaks = []
    stage.save()
    after = [[drawn_player_name(snapshot, player) for player in players] for players in seating.tables]
    edit.add_audit_entry(
        "seats_drawn", stage=stage, before=before, after={"seed": seating.seed, "tables": after, **players}
    )
    return stage
