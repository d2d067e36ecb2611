"""Arbiters' rulings at a table: stop its game, or have it replayed."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.models import HandResult
from tournaments.models.choices import Status
from tournaments.selectors.snapshot.types import StageTableSnapshot
from tournaments.services.editing import require_reason
from tournaments.services.table.clocks import log_and_reconcile_tables
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.opening import open_table
from tournaments.services.table.reconcile import reconcile_tables
from tournaments.services.table.result_rows import describe_result_for_audit_log

NEW_CARDS = Sentence("new ones, not those of the other tables")
"""The audit log's remark that the table's result cannot be compared with the others' any more."""


def stop_table(*, stage_table_id: int, actor: User | None, now: datetime, reason: str) -> None:
    """Stop a table's game. Only rounds already scored count.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment if no game is in progress.
    """
    why = require_reason(reason)
    with editing_table(stage_table_id, actor, now) as (edit, table, _):
        _ensure_game_in_progress(table)
        table.row.stopped_at = now
        table.row.save()
        log_and_reconcile_tables(edit, "table_stopped", table.row.stage, [table.row], reason=why)


def replay_table(*, stage_table_id: int, actor: User, now: datetime, reason: str) -> None:
    """Annul a table's game and result, and let the same players start over with new cards.

    Raise CannotBeSeated if the new game cannot be opened.
    """
    why = require_reason(reason)
    with editing_table(stage_table_id, actor, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING)
        row, stage = table.row, table.row.stage
        if stage.started_at is None or stage.closed_at is not None:
            raise WrongMoment(Sentence("Only a table of a running stage can be played again."))
        before = {
            "game": row.game_id,
            "result": describe_result_for_audit_log(snapshot, table),
            "table": row.number,
        }
        if row.game_id:
            row.annulled.append(row.game_id)
        if row.hand_results.exists():
            # Results are only ever added: this one says that there is none.
            HandResult.objects.create(table=row, rows=[], reason=why, by=edit.actor, at=now)
        row.stopped_at = row.halted_at = row.overran_at = None
        # No shared seeds, even if all tables play the same deals: nobody may replay cards they have seen.
        open_table(edit, stage, row, {})
        after = {"cards": NEW_CARDS} if edit.tournament.online and edit.tournament.same_deals else None
        edit.add_audit_entry("table_replayed", stage=stage, before=before, after=after, reason=why)
        transaction.on_commit(partial(reconcile_tables, stage.pk, now=now), robust=True)


def _ensure_game_in_progress(table: StageTableSnapshot) -> None:
    """Raise WrongMoment unless the table has a game in progress."""
    if not table.playing or table.row.stopped_at is not None:
        raise WrongMoment(Sentence("Table %(number)d is not playing.", number=table.row.number))
