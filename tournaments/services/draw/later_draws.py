"""A correction after the next stage was drawn: what would change there, and what becomes of the draw."""

from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from tournaments.errors import NextStageDrawn, WrongMoment
from tournaments.models import Stage
from tournaments.rules.errors import CannotSeat
from tournaments.selectors.play_state import has_begun
from tournaments.selectors.qualified import qualified_for
from tournaments.selectors.snapshot import StageSnapshot, TournamentSnapshot
from tournaments.services.draw.draws import discard_draw, take_back
from tournaments.services.draw.seating import draw_input_for, seating_for
from tournaments.services.editing import TournamentEdit

KEEP, DISCARD = "keep", "discard"
"""The choices for a draw that was made from results which are now corrected."""


class Move(NamedTuple):
    """An entrant who would sit at another table if the stage were drawn again."""

    name: str
    table: int
    instead: int


class Consequences(NamedTuple):
    """How a correction affects the last stage that is drawn."""

    stage: Stage
    begun: bool
    """Cards have been played there: the draw can only be kept."""
    joins: list[str]
    """Names of entrants who would now qualify and have no seat."""
    leaves: list[str]
    """Names of entrants who have a seat and would no longer qualify."""
    moves: list[Move]
    """Entrants who would sit elsewhere if it were drawn again with the same seed."""
    fault: str
    """Why it could not be drawn again; empty if it could."""


def drawn_after(snapshot: TournamentSnapshot, stage_number: int) -> StageSnapshot | None:
    """The last stage after this one that is drawn, if any is."""
    drawn = [stage for stage in snapshot.stages if stage.row.number > stage_number and stage.row.drawn_at]
    return drawn[-1] if drawn else None


def consequences(
    snapshot: TournamentSnapshot, corrected: TournamentSnapshot, stage_number: int
) -> Consequences | None:
    """How a correction in a stage affects the last stage that is drawn; None if no later one is.

    Searches the seats anew, which takes time: call it before the tournament is locked.
    """
    drawn = drawn_after(snapshot, stage_number)
    if drawn is None:
        return None
    stage = drawn.row
    undrawn = corrected.undrawn(stage.number)
    qualified, seated = set(qualified_for(undrawn, stage.number)), set(drawn.entrants)
    moves, fault = [], ""
    try:
        moves = _moves(undrawn, drawn)
    except CannotSeat as refusal:
        fault = refusal.detail
    return Consequences(
        stage=stage,
        begun=has_begun(snapshot, stage.number),
        joins=_names(snapshot, qualified - seated),
        leaves=_names(snapshot, seated - qualified),
        moves=moves,
        fault=fault,
    )


def _moves(undrawn: TournamentSnapshot, drawn: StageSnapshot) -> list[Move]:
    seating = seating_for(draw_input_for(undrawn, drawn.row.number), drawn.row.draw_seed or 0)
    anew = {
        entry: table_number for table_number, table in enumerate(seating.tables, start=1) for entry in table
    }
    now = {entry: table.row.number for table in drawn.tables for entry in table.entrants}
    moves = [
        Move(undrawn.entries[entry].shown_name, table_number, anew[entry])
        for entry, table_number in now.items()
        if entry in anew and anew[entry] != table_number
    ]
    return sorted(moves, key=lambda move: (move.table, move.name))


def _names(snapshot: TournamentSnapshot, entries: set[int]) -> list[str]:
    return sorted(snapshot.entries[entry].shown_name for entry in entries)


class LaterDraw(NamedTuple):
    """The later stage whose draw is to be discarded (if any), and the words of it for the audit log."""

    doomed: Stage | None
    words: dict[str, str]


def decide(
    edit: TournamentEdit, snapshot: TournamentSnapshot, stage_number: int, choice: str | None, reason: str
) -> LaterDraw:
    """Keep or take back what is drawn after a corrected stage, within an edit; `finish` it after the commit.

    Raises NextStageDrawn where a choice is needed, WrongMoment if the draw can only be kept.
    """
    drawn = drawn_after(snapshot, stage_number)
    if drawn is None:
        return LaterDraw(None, {})
    if choice not in (KEEP, DISCARD):
        raise NextStageDrawn()
    if choice == KEEP:
        return LaterDraw(None, {"next_draw": f"{drawn.row.title} keeps its draw"})
    if has_begun(snapshot, drawn.row.number):
        raise WrongMoment(f"{drawn.row.title} has begun, so its draw can only be kept.")
    stage = edit.stage(drawn.row.number)
    if stage.released_at is not None:
        take_back(edit, stage, reason)
    return LaterDraw(stage, {"next_draw": f"the draw of {stage.title} is discarded"})


def finish(later: LaterDraw, *, by: User | None, now: datetime, reason: str) -> None:
    """Discard the sketch that is left when the correction is stored and its games are given up."""
    if later.doomed is None or by is None:
        return
    where = {"tournament_id": later.doomed.tournament_id, "stage_number": later.doomed.number}
    with suppress(WrongMoment):
        # Somebody else was quicker.
        discard_draw(**where, by=by, now=now, reason=reason)
