"""Changes to a draft by hand: swapping two seats, locking one."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Placement, Stage
from tournaments.rules.errors import CannotSeat
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw.seating import current_seating_cost
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.checks import ensure_not_over


def swap_seats(*, one: int, other: int, actor: User, now: datetime) -> None:
    """Swap the entrants of two seats in the same unpublished draw.

    `one` and `other` are placement ids, and `actor` is the organiser. Raise WrongMoment if the draw has been
    published, or if these are not two seats of the same stage.
    """
    with _editing_draft_seat(one, actor, now) as (edit, first):
        second = get_placement(other)
        if second.stage_id != first.stage_id or second.pk == first.pk:
            raise WrongMoment(Sentence("Choose two seats of the same stage."))
        before = [first.text, second.text]
        exchange_entrants(first, second)
        after = [get_placement(one).text, get_placement(other).text]
        edit.add_audit_entry("seats_swapped", stage=first.stage, before=before, after=after)
        swapped = {*first.stage.draw_report.get("swapped", ()), one, other}
        first.stage.draw_report["swapped"] = sorted(swapped)
        _update_draw_report(edit, first.stage)


def exchange_entrants(first: Placement, second: Placement) -> None:
    """Swap the entrants or bots of two seats in the database.

    Also clear the previous entrants or bots of both seats, so that earlier replacements cannot be undone.
    """
    there, here = (first.entry_id, first.bot), (second.entry_id, second.bot)
    # One entrant can't have two seats even for a moment.
    Placement.objects.filter(pk__in=(first.pk, second.pk)).update(entry=None)
    for row, (entry, bot) in ((first, here), (second, there)):
        row.entry_id, row.bot = entry, bot
        row.previous_entry_id = row.previous_bot = None
        row.save(update_fields=["entry", "bot", "previous_entry", "previous_bot"])


def set_seat_lock(*, placement_id: int, locked: bool, actor: User, now: datetime) -> None:
    """Lock a seat of an unpublished draw or, if `locked` is false, unlock it.

    A locked seat keeps its entrant if the stage is drawn again. Raise WrongMoment if the draw has been
    published.
    """
    with _editing_draft_seat(placement_id, actor, now) as (edit, placement):
        placement.locked = locked
        placement.save(update_fields=["locked"])
        act = "seat_locked" if locked else "seat_unlocked"
        edit.add_audit_entry(act, stage=placement.stage, after=placement.text)


BY_HAND = Sentence("Seats were changed by hand after the draw.")


def _update_draw_report(edit: TournamentEdit, stage: Stage) -> None:
    """Record in a stage's draw report that seats were changed by hand.

    Also update the costs of the seating (its weighted disadvantages) and the number of pairs who meet again,
    unless the stage can no longer be drawn.
    """
    report = stage.draw_report
    why = [sentence for sentence in report.get("why", []) if sentence != BY_HAND]
    stage.draw_report = {**report, "why": [*why, BY_HAND]}
    with suppress(CannotSeat):
        breakdown, repeats = current_seating_cost(read_snapshot(edit.tournament), stage.number)
        stage.draw_report |= {
            "repeats": repeats,
            "cost": breakdown.total,
            "breakdown": breakdown._asdict(),
        }
    stage.save(update_fields=["draw_report"])


@contextmanager
def _editing_draft_seat(
    placement_id: int, actor: User, now: datetime
) -> Iterator[tuple[TournamentEdit, Placement]]:
    """Lock the tournament of a seat in an unpublished draw, and yield a TournamentEdit and the seat.

    When the context ends, the edit is saved unless an exception has occurred. `actor` is the organiser. Raise
    WrongMoment if the draw has been published or the tournament is over.
    """
    tournament = get_placement(placement_id).stage.tournament_id
    with editing(tournament, actor=actor, now=now) as edit:
        ensure_not_over(edit.tournament)
        placement = get_placement(placement_id)
        if placement.stage.released_at is not None:
            raise WrongMoment(Sentence("These seats have been released. Take them back first."))
        yield edit, placement


def get_placement(pk: int) -> Placement:
    """Return the placement (a seat at a stage's table) with this primary key.

    Raise NoSuchTournament if there is none.
    """
    found = Placement.objects.select_related("stage", "table", "entry").filter(pk=pk).first()
    if found is None:
        raise NoSuchTournament(Sentence("This seat no longer exists. The stage may have been drawn again."))
    return found
