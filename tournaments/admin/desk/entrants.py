"""Check-in: the list of entrants with its buttons, one entrant's page, and who is added."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from core.refusal import BadRequest
from games.bots.choose import LEVELS
from tournaments.admin.desk.door import Said, Visit, act, page
from tournaments.admin.desk.forms import (
    BotsForm,
    CorrectionForm,
    DetailsForm,
    EntryForm,
    PenaltyForm,
    PlayerForm,
    ReasonForm,
)
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

MOST_ROWS = 250
"""Of the list of entrants on one page; who is not among them is searched for."""


@page("check-in/")
def check_in(visit: Visit) -> HttpResponse:
    """Everybody, or whom `?q=` and `?status=` ask for."""
    asked, status = visit.request.GET.get("q", ""), visit.request.GET.get("status", "")
    listed = _listed(visit, asked, status)
    return visit.shows("check_in.html", tab="check_in", namesakes=namesake_groups(visit.tournament), **listed)


@page("check-in/list/")
def entrant_list(visit: Visit) -> HttpResponse:
    """The same list alone, as one types."""
    asked, status = visit.request.GET.get("q", ""), visit.request.GET.get("status", "")
    return visit.shows("_entrants.html", **_listed(visit, asked, status))


def _listed(visit: Visit, asked: str, status: str) -> dict[str, Any]:
    """The first entrants that are asked for, and how many there are: of thousands nobody reads all."""
    found = search_entrants(visit.tournament, search=asked, status=status)
    shown = list(found[: MOST_ROWS + 1])
    tell_apart(shown, people_of(visit.tournament.pk))
    many = len(shown) if len(shown) <= MOST_ROWS else found.count()
    return {"found": shown[:MOST_ROWS], "many": many, "most": MOST_ROWS, "asked": asked, "status": status}


def entrant_row(visit: Visit) -> str:
    """The row of the entrant that a button was for, as it is now."""
    try:
        pk = visit.given(EntryForm)["entry"]
        entry = visit.tournament.entries.select_related("user").get(pk=pk)
    except (BadRequest, Entry.DoesNotExist):
        return ""
    shown = visit.shows("_entrant_row.html", entry=entry).render()
    return str(shown.content.decode())


@page("add/")
def add(visit: Visit) -> HttpResponse:
    """A player, bots, or a file of many."""
    context = {"columns": ", ".join(COLUMNS), "levels": LEVELS, "nations": nations()}
    return visit.shows("add.html", tab="check_in", **context)


@page("namesakes/")
def namesakes(visit: Visit) -> HttpResponse:
    """Entrants whom their names don't tell apart, with fields for what does."""
    return visit.shows("namesakes.html", tab="check_in", groups=namesake_groups(visit.tournament))


@page("entrants/<int:entry>/")
def entrant(visit: Visit, entry: int) -> HttpResponse:
    """One entrant: status, seats, penalties, and what needs a reason."""
    found = entrant_page(read_snapshot(visit.tournament), entry)
    known = nation_code(found.entry.nation) == found.entry.nation
    context = {"entrant": found, "entry": found.entry, "nations": nations(), "nation_known": known}
    return visit.shows("entrant.html", tab="check_in", **context)


@act("check-in/entrant/", part=entrant_row)
def check_in_entrant(visit: Visit) -> str:
    """Somebody is there."""
    row = entries.check_in_entry(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return (
        f"{row.shown_name} is here and on the waiting list."
        if row.waits_here
        else f"{row.shown_name} is checked in."
    )


@act("check-in/undo/", part=entrant_row)
def undo_check_in(visit: Visit) -> str:
    """That was a mistake."""
    row = entries.undo_check_in(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return f"{row.shown_name} is no longer checked in."


@act("check-in/stand-by/", part=entrant_row)
def stand_by(visit: Visit) -> str:
    """Somebody waits for a free seat."""
    row = entries.stand_by_entry(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return f"{row.shown_name} is on the waiting list."


@act("entrants/<int:entry>/let-in/")
def let_in(visit: Visit, entry: int) -> str:
    """A stand-by gets a place."""
    row = entries.let_in_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.shown_name} has a place and is checked in."


@act("check-in/all/")
def check_in_all(visit: Visit) -> str:
    """Everyone who has entered is there."""
    visit.confirmed()
    count = entries.check_in_all(**visit.at())
    return f"Checked in: {count}."


@act("entrants/<int:entry>/correct/")
def correct(visit: Visit, entry: int) -> Said:
    """Something was written wrongly."""
    given = visit.given(CorrectionForm)
    if not reaches(visit.role, RoleKind.ARBITER):
        # Their form does not have the box: what it doesn't say stays as it is.
        given["title_holder"] = given["title_holder"] or None
    details = Details(given.pop("club"), given.pop("birth_year"))
    row = correct_entry(**visit.by_now(entry_id=entry, details=details, **given))
    return _warned(visit, row, f"{row.shown_name} has been corrected.")


@act("entrants/<int:entry>/details/")
def details(visit: Visit, entry: int) -> str:
    """What tells a namesake apart."""
    row = correct_entry(**visit.by_now(entry_id=entry, details=Details(**visit.given(DetailsForm))))
    return f"Noted: {row.shown_name}."


@act("entrants/<int:entry>/withdraw/")
def withdraw(visit: Visit, entry: int) -> str:
    """Somebody leaves."""
    visit.confirmed()
    row = entries.withdraw_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.shown_name} has been withdrawn."


@act("entrants/<int:entry>/disqualify/")
def disqualify(visit: Visit, entry: int) -> str:
    """Somebody is excluded."""
    visit.confirmed()
    row = entries.disqualify_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.shown_name} has been disqualified."


@act("entrants/<int:entry>/lift-disqualification/")
def lift(visit: Visit, entry: int) -> str:
    """Somebody is not excluded any more."""
    visit.confirmed()
    row = entries.lift_disqualification(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    said = f"{row.shown_name} is no longer disqualified. Status: {row.get_status_display().lower()}."
    missed = stage_without_seat(read_snapshot(visit.tournament), row.pk)
    return f"{said} {missed.title} was drawn without them." if missed else said


@act("entrants/<int:entry>/penalise/")
def penalty(visit: Visit, entry: int) -> str:
    """Points are taken away, or given back."""
    row = penalise(**visit.by_now(entry_id=entry, **visit.given(PenaltyForm)))
    return f"{row.entry.shown_name}: {-row.points:+} points."


@act("add/player/")
def add_player(visit: Visit) -> Said:
    """Somebody comes; a namesake whom nothing tells apart is entered, and the desk asks for what does."""
    row = entries.enter_player(**visit.at(**visit.given(PlayerForm)))
    place = "is on the waiting list" if row.status == "stand_by" else "has been entered"
    return _warned(visit, row, f"{row.shown_name} {place}.")


def _warned(visit: Visit, row: Entry, said: str) -> Said:
    """The sentence; with it a warning, and the page for that, where nothing tells a namesake from others."""
    alike = next((one for one in namesake_groups(visit.tournament) if row in one.entries), None)
    if alike is None:
        return said
    messages.success(visit.request, said)
    others = ", ".join(other.shown_name for other in alike.entries if other != row)
    warning = f"{row.name} has a namesake: {others}. Add a club or a birth year to tell them apart."
    messages.warning(visit.request, warning)
    return HttpResponseRedirect(reverse("admin:desk_namesakes", args=[visit.tournament.pk]))


@act("add/bots/")
def add_bots(visit: Visit) -> str:
    """Bots come."""
    rows = entries.enter_bots(**visit.at(**visit.given(BotsForm)))
    return f"{len(rows)} bot{'' if len(rows) == 1 else 's'} added and checked in."
