"""Corrections after the next stage has been drawn: their effect on that draw, and what happens to it."""

from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NextStageDrawn, WrongMoment
from tournaments.models import Stage
from tournaments.rules.errors import CannotSeat
from tournaments.selectors.play_state import play_has_begun
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
from tournaments.services.draw.draws import discard_draw, return_draw_to_draft
from tournaments.services.draw.seating import build_draw_input, find_best_seating
from tournaments.services.editing import TournamentEdit

KEEP, DISCARD = "keep", "discard"
"""The choices for a draw that was based on results that are now being corrected."""


class TableMove(NamedTuple):
    """An entrant who would move from `table` to `new_table` if the stage were drawn again."""

    name: str
    table: int
    new_table: int


class Consequences(NamedTuple):
    """How a correction would affect the last stage that has been drawn."""

    stage: Stage
    begun: bool
    """Whether cards have been played in that stage, so that the draw can only be kept."""
    joins: list[str]
    """Names of entrants who would now qualify and have no seat."""
    leaves: list[str]
    """Names of entrants who have a seat and would no longer qualify."""
    moves: list[TableMove]
    """Entrants who would sit elsewhere if the stage were drawn again with the same seed."""
    error: str
    """Why the stage could not be drawn again; empty if it could."""


def last_stage_drawn_after(snapshot: TournamentSnapshot, stage_number: int) -> StageSnapshot | None:
    """Return the last drawn stage with a number above `stage_number`, or None if there is none."""
    drawn = [stage for stage in snapshot.stages if stage.row.number > stage_number and stage.row.drawn_at]
    return drawn[-1] if drawn else None


def find_correction_consequences(
    snapshot: TournamentSnapshot, corrected: TournamentSnapshot, stage_number: int
) -> Consequences | None:
    """Return how a correction would affect the last drawn stage after stage `stage_number`.

    Return None if no such stage has been drawn. `snapshot` and `corrected` are the tournament before and
    after the correction.
    """
    drawn = last_stage_drawn_after(snapshot, stage_number)
    if drawn is None:
        return None
    stage = drawn.row
    undrawn = corrected.without_draw(stage.number)
    qualified, seated = set(qualifiers_for_stage(undrawn, stage.number)), set(drawn.entrants)
    # This search takes time, so it must not run while the tournament is locked.
    moves, error = [], ""
    try:
        moves = _table_changes_if_redrawn(undrawn, drawn)
    except CannotSeat as refusal:
        error = refusal.detail
    return Consequences(
        stage=stage,
        begun=play_has_begun(snapshot, stage.number),
        joins=_sorted_names(snapshot, qualified - seated),
        leaves=_sorted_names(snapshot, seated - qualified),
        moves=moves,
        error=error,
    )


def _table_changes_if_redrawn(
    corrected_without_draw: TournamentSnapshot, drawn_stage: StageSnapshot
) -> list[TableMove]:
    """Return a TableMove for each entrant whose table would change if a stage were drawn again.

    `corrected_without_draw` is the tournament after the correction, without the stage's draw. Raise
    CannotSeat if the stage cannot be drawn again.
    """
    seating = find_best_seating(
        build_draw_input(corrected_without_draw, drawn_stage.row.number), drawn_stage.row.draw_seed or 0
    )
    anew = {
        entry: table_number for table_number, table in enumerate(seating.tables, start=1) for entry in table
    }
    now = {entry: table.row.number for table in drawn_stage.tables for entry in table.entrants}
    moves = [
        TableMove(corrected_without_draw.entries[entry].shown_name, table_number, anew[entry])
        for entry, table_number in now.items()
        if entry in anew and anew[entry] != table_number
    ]
    return sorted(moves, key=lambda move: (move.table, move.name))


def _sorted_names(snapshot: TournamentSnapshot, entries: set[int]) -> list[str]:
    """Return the display names of these entrants (entry ids) in alphabetical order."""
    return sorted(snapshot.entries[entry].shown_name for entry in entries)


def affects_later_draw(
    snapshot: TournamentSnapshot, corrected: TournamentSnapshot, stage_number: int
) -> bool:
    """Return whether a correction affects the seats of the last drawn stage after stage `stage_number`.

    The seats are affected if an entrant without a seat newly qualifies, if an entrant with a seat no longer
    qualifies, or if the order of the qualifiers changes before play begins. `snapshot` and `corrected` are
    the tournament before and after the correction.
    """
    drawn = last_stage_drawn_after(snapshot, stage_number)
    if drawn is None:
        return False
    before = qualifiers_for_stage(snapshot, drawn.row.number)
    after = qualifiers_for_stage(corrected, drawn.row.number)
    was, now, seated = set(before), set(after), set(drawn.entrants)
    if (now - was) - seated or (was - now) & seated:
        return True
    # Until play begins, a new order of the qualifiers counts, too: it would lead to another draw.
    return [entry for entry in before if entry in now] != [
        entry for entry in after if entry in was
    ] and not play_has_begun(snapshot, drawn.row.number)


class LaterDraw(NamedTuple):
    """A decision about the draw of a later stage.

    `draft_to_discard` is the stage whose draw is to be discarded, or None to keep the draw. `audit_note` is a
    note on the decision for the audit log.
    """

    draft_to_discard: Stage | None
    audit_note: dict[str, str]


def decide_later_draw(
    edit: TournamentEdit, snapshot: TournamentSnapshot, stage_number: int, choice: str | None, reason: str
) -> LaterDraw:
    """Decide whether to keep or discard the seats of the last drawn stage after stage `stage_number`.

    Do nothing if there is no such stage. Otherwise `choice`, which comes from the user, must be KEEP or
    DISCARD: raise NextStageDrawn for any other value, and WrongMoment for DISCARD if play has begun. DISCARD
    turns published seats back into a draft; call `discard_later_draw` to delete the draft. `reason` is for
    the audit log.
    """
    drawn = last_stage_drawn_after(snapshot, stage_number)
    if drawn is None:
        return LaterDraw(None, {})
    # A corrected result can change who qualifies, so somebody has to decide: nothing is redrawn silently.
    if choice not in (KEEP, DISCARD):
        raise NextStageDrawn()
    if choice == KEEP:
        kept = edit.get_stage(drawn.row.number)
        # So that releasing the draft does not ask again.
        kept.draw_report["kept"] = True
        kept.save(update_fields=["draw_report"])
        return LaterDraw(None, {"next_draw": Sentence("%(title)s keeps its draw", title=drawn.row.title)})
    if play_has_begun(snapshot, drawn.row.number):
        raise WrongMoment(
            Sentence("%(title)s has begun, so its draw can only be kept.", title=drawn.row.title)
        )
    stage = edit.get_stage(drawn.row.number)
    # Only a draft can be discarded.
    if stage.released_at is not None:
        return_draw_to_draft(edit, stage, reason)
    # The caller passes this to `discard_later_draw` after the commit.
    return LaterDraw(stage, {"next_draw": Sentence("the draw of %(title)s is discarded", title=stage.title)})


def decide_affected_draw(
    edit: TournamentEdit,
    snapshot: TournamentSnapshot,
    corrected: TournamentSnapshot,
    stage_number: int,
    choice: str | None,
    reason: str,
) -> LaterDraw:
    """Decide whether to keep or discard the seats of the last drawn stage after stage `stage_number`.

    `snapshot` and `corrected` are the tournament before and after a correction. Keep the seats if the
    correction does not affect them. Otherwise, `choice` (KEEP or DISCARD) decides: raise NextStageDrawn for
    any other value, and WrongMoment for DISCARD if play has begun. `reason` is for the audit log.
    """
    if not affects_later_draw(snapshot, corrected, stage_number):
        return LaterDraw(None, {})
    return decide_later_draw(edit, snapshot, stage_number, choice, reason)


def discard_later_draw(decision: LaterDraw, *, actor: User | None, now: datetime, reason: str) -> None:
    """Discard the seats of a later stage if `decision` says so.

    Call this after the correction has been committed. Do nothing if the seats can no longer be discarded, or
    if there is no user (`actor` is None).
    """
    if decision.draft_to_discard is None or actor is None:
        return
    where = {
        "tournament_id": decision.draft_to_discard.tournament_id,
        "stage_number": decision.draft_to_discard.number,
    }
    with suppress(WrongMoment):
        # Somebody else was quicker.
        discard_draw(**where, actor=actor, now=now, reason=reason)
