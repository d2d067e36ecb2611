"""A stage's page, and the buttons for all of its tables."""

from django.http import Http404, HttpResponse

from games.rules.errors import BadRequest
from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import PLACE, CutForm, DrawForm, ReasonForm, TieForm, TimeForm
from tournaments.errors import WrongMoment
from tournaments.models.choices import Qualify, RoleKind
from tournaments.selectors.desk_stage import overdue_tables, stage_page, unlocked_swaps
from tournaments.selectors.picture import picture_of
from tournaments.selectors.ties import open_ties
from tournaments.services import course, draws, overrun, tables
from tournaments.services.ties import break_ties


@page("stages/<int:number>/")
def stage(visit: Visit, number: int) -> HttpResponse:
    """Not drawn, a sketch, seats, or live tables."""
    found = stage_page(picture_of(visit.tournament), number, visit.now)
    if found is None:
        raise Http404
    choices = {"qualify_choices": Qualify.choices}
    return visit.shows("stage.html", tab=f"stage_{number}", page=found, stage=found.stage, **choices)


@act("stages/<int:number>/draw/")
def draw(visit: Visit, number: int) -> str:
    """Seats for a stage; what is locked stays."""
    given = visit.given(DrawForm)
    visit.needs(RoleKind.ARBITER)
    if unlocked_swaps(picture_of(visit.tournament), number):
        visit.confirmed()
    row = draws.draw_stage(**visit.at(number=number, **given))
    return f"{row.title} is drawn: a sketch until it is released."


@act("stages/<int:number>/release/")
def release(visit: Visit, number: int) -> str:
    """The players see their seats."""
    row = draws.release_draw(**visit.at(number=number))
    return f"The seats of {row.title} are released."


@act("stages/<int:number>/take-back/")
def take_back(visit: Visit, number: int) -> str:
    """A sketch again."""
    visit.confirmed()
    row = draws.take_back_draw(**visit.at(number=number, **visit.given(ReasonForm)))
    return f"The seats of {row.title} are taken back: they are a sketch again.{_taken_over(visit)}"


@act("stages/<int:number>/discard/")
def discard(visit: Visit, number: int) -> str:
    """No draw any more."""
    visit.confirmed()
    row = draws.discard_draw(**visit.at(number=number, **visit.given(ReasonForm)))
    return f"The draw of {row.title} is discarded. Its seed and seats are in the log.{_taken_over(visit)}"


def _taken_over(visit: Visit) -> str:
    """A sentence where the tournament ran by its timetable until now."""
    return " The desk runs the tournament now." if visit.tournament.automatic else ""


@act("stages/<int:number>/start/")
def start(visit: Visit, number: int) -> str:
    """All tables begin."""
    row = tables.start_tables(**visit.at(number=number))
    return f"The tables of {row.title} have begun."


@act("stages/<int:number>/pause/")
def pause_all(visit: Visit, number: int) -> str:
    """All tables stand still."""
    count = tables.pause_tables(**visit.at(number=number))
    return f"{count} tables are paused."


@act("stages/<int:number>/resume/")
def resume_all(visit: Visit, number: int) -> str:
    """All tables go on."""
    count = tables.resume_tables(**visit.at(number=number))
    return f"{count} tables go on."


@act("stages/<int:number>/add-time/")
def add_time_to_all(visit: Visit, number: int) -> str:
    """More time for all."""
    given = visit.given(TimeForm)
    count = tables.add_time(**visit.at(number=number, **given))
    return f"{given['minutes']:+} minutes for {count} tables."


@act("stages/<int:number>/close/")
def close_stage(visit: Visit, number: int) -> str:
    """All results are there."""
    if open_ties(picture_of(visit.tournament), number):
        visit.confirmed()
    row = course.close_stage(**visit.at(number=number))
    return f"{row.title} is closed."


@act("stages/<int:number>/tie/")
def break_tie(visit: Visit, number: int) -> str:
    """A play-off, or a lot drawn by hand, says who is before whom."""
    given = visit.given(TieForm)
    places = visit.given(TieForm.for_places(visit.request.POST))
    order = sorted(places, key=lambda name: int(places[name]))
    entries = [int(name.removeprefix(PLACE)) for name in order]
    if len(set(places.values())) < len(places):
        raise BadRequest({"Place": ["Each of them has a place of their own."]})
    names = break_ties(**visit.at(number=number, order=entries, **given))
    return f"The tie is broken: {', '.join(names)}."


@act("stages/<int:number>/reopen/")
def reopen(visit: Visit, number: int) -> str:
    """Its tables can be changed again."""
    visit.confirmed()
    row = course.reopen_stage(**visit.at(number=number, **visit.given(ReasonForm)))
    return f"{row.title} is open again: close it when its results are right.{_taken_over(visit)}"


@act("stages/<int:number>/cut/")
def cut(visit: Visit, number: int) -> str:
    """Who goes on."""
    row = course.set_cut(**visit.at(number=number, **visit.given(CutForm)))
    many = f": {row.qualify_count}" if row.qualify_count else ""
    return f"From {row.title} go on: {row.get_qualify_display().lower()}{many}."


@act("stages/<int:number>/warn/")
def warn(visit: Visit, number: int) -> str:
    """The time is nearly over."""
    row = overrun.warn(**visit.at(number=number))
    return f"The players of {row.title} are warned that their time ends."


@act("stages/<int:number>/penalise-overrun/")
def penalise_overrun(visit: Visit, number: int) -> str:
    """Each at a table that plays beyond its time loses points, once."""
    visit.confirmed()
    visit.needs(RoleKind.ARBITER)
    late = overdue_tables(picture_of(visit.tournament), number, visit.now)
    if not late:
        raise WrongMoment("No table plays beyond its time that is not penalised already.")
    overrun.penalise_overrun(**visit.at(number=number, tables=late))
    return (
        f"Penalised for overrunning: {'table' if len(late) == 1 else 'tables'} {', '.join(map(str, late))}."
    )
