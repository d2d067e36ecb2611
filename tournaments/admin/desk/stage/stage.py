"""A stage's page in the organisers' console, and the buttons for all of its tables."""

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.utils.translation import gettext, ngettext

from core.sentence import Sentence
from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import CutForm, DrawForm, ReasonForm, TimeForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.errors import WrongMoment
from tournaments.models.choices import PRELIMINARIES, QUALIFY_TEXTS, Qualify, RoleKind, qualify_choices
from tournaments.selectors.desk.stage import (
    StagePage,
    names_of_unlocked_swapped_entrants,
    overdue_tables,
    stage_page,
)
from tournaments.selectors.desk.tables import DeskTable
from tournaments.selectors.ties import open_ties
from tournaments.services.draw import draws
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening, overrun

CARDS_PER_PAGE = 100
"""Maximum number of tables on one page."""


@register_page("stages/<int:stage_number>/", name="stage")
def show_stage(desk: DeskRequest, stage_number: int) -> HttpResponse:
    """Show a stage's page, with the buttons, seats and tables that are needed at this point of the stage."""
    found = stage_page(desk.snapshot, stage_number, desk.now)
    if found is None:
        raise Http404
    return desk.render(
        "stage/stage.html",
        tab=f"stage_{stage_number}",
        page=found,
        stage=found.stage,
        qualify_choices=qualify_choices(found.stage.kind),
        counts_in_standings=found.stage.kind in PRELIMINARIES,
        cards=requested_tables_page(desk, found),
    )


def requested_tables_page(desk: DeskRequest, stage: StagePage) -> Page[DeskTable]:
    """Return the requested page of the list of a stage's tables.

    The query parameter `table`, a table's number, selects the page with this table. If there is no such
    table, the query parameter `page` is the page's number. By default, return the first page.
    """
    asked = desk.request.GET.get("table")
    before = [index for index, table in enumerate(stage.tables) if str(table.row.number) == asked]
    page_number = before[0] // CARDS_PER_PAGE + 1 if before else desk.request.GET.get("page")
    # Browsers are slow to show hundreds of tables.
    return Paginator(stage.tables, CARDS_PER_PAGE).get_page(page_number)


@register_action("stages/<int:stage_number>/draw/", name="draw")
def draw_seats(desk: DeskRequest, stage_number: int) -> Message:
    """Draw a stage's seats as a draft, which players cannot see yet.

    A locked seat of an earlier draft keeps its player if that player still takes part. Requires confirmation
    if organisers have swapped players in the earlier draft and have not locked the seats of all swapped
    players.
    """
    cleaned = desk.clean_form(DrawForm)
    desk.require_role(RoleKind.ARBITER)
    if names_of_unlocked_swapped_entrants(desk.snapshot, stage_number):
        desk.require_confirmation()
    row = draws.draw_stage(**desk.tournament_args(stage_number=stage_number, **cleaned))
    return gettext("%(title)s is drawn. The seating is a draft until you release it.") % {
        "title": row.shown_title
    }


@register_action("stages/<int:stage_number>/release/", name="release")
def release_seats(desk: DeskRequest, stage_number: int) -> Message:
    """Publish a stage's drawn seats, so that players can see them."""
    row = draws.release_draw(**desk.tournament_args(stage_number=stage_number))
    return gettext("The seats of %(title)s are released: players can see them.") % {"title": row.shown_title}


@register_action("stages/<int:stage_number>/take-back/", name="take_back")
def take_back_seats(desk: DeskRequest, stage_number: int) -> Message:
    """Turn a stage's published seats back into a draft, which players cannot see. Requires confirmation."""
    desk.require_confirmation()
    row = draws.take_back_draw(
        **desk.tournament_args(stage_number=stage_number, **desk.clean_form(ReasonForm))
    )
    message = gettext("The seats of %(title)s have been taken back and are a draft again.")
    return _append_timetable_disabled_notice(desk, message % {"title": row.shown_title})


@register_action("stages/<int:stage_number>/discard/", name="discard")
def discard_draft(desk: DeskRequest, stage_number: int) -> Message:
    """Discard the draft of a stage's seats, so that the stage counts as not drawn. Requires confirmation."""
    desk.require_confirmation()
    row = draws.discard_draw(**desk.tournament_args(stage_number=stage_number, **desk.clean_form(ReasonForm)))
    message = gettext("The draw of %(title)s has been discarded. Its seed and seats are in the log.")
    return _append_timetable_disabled_notice(desk, message % {"title": row.shown_title})


def _append_timetable_disabled_notice(desk: DeskRequest, message: str) -> str:
    """Append the notice that the timetable is now off to `message`, and return the result.

    If the timetable was already off before this request, return `message` unchanged.
    """
    if not desk.tournament.automatic:
        return message
    return " ".join((message, gettext("The tournament no longer runs by its timetable.")))


@register_action("stages/<int:stage_number>/start/", name="start")
def start_stage(desk: DeskRequest, stage_number: int) -> Message:
    """Start all tables of a stage."""
    row = opening.start_tables(**desk.tournament_args(stage_number=stage_number))
    return gettext("The tables of %(title)s have started.") % {"title": row.shown_title}


@register_action("stages/<int:stage_number>/pause/", name="pause_all")
def pause_all_tables(desk: DeskRequest, stage_number: int) -> Message:
    """Pause all unfinished tables of a stage."""
    count = clocks.hold_tables(**desk.tournament_args(stage_number=stage_number))
    return ngettext("%(count)d table paused.", "%(count)d tables paused.", count) % {"count": count}


@register_action("stages/<int:stage_number>/resume/", name="resume_all")
def resume_all_tables(desk: DeskRequest, stage_number: int) -> Message:
    """Resume all paused tables of a stage."""
    count = clocks.resume_tables(**desk.tournament_args(stage_number=stage_number))
    return ngettext("%(count)d table resumed.", "%(count)d tables resumed.", count) % {"count": count}


@register_action("stages/<int:stage_number>/add-time/")
def add_time_to_all(desk: DeskRequest, stage_number: int) -> Message:
    """Add the posted minutes to the time limits of all unfinished tables of a stage.

    A negative number shortens the limits.
    """
    cleaned = desk.clean_form(TimeForm)
    count = clocks.add_time(**desk.tournament_args(stage_number=stage_number, **cleaned))
    message = ngettext(
        "%(minutes)+d minutes for %(count)d table.", "%(minutes)+d minutes for %(count)d tables.", count
    )
    return message % {"minutes": cleaned["minutes"], "count": count}


@register_action("stages/<int:stage_number>/close/")
def close_stage(desk: DeskRequest, stage_number: int) -> Message:
    """Close a stage whose results are complete. Requires confirmation if ties would be decided by lot."""
    # Closing leaves these ties to the computed lot, a seeded hash.
    if open_ties(desk.snapshot, stage_number):
        desk.require_confirmation()
    row = closing.close_stage(**desk.tournament_args(stage_number=stage_number))
    return gettext("%(title)s is closed.") % {"title": row.shown_title}


@register_action("stages/<int:stage_number>/reopen/", name="reopen")
def reopen_closed_stage(desk: DeskRequest, stage_number: int) -> Message:
    """Reopen a closed stage, so that its tables can be changed. Requires confirmation and a reason."""
    desk.require_confirmation()
    row = closing.reopen_stage(
        **desk.tournament_args(stage_number=stage_number, **desk.clean_form(ReasonForm))
    )
    message = gettext("%(title)s is open again. Close it once its results are right.")
    return _append_timetable_disabled_notice(desk, message % {"title": row.shown_title})


@register_action("stages/<int:stage_number>/cut/", name="cut")
def set_stage_qualification(desk: DeskRequest, stage_number: int) -> Message:
    """Store the organiser's choice of which entrants advance from a stage to the next one, and how many."""
    row = closing.set_qualification(
        **desk.tournament_args(stage_number=stage_number, **desk.clean_form(CutForm))
    )
    message = (
        gettext("Who goes on from %(title)s: %(who)s: %(count)d.")
        if row.qualify_count
        else gettext("Who goes on from %(title)s: %(who)s.")
    )
    return message % {
        "title": row.shown_title,
        "who": QUALIFY_TEXTS[Qualify(row.qualify)],
        "count": row.qualify_count,
    }


@register_action("stages/<int:stage_number>/warn/", name="warn")
def mark_players_as_warned(desk: DeskRequest, stage_number: int) -> Message:
    """Record that the players of a stage have been warned that their time is nearly up."""
    row = overrun.record_time_warning(**desk.tournament_args(stage_number=stage_number))
    return gettext("The players of %(title)s have been warned that time is nearly up.") % {
        "title": row.shown_title
    }


@register_action("stages/<int:stage_number>/penalise-overrun/")
def penalise_overrun(desk: DeskRequest, stage_number: int) -> Message:
    """Penalise the players at a stage's tables that exceed their time limit. Requires confirmation.

    Paused tables, play-offs and tables that have already been penalised are left out. Raise WrongMoment if no
    table remains.
    """
    desk.require_confirmation()
    desk.require_role(RoleKind.ARBITER)
    late = overdue_tables(desk.snapshot, stage_number, desk.now)
    if not late:
        raise WrongMoment(Sentence("Every table that is over time has already been penalised."))
    overrun.penalise_overrun(**desk.tournament_args(stage_number=stage_number, tables=late))
    return ngettext(
        "Penalised for overrunning: table %(tables)s.",
        "Penalised for overrunning: tables %(tables)s.",
        len(late),
    ) % {"tables": ", ".join(map(str, late))}
