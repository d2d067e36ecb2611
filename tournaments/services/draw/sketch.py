"""Changing a draw by hand before its release: swap two seats, lock one."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from accounts.models import User
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Placement, Stage
from tournaments.rules.errors import CannotSeat
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.draw.seating import cost_by_hand
from tournaments.services.editing import TournamentEdit, editing


def swap_seats(*, one: int, other: int, by: User, now: datetime) -> None:
    """Swap the entrants of two placements of one stage; raises WrongMoment after the release."""
    with _sketch(one, by, now) as (edit, first):
        second = placement_of(other)
        if second.stage_id != first.stage_id or second.pk == first.pk:
            raise WrongMoment("Choose two seats of the same stage.")
        before = [str(first), str(second)]
        exchange(first, second)
        after = [str(placement_of(one)), str(placement_of(other))]
        edit.note("seats_swapped", stage=first.stage, before=before, after=after)
        swapped = {*first.stage.draw_report.get("swapped", ()), one, other}
        first.stage.draw_report["swapped"] = sorted(swapped)
        _weigh_anew(edit, first.stage)


def exchange(first: Placement, second: Placement) -> None:
    """Swap the entrants of two seats; what was to be undone of an earlier handover is forgotten."""
    there, here = (first.entry_id, first.bot), (second.entry_id, second.bot)
    # One entrant can't have two seats even for a moment.
    Placement.objects.filter(pk__in=(first.pk, second.pk)).update(entry=None)
    for row, (entry, bot) in ((first, here), (second, there)):
        row.entry_id, row.bot = entry, bot
        row.previous_entry_id = row.previous_bot = None
        row.save(update_fields=["entry", "bot", "previous_entry", "previous_bot"])


def lock_seat(*, placement_id: int, locked: bool, by: User, now: datetime) -> None:
    """Keep somebody where they are when the rest is drawn again; or let them go."""
    with _sketch(placement_id, by, now) as (edit, placement):
        placement.locked = locked
        placement.save(update_fields=["locked"])
        act = "seat_locked" if locked else "seat_unlocked"
        edit.note(act, stage=placement.stage, after=str(placement))


BY_HAND = "Seats were changed by hand after the draw."


def _weigh_anew(edit: TournamentEdit, stage: Stage) -> None:
    """The draw's account tells of the seats as they are now."""
    report = stage.draw_report
    why = [sentence for sentence in report.get("why", []) if sentence != BY_HAND]
    stage.draw_report = {**report, "why": [*why, BY_HAND]}
    with suppress(CannotSeat):
        breakdown, repeats = cost_by_hand(read_snapshot(edit.tournament), stage.number)
        stage.draw_report |= {
            "repeats": repeats,
            "cost": breakdown.total,
            "breakdown": breakdown._asdict(),
        }
    stage.save(update_fields=["draw_report"])


@contextmanager
def _sketch(placement_id: int, by: User, now: datetime) -> Iterator[tuple[TournamentEdit, Placement]]:
    """A visit to a draw that is not released."""
    tournament = placement_of(placement_id).stage.tournament_id
    with editing(tournament, by=by, now=now) as edit:
        placement = placement_of(placement_id)
        if placement.stage.released_at is not None:
            raise WrongMoment("These seats have been released. Take them back first.")
        yield edit, placement


def placement_of(pk: int) -> Placement:
    """A seat by its id; raises NoSuchTournament."""
    found = Placement.objects.select_related("stage", "table", "entry").filter(pk=pk).first()
    if found is None:
        raise NoSuchTournament("This seat no longer exists. The stage may have been drawn again.")
    return found
