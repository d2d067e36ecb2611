"""A stage's page, and the buttons for all of its tables."""

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import CutForm, DrawForm, ReasonForm, TimeForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.errors import WrongMoment
from tournaments.models.choices import Qualify, RoleKind
from tournaments.selectors.desk.stage import StagePage, overdue_tables, stage_page, unlocked_swaps
from tournaments.selectors.desk.tables import DeskTable
from tournaments.selectors.ties import open_ties
from tournaments.services.draw import draws
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening, overrun

CARDS_PER_PAGE = 100
"""Tables on one page."""


@page("stages/<int:stage_number>/")
def stage(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """The stage's page: before its draw, with a draft, with released seats, or with live tables."""
    found = stage_page(desk.snapshot, stage_number, desk.now)
    if found is None:
        raise Http404
    choices = {"qualify_choices": Qualify.choices, "cards": cards_of(desk, found)}
    return desk.render(
        "stage/stage.html", tab=f"stage_{stage_number}", page=found, stage=found.stage, **choices
    )


def cards_of(desk: DeskRequest, found: StagePage) -> Page[DeskTable]:
    """The tables that are shown at once, because a browser is slow with the cards of hundreds.

    `?page=` asks for a page, `?table=` for that with a table.
    """
    asked = desk.request.GET.get("table")
    before = [index for index, table in enumerate(found.tables) if str(table.row.number) == asked]
    page_number = before[0] // CARDS_PER_PAGE + 1 if before else desk.request.GET.get("page")
    return Paginator(found.tables, CARDS_PER_PAGE).get_page(page_number)


@action("stages/<int:stage_number>/draw/")
def draw(desk: DeskRequest, stage_number: int) -> str:
    """Draw the seats of a stage; locked seats stay."""
    cleaned = desk.cleaned(DrawForm)
    desk.require_role(RoleKind.ARBITER)
    if unlocked_swaps(desk.snapshot, stage_number):
        desk.require_confirmation()
    row = draws.draw_stage(**desk.tournament_args(stage_number=stage_number, **cleaned))
    return f"{row.title} is drawn. The seating is a draft until you release it."


@action("stages/<int:stage_number>/release/")
def release(desk: DeskRequest, stage_number: int) -> str:
    """Release the draw: players see their seats."""
    row = draws.release_draw(**desk.tournament_args(stage_number=stage_number))
    return f"The seats of {row.title} are released: players can see them."


@action("stages/<int:stage_number>/take-back/")
def take_back(desk: DeskRequest, stage_number: int) -> str:
    """Take released seats back: they are a draft again."""
    desk.require_confirmation()
    row = draws.take_back_draw(**desk.tournament_args(stage_number=stage_number, **desk.cleaned(ReasonForm)))
    return f"The seats of {row.title} have been taken back and are a draft again.{_takeovers(desk)}"


@action("stages/<int:stage_number>/discard/")
def discard(desk: DeskRequest, stage_number: int) -> str:
    """Discard a draft."""
    desk.require_confirmation()
    row = draws.discard_draw(**desk.tournament_args(stage_number=stage_number, **desk.cleaned(ReasonForm)))
    return f"The draw of {row.title} has been discarded. Its seed and seats are in the log.{_takeovers(desk)}"


def _takeovers(desk: DeskRequest) -> str:
    """A sentence where the tournament ran by its timetable until now."""
    return " The tournament no longer runs by its timetable." if desk.tournament.automatic else ""


@action("stages/<int:stage_number>/start/")
def start(desk: DeskRequest, stage_number: int) -> str:
    """Start all tables of the stage."""
    row = opening.start_tables(**desk.tournament_args(stage_number=stage_number))
    return f"The tables of {row.title} have started."


@action("stages/<int:stage_number>/pause/")
def pause_all(desk: DeskRequest, stage_number: int) -> str:
    """Pause all tables of the stage."""
    count = clocks.pause_tables(**desk.tournament_args(stage_number=stage_number))
    return f"{count} table{'' if count == 1 else 's'} paused."


@action("stages/<int:stage_number>/resume/")
def resume_all(desk: DeskRequest, stage_number: int) -> str:
    """Resume all tables of the stage."""
    count = clocks.resume_tables(**desk.tournament_args(stage_number=stage_number))
    return f"{count} table{'' if count == 1 else 's'} resumed."


@action("stages/<int:stage_number>/add-time/")
def add_time_to_all(desk: DeskRequest, stage_number: int) -> str:
    """Add minutes to the time limit of all tables."""
    cleaned = desk.cleaned(TimeForm)
    count = clocks.add_time(**desk.tournament_args(stage_number=stage_number, **cleaned))
    return f"{cleaned['minutes']:+} minutes for {count} table{'' if count == 1 else 's'}."


@action("stages/<int:stage_number>/close/")
def close_stage(desk: DeskRequest, stage_number: int) -> str:
    """Close the stage once all results are in."""
    if open_ties(desk.snapshot, stage_number):
        desk.require_confirmation()
    row = closing.close_stage(**desk.tournament_args(stage_number=stage_number))
    return f"{row.title} is closed."


@action("stages/<int:stage_number>/reopen/")
def reopen(desk: DeskRequest, stage_number: int) -> str:
    """Reopen a closed stage, so that its tables can be changed."""
    desk.require_confirmation()
    row = closing.reopen_stage(**desk.tournament_args(stage_number=stage_number, **desk.cleaned(ReasonForm)))
    return f"{row.title} is open again. Close it once its results are right.{_takeovers(desk)}"


@action("stages/<int:stage_number>/cut/")
def cut(desk: DeskRequest, stage_number: int) -> str:
    """Set who goes on from the stage."""
    row = closing.set_cut(**desk.tournament_args(stage_number=stage_number, **desk.cleaned(CutForm)))
    many = f": {row.qualify_count}" if row.qualify_count else ""
    return f"Who goes on from {row.title}: {row.get_qualify_display().lower()}{many}."


@action("stages/<int:stage_number>/warn/")
def warn(desk: DeskRequest, stage_number: int) -> str:
    """Warn the stage's players that time is nearly up."""
    row = overrun.warn(**desk.tournament_args(stage_number=stage_number))
    return f"The players of {row.title} have been warned that time is nearly up."


@action("stages/<int:stage_number>/penalise-overrun/")
def penalise_overrun(desk: DeskRequest, stage_number: int) -> str:
    """Penalise the players of tables that are over time, once for each table."""
    desk.require_confirmation()
    desk.require_role(RoleKind.ARBITER)
    late = overdue_tables(desk.snapshot, stage_number, desk.now)
    if not late:
        raise WrongMoment("Every table that is over time has already been penalised.")
    overrun.penalise_overrun(**desk.tournament_args(stage_number=stage_number, tables=late))
    return (
        f"Penalised for overrunning: {'table' if len(late) == 1 else 'tables'} {', '.join(map(str, late))}."
    )
