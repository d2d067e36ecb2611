"""Check-in: the list of entrants with its buttons, each entrant's page, and the page of namesakes."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from core.refusal import BadRequest
from tournaments.admin.desk.actions import ActionResult, Message, register_action
from tournaments.admin.desk.draw.next_draw import ask_about_later_draw
from tournaments.admin.desk.forms import (
    CorrectionForm,
    DetailsForm,
    EntryForm,
    PenaltyForm,
    ReasonForm,
)
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.errors import NextStageDrawn
from tournaments.models import Entry, Penalty
from tournaments.models.choices import STATUS_TEXTS, EntryStatus, RoleKind
from tournaments.nations import nation_code, nations
from tournaments.selectors.desk.entrants import (
    entrant_page,
    find_stage_that_omits_entrant,
    namesake_groups,
    search_entrants_with_namesakes,
)
from tournaments.selectors.roles import role_includes
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw.later_draws import find_correction_consequences
from tournaments.services.entry import entries
from tournaments.services.entry.corrections import Details, correct_entry
from tournaments.services.stage.penalties import penalise_entrant

MAX_ROWS = 250
"""Maximum number of entrants on a page; others are found by searching."""


@register_page("check-in/", name="check_in")
def show_check_in(desk: DeskRequest) -> HttpResponse:
    """Show entrants with buttons for checking them in.

    The query parameters `q` (search words) and `status` (a status of entrants) select the entrants.
    """
    return desk.render("entry/check_in.html", tab="check_in", **_entrant_list_context(desk))


@register_page("check-in/list/", name="entrant_list")
def show_entrant_list(desk: DeskRequest) -> HttpResponse:
    """Return the check-in page's list of entrants as HTML, for a script that reloads it during a search."""
    return desk.render("entry/_entrants.html", **_entrant_list_context(desk))


def _entrant_list_context(desk: DeskRequest) -> dict[str, object]:
    """Return the template context for a list of at most MAX_ROWS entrants.

    The query parameters `q` (search words) and `status` (a status of entrants) select the entrants.
    """
    asked, status = desk.request.GET.get("q", ""), desk.request.GET.get("status", "")
    listed = search_entrants_with_namesakes(desk.tournament, search=asked, status=status, limit=MAX_ROWS)
    return {**listed._asdict(), "most": MAX_ROWS, "asked": asked, "status": status}


def render_entrant_row(desk: DeskRequest) -> str:
    """Return the HTML list row of the entrant whose id was posted, or "" if there is no such entrant."""
    try:
        pk = desk.clean_form(EntryForm)["entry"]
        entry = desk.tournament.entries.select_related("user").get(pk=pk)
    except (BadRequest, Entry.DoesNotExist):
        return ""
    shown = desk.render("entry/_entrant_row.html", entry=entry).render()
    return str(shown.content.decode())


@register_page("namesakes/", name="namesakes")
def show_namesakes(desk: DeskRequest) -> HttpResponse:
    """Show the groups of entrants with the same name who cannot all be told apart by club and birth year.

    The page has fields for adding these clubs and birth years.
    """
    return desk.render("entry/namesakes.html", tab="check_in", groups=namesake_groups(desk.tournament))


@register_page("entrants/<int:entry_id>/", name="entrant")
def show_entrant(desk: DeskRequest, entry_id: int) -> HttpResponse:
    """Show an entrant's details, seats and penalties, and forms for actions on this entrant.

    The forms depend on the entrant's status, on the user's role, and on whether the tournament is over. Raise
    NoSuchTournament (a 404) if there is no such entrant.
    """
    found = entrant_page(desk.snapshot, entry_id)
    known = nation_code(found.entry.nation) == found.entry.nation
    context = {"entrant": found, "entry": found.entry, "nations": nations(), "nation_known": known}
    return desk.render("entry/entrant.html", tab="check_in", **context)


@register_action("check-in/entrant/", part=render_entrant_row)
def check_in_entrant(desk: DeskRequest) -> Message:
    """Check in the posted entrant.

    An entrant on the waiting list remains on it, but counts as present.
    """
    row = entries.check_in_entry(**desk.actor_args(entry_id=desk.clean_form(EntryForm)["entry"]))
    return (
        gettext("%(name)s is here and on the waiting list.") % {"name": row.shown_name}
        if row.is_present_on_waiting_list
        else gettext("%(name)s is checked in.") % {"name": row.shown_name}
    )


@register_action("check-in/undo/", part=render_entrant_row)
def undo_check_in(desk: DeskRequest) -> Message:
    """Undo the check-in of the posted entrant."""
    row = entries.undo_check_in(**desk.actor_args(entry_id=desk.clean_form(EntryForm)["entry"]))
    return gettext("%(name)s is no longer checked in.") % {"name": row.shown_name}


@register_action("check-in/stand-by/", part=render_entrant_row, name="stand_by")
def put_on_waiting_list(desk: DeskRequest) -> Message:
    """Move the posted entrant to the waiting list."""
    row = entries.move_to_waiting_list(**desk.actor_args(entry_id=desk.clean_form(EntryForm)["entry"]))
    return gettext("%(name)s is on the waiting list.") % {"name": row.shown_name}


@register_action("entrants/<int:entry_id>/let-in/", name="let_in")
def admit_entrant(desk: DeskRequest, entry_id: int) -> Message:
    """Give an entrant on the waiting list a place in the tournament, and check the entrant in."""
    row = entries.admit_entry(**desk.actor_args(entry_id=entry_id, **desk.clean_form(ReasonForm)))
    return gettext("%(name)s has a place and is checked in.") % {"name": row.shown_name}


@register_action("check-in/all/")
def check_in_all(desk: DeskRequest) -> Message:
    """Check in all entrants whose status is "entered". Requires confirmation."""
    desk.require_confirmation()
    count = entries.check_in_all(**desk.tournament_args())
    return gettext("Checked in: %(count)d.") % {"count": count}


@register_action("entrants/<int:entry_id>/correct/", name="correct")
def correct_entrant(desk: DeskRequest, entry_id: int) -> ActionResult:
    """Change an entrant's name, nation, title, club and birth year to the posted values.

    Raise RoleMissing if the title would change and the user is not an arbiter or an owner. If the entrant has
    namesakes who cannot be told apart by club and birth year, redirect to the page for adding these details.
    """
    cleaned = desk.clean_form(CorrectionForm)
    if not role_includes(desk.role, RoleKind.ARBITER):
        # The form of helpers does not have this box; None leaves the title unchanged.
        cleaned["title_holder"] = cleaned["title_holder"] or None
    details = Details(cleaned.pop("club"), cleaned.pop("birth_year"))
    row = correct_entry(**desk.actor_args(entry_id=entry_id, details=details, **cleaned))
    return message_or_namesake_warning(
        desk, row, gettext("%(name)s has been corrected.") % {"name": row.shown_name}
    )


@register_action("entrants/<int:entry_id>/details/", name="details")
def store_entrant_details(desk: DeskRequest, entry_id: int) -> Message:
    """Store the posted club and birth year of an entrant, which distinguish entrants of the same name."""
    row = correct_entry(**desk.actor_args(entry_id=entry_id, details=Details(**desk.clean_form(DetailsForm))))
    return gettext("Noted: %(name)s.") % {"name": row.shown_name}


@register_action("entrants/<int:entry_id>/withdraw/", name="withdraw")
def withdraw_entrant(desk: DeskRequest, entry_id: int) -> Message:
    """Withdraw an entrant from the tournament. Requires confirmation."""
    desk.require_confirmation()
    row = entries.withdraw_entry(**desk.actor_args(entry_id=entry_id, **desk.clean_form(ReasonForm)))
    return gettext("%(name)s has been withdrawn.") % {"name": row.shown_name}


@register_action("entrants/<int:entry_id>/disqualify/", name="disqualify")
def disqualify_entrant(desk: DeskRequest, entry_id: int) -> Message:
    """Disqualify an entrant. Requires confirmation and a reason."""
    desk.require_confirmation()
    row = entries.disqualify_entry(**desk.actor_args(entry_id=entry_id, **desk.clean_form(ReasonForm)))
    return gettext("%(name)s has been disqualified.") % {"name": row.shown_name}


@register_action("entrants/<int:entry_id>/lift-disqualification/", name="lift")
def lift_entrant_disqualification(desk: DeskRequest, entry_id: int) -> ActionResult:
    """Lift an entrant's disqualification. Requires confirmation and a reason.

    If this affects a stage whose seats have been drawn, first show a page that asks whether to keep that draw
    or to discard it.
    """
    desk.require_confirmation()
    try:
        row = entries.lift_disqualification(
            **desk.actor_args(entry_id=entry_id, **desk.clean_form(ReasonForm)),
            next_draw=desk.request.POST.get("next_draw"),
        )
    except NextStageDrawn:
        snapshot = read_snapshot(desk.tournament)
        # Only entrants who are checked in again affect a draw.
        restored = snapshot.with_entry_status(entry_id, EntryStatus.CHECKED_IN)
        found = find_correction_consequences(snapshot, restored, 0)
        return ask_about_later_draw(desk, found, tab="check_in")
    message = gettext("%(name)s is no longer disqualified. Status: %(status)s.") % {
        "name": row.shown_name,
        "status": STATUS_TEXTS[EntryStatus(row.status)],
    }
    # The request's snapshot may have been read before the change.
    missed = find_stage_that_omits_entrant(read_snapshot(desk.tournament), row.pk)
    if not missed:
        return message
    return " ".join((message, gettext("%(title)s was drawn without them.") % {"title": missed.shown_title}))


@register_action("entrants/<int:entry_id>/penalise/", name="penalty")
def give_penalty(desk: DeskRequest, entry_id: int) -> ActionResult:
    """Deduct the posted number of points from an entrant. Requires a reason. A negative number adds points.

    If this affects a stage whose seats have been drawn, first show a page that asks whether to keep that draw
    or to discard it.
    """
    cleaned = desk.clean_form(PenaltyForm)
    try:
        row = penalise_entrant(
            **desk.actor_args(entry_id=entry_id, **cleaned), next_draw=desk.request.POST.get("next_draw")
        )
    except NextStageDrawn:
        snapshot, stage_number = read_snapshot(desk.tournament), cleaned["stage"]
        stage = snapshot.find_stage(stage_number) if stage_number else None
        penalty = Penalty(
            entry_id=entry_id, stage=stage.row if stage else None, points=cleaned["points"], at=desk.now
        )
        found = find_correction_consequences(
            snapshot, snapshot.with_added_penalty(penalty), stage_number or 1
        )
        return ask_about_later_draw(desk, found, tab="check_in")
    return gettext("%(name)s: %(points)+d points.") % {"name": row.entry.shown_name, "points": -row.points}


def message_or_namesake_warning(desk: DeskRequest, entry: Entry, message: str) -> ActionResult:
    """Return `message`, or warn that the entrant has namesakes who cannot be told apart.

    The warning is given if clubs and birth years do not tell apart all entrants with this name. Return a
    redirect to the page for adding these details, which shows both `message` and the warning.
    """
    alike = next((one for one in namesake_groups(desk.tournament) if entry in one.entries), None)
    if alike is None:
        return message
    messages.success(desk.request, message)
    others = ", ".join(other.shown_name for other in alike.entries if other != entry)
    warning = gettext("%(name)s has a namesake: %(others)s. Add a club or a birth year to tell them apart.")
    messages.warning(desk.request, warning % {"name": entry.name, "others": others})
    return HttpResponseRedirect(reverse("admin:desk_namesakes", args=[desk.tournament.pk]))
