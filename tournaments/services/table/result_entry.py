"""Enter or correct a table's result by hand."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from tournaments.errors import ResultChanged, TablePlays, WrongMoment
from tournaments.models import HandResult, StageTable
from tournaments.models.choices import Status
from tournaments.selectors.snapshot import StageTableSnapshot, TournamentSnapshot
from tournaments.services.draw.later_draws import decide, finish
from tournaments.services.editing import SERVER_NAME, given_reason
from tournaments.services.stage.closing import note_corrected
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.result_rows import result_in_words, with_rows


class EnteredResult(NamedTuple):
    """The table, and whether it had another result before."""

    table: StageTable
    corrected: bool


def enter_result(
    *,
    stage_table_id: int,
    rows: list[dict[str, int]],
    by: User,
    now: datetime,
    reason: str,
    if_result: str | None = None,
    next_draw: str | None = None,
) -> EnteredResult:
    """Enter or correct a table's result by hand: `{"seat", "score", "correct_bids"}` for each of its seats.

    `if_result`: the `result_key` that was there when they looked (None: whatever is there is replaced).
    `next_draw`: `keep` or `discard` where a later stage is drawn. The same result again, also that of
    the table's game, only confirms it.
    Raises TablePlays while the game runs, ReasonMissing, WrongMoment for what no game can end with,
    ResultChanged, NextStageDrawn.
    """
    why = given_reason(reason)
    with editing_table(stage_table_id, by, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = table.row.stage
        if table.playing:
            raise TablePlays()
        if stage.started_at is None:
            raise WrongMoment(f"{stage.title} has not started.")
        entered = with_rows(snapshot, table, rows)
        newest = table.row.hand_results.last()
        said = {"table": table.row.number, "result": result_in_words(snapshot, entered), "rows": rows}
        if entered.result_key == table.result_key:
            edit.note("result_confirmed", stage=stage, after=said, reason=why)
            return EnteredResult(table.row, corrected=False)
        if if_result not in (None, table.result_key):
            raise ResultChanged(_changed(snapshot, table, newest))
        later = decide(edit, snapshot, stage.number, next_draw, why)
        HandResult.objects.create(table=table.row, rows=rows, reason=why, by=edit.by, at=now)
        before = {"table": table.row.number, "result": result_in_words(snapshot, table)}
        edit.note("result_entered", stage=stage, before=before, after={**said, **later.words}, reason=why)
        note_corrected(edit, stage.number)
    finish(later, by=by, now=now, reason=why)
    return EnteredResult(table.row, corrected=table.result is not None)


def _changed(snapshot: TournamentSnapshot, table: StageTableSnapshot, newest: HandResult | None) -> str:
    """The sentence for somebody whose view of the result is out of date."""
    words = result_in_words(snapshot, table)
    if words is None:
        return f"The result of table {table.row.number} has been annulled in the meantime."
    who = (newest.by.username if newest.by else SERVER_NAME) if newest and table.by_hand else "the game"
    lines = "; ".join(", ".join(line) for line in words)
    return f"Table {table.row.number} now has a different result, entered by {who}: {lines}."
