"""Corrects the seating of two people who sat in each other's seats, before or after results are entered."""

from copy import copy
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.models import Penalty, Placement
from tournaments.models.choices import Status
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageTableSnapshot, TableSeat, TournamentSnapshot
from tournaments.services.draw.drafts import exchange_entrants, get_placement
from tournaments.services.draw.later_draws import decide_later_draw, discard_later_draw
from tournaments.services.editing import editing, require_reason
from tournaments.services.stage.closing import record_corrected_standings


def swap_players(
    *, one: int, other: int, actor: User, now: datetime, reason: str, next_draw: str | None = None
) -> tuple[str, str]:
    """Swap the entrants of two published seats. Results stay with the seats.

    `one` and `other` are placement ids. Return descriptions of both seats after the swap. Raise WrongMoment
    if the entrants cannot be swapped. If a later stage has already been drawn, `next_draw` says whether to
    "keep" or "discard" its seats; raise NextStageDrawn if it is None.
    """
    why = require_reason(reason)
    tournament = get_placement(one).stage.tournament_id
    with editing(tournament, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING, Status.FINISHED)
        first, second = get_placement(one), get_placement(other)
        _ensure_swappable(first, second)
        stage = first.stage
        later = decide_later_draw(edit, read_snapshot(edit.tournament), stage.number, next_draw, why)
        before = [first.text, second.text]
        penalised = _move_overtime_penalty(first, second)
        exchange_entrants(first, second)
        after = (get_placement(one).text, get_placement(other).text)
        edit.add_audit_entry(
            "players_swapped",
            stage=stage,
            before={"people": before},
            after={
                "people": after,
                "placements": [[seat.pk, seat.entry_id] for seat in (first, second)],
                **penalised,
                **later.audit_note,
            },
            reason=why,
        )
        record_corrected_standings(edit, stage.number)
    discard_later_draw(later, actor=actor, now=now, reason=why)
    return after


def _move_overtime_penalty(first: Placement, second: Placement) -> dict[str, str]:
    """Transfer an overtime penalty between two swapped entrants if exactly one of them has one.

    Return a note for the audit log, or {} if no penalty was transferred.
    """
    entrants = {seat.entry_id: seat.entry for seat in (first, second) if seat.entry is not None}
    penalties = list(Penalty.objects.filter(stage=first.stage, overrun=True, entry__in=entrants))
    # If both entrants have the penalty, they keep it.
    if len(entrants) < 2 or len(penalties) != 1:
        return {}
    (penalty,) = penalties
    other = next(entry for pk, entry in entrants.items() if pk != penalty.entry_id)
    penalty.entry = other
    penalty.save(update_fields=["entry"])
    return {"overrun_penalty": other.shown_name}


def _ensure_swappable(first: Placement, second: Placement) -> None:
    """Raise WrongMoment unless the entrants of two seats can be swapped.

    Both seats must be published, in the same stage, and at tables without a game on this site. A seat at a
    play-off can only be swapped with another seat at the same play-off.
    """
    if first.stage_id != second.stage_id or first.pk == second.pk:
        raise WrongMoment(Sentence("Choose two seats of the same stage."))
    if first.stage.released_at is None:
        raise WrongMoment(Sentence("These seats are still a draft. Swap them there."))
    if first.table_id != second.table_id and (first.play_off or second.play_off):
        raise WrongMoment(Sentence("Only those who are tied can have a seat at their play-off."))
    # A game's log says who sat in each seat, and logs are never edited.
    if first.table.game_id or second.table.game_id:
        raise WrongMoment(Sentence("These tables are played on this site, so the game knows who sat where."))


def snapshot_after_swap(snapshot: TournamentSnapshot, one: int, other: int) -> TournamentSnapshot:
    """Return a copy of the snapshot with the entrants of two seats swapped.

    `one` and `other` are placement ids; if either is unknown, return the snapshot unchanged. Results and
    penalties for overtime stay with the seats.
    """
    seats = {
        seat.placement: seat
        for stage in snapshot.stages
        for table in stage.all_tables
        for seat in table.seats
    }
    if one not in seats or other not in seats:
        return snapshot
    there, here = seats[one], seats[other]
    changed = {
        one: there._replace(entry=here.entry, bot=here.bot),
        other: here._replace(entry=there.entry, bot=there.bot),
    }
    swapped = snapshot.with_corrected_tables(
        *(_replace_seats(table, changed) for stage in snapshot.stages for table in stage.all_tables)
    )
    return swapped.with_penalties_replaced(_penalties_after_swap(snapshot, there, here))


def _penalties_after_swap(
    snapshot: TournamentSnapshot, first_seat: TableSeat, second_seat: TableSeat
) -> tuple[Penalty, ...]:
    """Return all penalties as they are after the entrants of two seats have been swapped."""
    stage = next(
        stage.row.pk
        for stage in snapshot.stages
        for table in stage.all_tables
        for seat in table.seats
        if seat.placement == first_seat.placement
    )
    # Penalties for overtime stay with the seats.
    other = {first_seat.entry: second_seat.entry, second_seat.entry: first_seat.entry}
    swapped = []
    for penalty in snapshot.penalties:
        entry = other.get(penalty.entry_id)
        if penalty.overrun and penalty.stage_id == stage and entry is not None:
            penalty = copy(penalty)
            penalty.entry_id = entry
        swapped.append(penalty)
    return tuple(swapped)


def _replace_seats(table: StageTableSnapshot, seats_by_placement: dict[int, TableSeat]) -> StageTableSnapshot:
    """Return a copy of the table in which some seats are replaced.

    The new seats are keyed by placement id.
    """
    return table._replace(seats=tuple(seats_by_placement.get(seat.placement, seat) for seat in table.seats))
