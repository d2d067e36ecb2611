"""A stage's page, and the buttons for all of its tables."""

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import CutForm, DrawForm, ReasonForm, TimeForm
from tournaments.errors import WrongMoment
from tournaments.models.choices import Qualify, RoleKind
from tournaments.selectors.desk.stage import DeskTable, StagePage, overdue_tables, stage_page, unlocked_swaps
from tournaments.selectors.snapshot import read_snapshot
from tournaments.selectors.ties import open_ties
from tournaments.services.draw import draws
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening, overrun

CARDS = 100
"""Tables on one page."""


@page("stages/<int:number>/")
def stage(visit: Visit, number: int) -> HttpResponse:
    """Not drawn, a draft, seats, or live tables."""
    found = stage_page(read_snapshot(visit.tournament), number, visit.now)
    if found is None:
        raise Http404
    choices = {"qualify_choices": Qualify.choices, "cards": cards_of(visit, found)}
    return visit.shows("stage.html", tab=f"stage_{number}", page=found, stage=found.stage, **choices)


def cards_of(visit: Visit, found: StagePage) -> Page[DeskTable]:
    """The tables that are shown at once, because a browser is slow with the cards of hundreds.

    `?page=` asks for a page, `?table=` for that with a table.
    """
    asked = visit.request.GET.get("table")
    before = [index for index, table in enumerate(found.tables) if str(table.row.number) == asked]
    number = before[0] // CARDS + 1 if before else visit.request.GET.get("page")
    return Paginator(found.tables, CARDS).get_page(number)


@act("stages/<int:number>/draw/")
def draw(visit: Visit, number: int) -> str:
    """Seats for a stage; what is locked stays."""
    given = visit.given(DrawForm)
    visit.needs(RoleKind.ARBITER)
    if unlocked_swaps(read_snapshot(visit.tournament), number):
        visit.confirmed()
    row = draws.draw_stage(**visit.at(number=number, **given))
    return f"{row.title} is drawn. The seating is a draft until you release it."


@act("stages/<int:number>/release/")
def release(visit: Visit, number: int) -> str:
    """The players see their seats."""
    row = draws.release_draw(**visit.at(number=number))
    return f"The seats of {row.title} are released: players can see them."


@act("stages/<int:number>/take-back/")
def take_back(visit: Visit, number: int) -> str:
    """A draft again."""
    visit.confirmed()
    row = draws.take_back_draw(**visit.at(number=number, **visit.given(ReasonForm)))
    return f"The seats of {row.title} have been taken back and are a draft again.{_taken_over(visit)}"


@act("stages/<int:number>/discard/")
def discard(visit: Visit, number: int) -> str:
    """No draw any more."""
    visit.confirmed()
    row = draws.discard_draw(**visit.at(number=number, **visit.given(ReasonForm)))
    return (
        f"The draw of {row.title} has been discarded. Its seed and seats are in the log.{_taken_over(visit)}"
    )


def _taken_over(visit: Visit) -> str:
    """A sentence where the tournament ran by its timetable until now."""
    return " The tournament no longer runs by its timetable." if visit.tournament.automatic else ""


@act("stages/<int:number>/start/")
def start(visit: Visit, number: int) -> str:
    """All tables begin."""
    row = opening.start_tables(**visit.at(number=number))
    return f"The tables of {row.title} have started."


@act("stages/<int:number>/pause/")
def pause_all(visit: Visit, number: int) -> str:
    """All tables stand still."""
    count = clocks.pause_tables(**visit.at(number=number))
    return f"{count} table{'' if count == 1 else 's'} paused."


@act("stages/<int:number>/resume/")
def resume_all(visit: Visit, number: int) -> str:
    """All tables go on."""
    count = clocks.resume_tables(**visit.at(number=number))
    return f"{count} table{'' if count == 1 else 's'} resumed."


@act("stages/<int:number>/add-time/")
def add_time_to_all(visit: Visit, number: int) -> str:
    """More time for all."""
    given = visit.given(TimeForm)
    count = clocks.add_time(**visit.at(number=number, **given))
    return f"{given['minutes']:+} minutes for {count} table{'' if count == 1 else 's'}."


@act("stages/<int:number>/close/")
def close_stage(visit: Visit, number: int) -> str:
    """All results are there."""
    if open_ties(read_snapshot(visit.tournament), number):
        visit.confirmed()
    row = closing.close_stage(**visit.at(number=number))
    return f"{row.title} is closed."


@act("stages/<int:number>/reopen/")
def reopen(visit: Visit, number: int) -> str:
    """Its tables can be changed again."""
    visit.confirmed()
    row = closing.reopen_stage(**visit.at(number=number, **visit.given(ReasonForm)))
    return f"{row.title} is open again. Close it once its results are right.{_taken_over(visit)}"


@act("stages/<int:number>/cut/")
def cut(visit: Visit, number: int) -> str:
    """Who goes on."""
    row = closing.set_cut(**visit.at(number=number, **visit.given(CutForm)))
    many = f": {row.qualify_count}" if row.qualify_count else ""
    return f"Who goes on from {row.title}: {row.get_qualify_display().lower()}{many}."


@act("stages/<int:number>/warn/")
def warn(visit: Visit, number: int) -> str:
    """The time is nearly over."""
    row = overrun.warn(**visit.at(number=number))
    return f"The players of {row.title} have been warned that time is nearly up."


@act("stages/<int:number>/penalise-overrun/")
def penalise_overrun(visit: Visit, number: int) -> str:
    """Each at a table that plays beyond its time loses points, once."""
    visit.confirmed()
    visit.needs(RoleKind.ARBITER)
    late = overdue_tables(read_snapshot(visit.tournament), number, visit.now)
    if not late:
        raise WrongMoment("Every table that is over time has already been penalised.")
    overrun.penalise_overrun(**visit.at(number=number, tables=late))
    return (
        f"Penalised for overrunning: {'table' if len(late) == 1 else 'tables'} {', '.join(map(str, late))}."
    )
