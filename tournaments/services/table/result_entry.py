"""Enter or correct a table's result by hand."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from core.sentence import Sentence, join_sentences
from tournaments.errors import ResultChanged, TablePlays, WrongMoment
from tournaments.models import HandResult, StageTable
from tournaments.models.choices import Status
from tournaments.selectors.snapshot.types import StageTableSnapshot, TournamentSnapshot
from tournaments.services.draw.later_draws import decide_later_draw, discard_later_draw
from tournaments.services.editing import SERVER_NAME, require_reason
from tournaments.services.stage.closing import record_corrected_standings
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.result_rows import apply_result_rows, describe_result_for_audit_log


class EnteredResult(NamedTuple):
    """A table whose result was entered, and whether that replaced an earlier result."""

    table: StageTable
    corrected: bool


def enter_result(
    *,
    stage_table_id: int,
    rows: list[dict[str, int]],
    actor: User,
    now: datetime,
    reason: str,
    if_result: str | None = None,
    next_draw: str | None = None,
) -> EnteredResult:
    """Enter or correct a table's result. If the rows equal the current result, only record a confirmation.

    `rows` has one row for each seat, with `seat`, `score` and `correct_bids` (the number of bids met).
    `if_result` is the table's `result_key` for the result that the user saw, or None for no check. Raise
    ResultChanged if the table has a different result now, unless that result equals the rows. If a later
    stage has already been drawn, `next_draw` says whether to "keep" or "discard" the seats drawn for that
    stage; raise NextStageDrawn if `next_draw` is None. Raise TablePlays if the table's game is in progress.
    """
    why = require_reason(reason)
    with editing_table(stage_table_id, actor, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = table.row.stage
        if table.playing:
            raise TablePlays()
        if stage.started_at is None:
            raise WrongMoment(Sentence("%(title)s has not started.", title=stage.title))
        entered = apply_result_rows(snapshot, table, rows)
        newest = table.row.hand_results.last()
        said = {
            "table": table.row.number,
            "result": describe_result_for_audit_log(snapshot, entered),
            "rows": rows,
        }
        # Compared before `if_result`: two helpers who enter the same result do not contradict each other.
        if entered.result_key == table.result_key:
            edit.add_audit_entry("result_confirmed", stage=stage, after=said, reason=why)
            return EnteredResult(table.row, corrected=False)
        if if_result not in (None, table.result_key):
            raise ResultChanged(_result_changed_message(snapshot, table, newest))
        later = decide_later_draw(edit, snapshot, stage.number, next_draw, why)
        HandResult.objects.create(table=table.row, rows=rows, reason=why, by=edit.actor, at=now)
        before = {"table": table.row.number, "result": describe_result_for_audit_log(snapshot, table)}
        edit.add_audit_entry(
            "result_entered", stage=stage, before=before, after={**said, **later.audit_note}, reason=why
        )
        record_corrected_standings(edit, stage.number)
    # Outside of the edit: discarding a draft is an edit of its own, after the games have been annulled.
    discard_later_draw(later, actor=actor, now=now, reason=why)
    return EnteredResult(table.row, corrected=table.result is not None)


def _result_changed_message(
    snapshot: TournamentSnapshot, table: StageTableSnapshot, newest: HandResult | None
) -> str:
    """Return a message that says that a table's result has changed or been annulled in the meantime."""
    words = describe_result_for_audit_log(snapshot, table)
    if words is None:
        return Sentence(
            "The result of table %(number)d has been annulled in the meantime.", number=table.row.number
        )
    who = (
        (newest.by.username if newest.by else SERVER_NAME)
        if newest and table.by_hand
        else Sentence("the game")
    )
    lines = join_sentences((join_sentences(line, ", ") for line in words), "; ")
    return Sentence(
        "Table %(number)d now has a different result, entered by %(who)s: %(lines)s.",
        number=table.row.number,
        who=who,
        lines=lines,
    )
