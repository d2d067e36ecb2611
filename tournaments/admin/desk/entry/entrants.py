"""Check-in: the list of entrants with its buttons, one entrant's page, and who is added."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from core.refusal import BadRequest
from games.bots.choose import LEVELS
from tournaments.admin.desk.actions import ActionResult, action
from tournaments.admin.desk.forms import (
    BotsForm,
    CorrectionForm,
    DetailsForm,
    EntryForm,
    PenaltyForm,
    PlayerForm,
    ReasonForm,
)
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.models import Entry
from tournaments.models.choices import RoleKind
from tournaments.models.entry import people_of, tell_apart
from tournaments.nations import nation_code, nations
from tournaments.selectors.desk.entrants import (
    entrant_page,
    namesake_groups,
    search_entrants,
    stage_without_seat,
)
from tournaments.selectors.roles import reaches
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.entry import entries
from tournaments.services.entry.corrections import Details, correct_entry
from tournaments.services.entry.importing.reading import COLUMNS
from tournaments.services.stage.penalties import penalise

MAX_ROWS = 250
"""Of the list of entrants on one page; who is not among them is searched for."""


@page("check-in/")
def check_in(desk: DeskRequest) -> HttpResponse:
    """Everybody, or whom `?q=` and `?status=` ask for."""
    asked, status = desk.request.GET.get("q", ""), desk.request.GET.get("status", "")
    listed = _listed(desk, asked, status)
    return desk.render(
        "entry/check_in.html", tab="check_in", namesakes=namesake_groups(desk.tournament), **listed
    )


@page("check-in/list/")
def entrant_list(desk: DeskRequest) -> HttpResponse:
    """The list of entrants alone, which a script reloads while a search is typed."""
    asked, status = desk.request.GET.get("q", ""), desk.request.GET.get("status", "")
    return desk.render("entry/_entrants.html", **_listed(desk, asked, status))


def _listed(desk: DeskRequest, asked: str, status: str) -> dict[str, object]:
    """The first entrants that are asked for, and how many there are: of thousands nobody reads all."""
    found = search_entrants(desk.tournament, search=asked, status=status)
    shown = list(found[: MAX_ROWS + 1])
    tell_apart(shown, people_of(desk.tournament.pk))
    many = len(shown) if len(shown) <= MAX_ROWS else found.count()
    return {"found": shown[:MAX_ROWS], "many": many, "most": MAX_ROWS, "asked": asked, "status": status}


def entrant_row(desk: DeskRequest) -> str:
    """The row of the entrant that a button was for, as it is now."""
    try:
        pk = desk.cleaned(EntryForm)["entry"]
        entry = desk.tournament.entries.select_related("user").get(pk=pk)
    except (BadRequest, Entry.DoesNotExist):
        return ""
    shown = desk.render("entry/_entrant_row.html", entry=entry).render()
    return str(shown.content.decode())


@page("add/")
def add(desk: DeskRequest) -> HttpResponse:
    """Forms that add a player, bots, or a file of entrants."""
    context = {"columns": ", ".join(COLUMNS), "levels": LEVELS, "nations": nations()}
    return desk.render("entry/add.html", tab="check_in", **context)


@page("namesakes/")
def namesakes(desk: DeskRequest) -> HttpResponse:
    """Entrants whom their names don't tell apart, with fields for what does."""
    return desk.render("entry/namesakes.html", tab="check_in", groups=namesake_groups(desk.tournament))


@page("entrants/<int:entry_id>/")
def entrant(desk: DeskRequest, entry_id: int) -> HttpResponse:
    """One entrant: status, seats, penalties, and what needs a reason."""
    found = entrant_page(desk.snapshot, entry_id)
    known = nation_code(found.entry.nation) == found.entry.nation
    context = {"entrant": found, "entry": found.entry, "nations": nations(), "nation_known": known}
    return desk.render("entry/entrant.html", tab="check_in", **context)


@action("check-in/entrant/", part=entrant_row)
def check_in_entrant(desk: DeskRequest) -> str:
    """Check an entrant in."""
    row = entries.check_in_entry(**desk.actor_args(entry_id=desk.cleaned(EntryForm)["entry"]))
    return (
        f"{row.shown_name} is here and on the waiting list."
        if row.waits_here
        else f"{row.shown_name} is checked in."
    )


@action("check-in/undo/", part=entrant_row)
def undo_check_in(desk: DeskRequest) -> str:
    """Undo a check-in."""
    row = entries.undo_check_in(**desk.actor_args(entry_id=desk.cleaned(EntryForm)["entry"]))
    return f"{row.shown_name} is no longer checked in."


@action("check-in/stand-by/", part=entrant_row)
def stand_by(desk: DeskRequest) -> str:
    """Put an entrant on the waiting list."""
    row = entries.stand_by_entry(**desk.actor_args(entry_id=desk.cleaned(EntryForm)["entry"]))
    return f"{row.shown_name} is on the waiting list."


@action("entrants/<int:entry_id>/let-in/")
def let_in(desk: DeskRequest, entry_id: int) -> str:
    """Give somebody on the waiting list a place."""
    row = entries.let_in_entry(**desk.actor_args(entry_id=entry_id, **desk.cleaned(ReasonForm)))
    return f"{row.shown_name} has a place and is checked in."


@action("check-in/all/")
def check_in_all(desk: DeskRequest) -> str:
    """Check in everyone who has entered."""
    desk.require_confirmation()
    count = entries.check_in_all(**desk.tournament_args())
    return f"Checked in: {count}."


@action("entrants/<int:entry_id>/correct/")
def correct(desk: DeskRequest, entry_id: int) -> ActionResult:
    """Correct an entrant's name, nation, club, birth year or title."""
    cleaned = desk.cleaned(CorrectionForm)
    if not reaches(desk.role, RoleKind.ARBITER):
        # Their form does not have the box: what it doesn't say stays as it is.
        cleaned["title_holder"] = cleaned["title_holder"] or None
    details = Details(cleaned.pop("club"), cleaned.pop("birth_year"))
    row = correct_entry(**desk.actor_args(entry_id=entry_id, details=details, **cleaned))
    return _warned(desk, row, f"{row.shown_name} has been corrected.")


@action("entrants/<int:entry_id>/details/")
def details(desk: DeskRequest, entry_id: int) -> str:
    """Note the club or birth year that tells a namesake apart."""
    row = correct_entry(**desk.actor_args(entry_id=entry_id, details=Details(**desk.cleaned(DetailsForm))))
    return f"Noted: {row.shown_name}."


@action("entrants/<int:entry_id>/withdraw/")
def withdraw(desk: DeskRequest, entry_id: int) -> str:
    """Withdraw an entrant."""
    desk.require_confirmation()
    row = entries.withdraw_entry(**desk.actor_args(entry_id=entry_id, **desk.cleaned(ReasonForm)))
    return f"{row.shown_name} has been withdrawn."


@action("entrants/<int:entry_id>/disqualify/")
def disqualify(desk: DeskRequest, entry_id: int) -> str:
    """Disqualify an entrant."""
    desk.require_confirmation()
    row = entries.disqualify_entry(**desk.actor_args(entry_id=entry_id, **desk.cleaned(ReasonForm)))
    return f"{row.shown_name} has been disqualified."


@action("entrants/<int:entry_id>/lift-disqualification/")
def lift(desk: DeskRequest, entry_id: int) -> str:
    """Lift a disqualification."""
    desk.require_confirmation()
    row = entries.lift_disqualification(**desk.actor_args(entry_id=entry_id, **desk.cleaned(ReasonForm)))
    said = f"{row.shown_name} is no longer disqualified. Status: {row.get_status_display().lower()}."
    # The request's snapshot would be that from before the change.
    missed = stage_without_seat(read_snapshot(desk.tournament), row.pk)
    return f"{said} {missed.title} was drawn without them." if missed else said


@action("entrants/<int:entry_id>/penalise/")
def penalty(desk: DeskRequest, entry_id: int) -> str:
    """Give a penalty; points below 0 are given back."""
    row = penalise(**desk.actor_args(entry_id=entry_id, **desk.cleaned(PenaltyForm)))
    return f"{row.entry.shown_name}: {-row.points:+} points."


@action("add/player/")
def add_player(desk: DeskRequest) -> ActionResult:
    """Somebody comes; a namesake whom nothing tells apart is entered, and the desk asks for what does."""
    row = entries.enter_player(**desk.tournament_args(**desk.cleaned(PlayerForm)))
    place = "is on the waiting list" if row.status == "stand_by" else "has been entered"
    return _warned(desk, row, f"{row.shown_name} {place}.")


def _warned(desk: DeskRequest, row: Entry, said: str) -> ActionResult:
    """The sentence; with it a warning, and the page for that, where nothing tells a namesake from others."""
    alike = next((one for one in namesake_groups(desk.tournament) if row in one.entries), None)
    if alike is None:
        return said
    messages.success(desk.request, said)
    others = ", ".join(other.shown_name for other in alike.entries if other != row)
    warning = f"{row.name} has a namesake: {others}. Add a club or a birth year to tell them apart."
    messages.warning(desk.request, warning)
    return HttpResponseRedirect(reverse("admin:desk_namesakes", args=[desk.tournament.pk]))


@action("add/bots/")
def add_bots(desk: DeskRequest) -> str:
    """Add bots, checked in."""
    rows = entries.enter_bots(**desk.tournament_args(**desk.cleaned(BotsForm)))
    return f"{len(rows)} bot{'' if len(rows) == 1 else 's'} added and checked in."
