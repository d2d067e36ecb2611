"""The search for a seating, without a lock, and the check under the lock that it is still valid."""

from typing import NamedTuple

from core.sentence import Sentence
from tournaments.errors import CannotBeSeated, NoSuchTournament, WrongMoment
from tournaments.models import Stage, Tournament
from tournaments.models.choices import RoleKind, Status
from tournaments.rules.draw.draw import Seating
from tournaments.rules.errors import CannotSeat
from tournaments.selectors.mixes import mix_from_model
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.draw.seating import DrawInput, build_draw_input, find_best_seating
from tournaments.services.editing import TournamentEdit, require_role


class OutdatedError(Exception):
    """The data on which a seating was based has changed since the search for it began."""


class SearchResult(NamedTuple):
    """A seating found for a stage, and the data on which it is based."""

    snapshot: TournamentSnapshot
    stage: Stage
    draw_input: DrawInput
    seating: Seating


def search_seating(tournament_id: int, stage_number: int, seed: int) -> SearchResult:
    """Search for the best seating of a stage without locking the tournament.

    The same seed leads to the same seating. Raise CannotBeSeated if no seating is possible, and WrongMoment
    if the stage cannot be drawn now.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament()
    snapshot = read_snapshot(tournament)
    stage = _get_drawable_stage(snapshot, stage_number)
    try:
        draw_input = build_draw_input(snapshot, stage_number)
        return SearchResult(snapshot, stage, draw_input, find_best_seating(draw_input, seed))
    except CannotSeat as refusal:
        raise CannotBeSeated(_message_with_names(snapshot, refusal)) from None


def revalidate_seating(edit: TournamentEdit, search: SearchResult) -> TournamentSnapshot:
    """Check that the result of `search_seating` is still valid, and return a current snapshot.

    Raise OutdatedError if the data for the search has changed, and WrongMoment if the stage has been drawn in
    the meantime or can no longer be drawn.
    """
    before, stage_number = search.snapshot, search.stage.number
    # Each unit of work increments the tournament's number, even one that revokes a role. A changed mix does
    # so after its own commit, which may be too late for this comparison.
    if edit.tournament.number == before.tournament.number:
        # Nothing but the mix can have changed under the same number.
        if mix_from_model(edit.get_stage(stage_number).mix) == mix_from_model(search.stage.mix):
            return before
    else:
        require_role(edit.tournament.pk, edit.actor, RoleKind.ARBITER)
    snapshot = read_snapshot(edit.tournament)
    _get_drawable_stage(snapshot, stage_number)
    if edit.get_stage(stage_number).drawn_at != search.stage.drawn_at:
        raise WrongMoment(Sentence("Somebody else has just drawn these seats. Look at them first."))
    # As long as the input of the search is unchanged, the seating is still valid.
    if build_draw_input(snapshot, stage_number) != search.draw_input:
        raise OutdatedError()
    return snapshot


def _get_drawable_stage(snapshot: TournamentSnapshot, stage_number: int) -> Stage:
    """Return the stage with this number. Raise WrongMoment if there is none or it cannot be drawn now."""
    stage = snapshot.find_stage(stage_number)
    if stage is None:
        raise WrongMoment(Sentence("There is no stage %(stage_number)d.", stage_number=stage_number))
    if snapshot.tournament.status != Status.RUNNING:
        raise WrongMoment(Sentence("Close check-in before you draw the seats."))
    if stage.row.released_at is not None:
        raise WrongMoment(
            Sentence(
                "The seats of %(title)s have been released. Take them back first.", title=stage.row.title
            )
        )
    if any(before.row.closed_at is None for before in snapshot.stages if before.row.number < stage_number):
        raise WrongMoment(Sentence("Close the previous stage first."))
    return stage.row


def _message_with_names(snapshot: TournamentSnapshot, refusal: CannotSeat) -> str:
    """Return a message that says why players cannot be seated, with their names in parentheses."""
    names = [snapshot.entries[player].shown_name for player in refusal.players if player in snapshot.entries]
    return (
        Sentence("%(detail)s (%(names)s)", detail=refusal.detail, names=", ".join(names))
        if names
        else refusal.detail
    )
