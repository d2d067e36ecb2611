"""Play-offs: extra tables of a stage for entrants who are tied."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from core.sentence import Sentence
from games.rules.options import MAX_ROUNDS
from tournaments.errors import WrongMoment
from tournaments.models import Placement, Stage, StageTable
from tournaments.models.choices import Status
from tournaments.rules.standings.play_offs import PlayOffTable, plan_play_off_table, play_off_rounds
from tournaments.selectors.mixes import mix_from_model
from tournaments.selectors.seats import FILLER_NAME, seat_name
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.editing import editing, require_reason
from tournaments.services.stage.closing import reopen_within_edit
from tournaments.services.stage.ties import get_open_tie
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.opening import open_table
from tournaments.services.table.reconcile import reconcile_tables
from tournaments.services.table.result_rows import describe_result_for_audit_log

PLAY_OFF = Sentence("a play-off")
"""The audit log's reason for reopening the stage."""
NO_TABLE = Sentence(
    "Wizard takes three to six players. Hold the play-off another way, and enter the order by hand."
)


def open_play_off(
    *,
    tournament_id: int,
    stage_number: int,
    entries: Sequence[int],
    actor: User,
    now: datetime,
    reason: str = "",
    rounds: int | None = None,
) -> StageTable:
    """Open a play-off table for tied entrants, reopening the stage if necessary.

    `entries` are the ids of the entrants. The table plays `rounds` rounds, by default a full game. Raise
    WrongMoment if a play-off of these entrants is not possible now.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if edit.tournament.stages.filter(number__gt=stage_number, drawn_at__isnull=False).exists():
            raise WrongMoment(Sentence("The next stage has already been drawn: discard its draw first."))
        snapshot = read_snapshot(edit.tournament)
        place = _plan_play_off_table(snapshot, stage, entries)
        if stage.closed_at is not None:
            reopen_within_edit(edit, stage, reason.strip() or PLAY_OFF)
        # An order that organisers entered for the same tie no longer counts.
        stage.tie_breaks = [tie for tie in stage.tie_breaks if set(tie["order"]) != set(entries)]
        stage.save(update_fields=["tie_breaks"])
        row = _create_play_off_table(stage, entries, place, rounds)
        open_table(edit, stage, row, {})
        seats = list(row.placements.order_by("seat"))
        opened = {
            "table": row.number,
            "players": [
                snapshot.entries[seat.entry_id].shown_name if seat.entry_id else FILLER_NAME for seat in seats
            ],
            "cards": [plan["cards"] for plan in row.rounds or ()],
            "placements": [[seat.pk, seat.entry_id] for seat in seats],
        }
        edit.add_audit_entry("play_off_opened", stage=stage, after=opened, reason=reason)
        return row


def cancel_play_off_table(*, stage_table_id: int, actor: User, now: datetime, reason: str) -> StageTable:
    """Cancel a play-off and annul its game.

    Raise WrongMoment if the table is not a play-off or the stage is closed.
    """
    why = require_reason(reason)
    with editing_table(stage_table_id, actor, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING)
        row, stage = table.row, table.row.stage
        if not row.play_off:
            raise WrongMoment(Sentence("Table %(number)d is not a play-off.", number=row.number))
        if stage.closed_at is not None:
            raise WrongMoment(Sentence("%(title)s is closed: reopen it first.", title=stage.title))
        before = {
            "table": row.number,
            "players": [seat_name(snapshot, seat) for seat in table.seats],
            "result": describe_result_for_audit_log(snapshot, table),
            "game": row.game_id,
        }
        if row.game_id:
            row.annulled.append(row.game_id)
            row.game = None
        row.called_off_at = now
        row.save()
        edit.add_audit_entry("play_off_called_off", stage=stage, before=before, reason=why)
        transaction.on_commit(partial(reconcile_tables, stage.pk, now=now), robust=True)
        return row


def _plan_play_off_table(snapshot: TournamentSnapshot, stage: Stage, entries: Sequence[int]) -> PlayOffTable:
    """Return the size and the number of bots of a play-off table.

    Raise WrongMoment if these entrants are not tied or already have a play-off, if one of them has left the
    tournament, or if no table size fits.
    """
    get_open_tie(snapshot, stage, entries)
    gone = [
        snapshot.entries[entry].shown_name for entry in entries if not snapshot.entries[entry].is_checked_in
    ]
    if gone:
        raise WrongMoment(
            Sentence("%(names)s left the tournament. Enter the order by hand.", names=", ".join(gone))
        )
    place = plan_play_off_table(len(entries), bots_allowed=snapshot.tournament.online)
    if place is None:
        raise WrongMoment(NO_TABLE)
    return place


def _create_play_off_table(
    stage: Stage, entries: Sequence[int], table_plan: PlayOffTable, rounds: int | None
) -> StageTable:
    """Store a play-off table with its seats: first the entrants in the order of `entries`, then bots.

    If `rounds` is None, the table plays a full game with the stage's options.
    """
    last = stage.tables.aggregate(last=Max("number"))["last"] or 0
    row = StageTable.objects.create(
        stage=stage,
        number=last + 1,
        size=table_plan.size,
        play_off=True,
        rounds=play_off_rounds(mix_from_model(stage.mix), table_plan.size, rounds or MAX_ROUNDS),
    )
    Placement.objects.bulk_create(
        Placement(stage=stage, table=row, seat=seat, entry_id=entry, bot=entry is None, play_off=True)
        for seat, entry in enumerate((*entries, *(None,) * table_plan.fillers))
    )
    return row
