"""Check-in: the list of entrants with its buttons, one entrant's page, and who is added."""

from typing import Any

from django.http import HttpResponse

from games.bots.choose import LEVELS
from games.rules.errors import BadRequest
from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import (
    BotsForm,
    CorrectionForm,
    CsvForm,
    EntryForm,
    PenaltyForm,
    PlayerForm,
    ReasonForm,
)
from tournaments.models import Entry
from tournaments.models.choices import RoleKind
from tournaments.nations import nation_code, nations
from tournaments.selectors.desk_entrants import entrant_of, entrants_of, stage_without
from tournaments.selectors.picture import picture_of
from tournaments.selectors.roles import reaches
from tournaments.services import entries
from tournaments.services.corrections import correct_entry
from tournaments.services.csv_import import COLUMNS, import_entries
from tournaments.services.penalties import penalise

MOST_ROWS = 250
"""Of the list of entrants on one page; who is not among them is searched for."""


@page("check-in/")
def check_in(visit: Visit) -> HttpResponse:
    """Everybody, or whom `?q=` and `?status=` ask for."""
    asked, status = visit.request.GET.get("q", ""), visit.request.GET.get("status", "")
    return visit.shows("check_in.html", tab="check_in", **_listed(visit, asked, status))


@page("check-in/list/")
def entrant_list(visit: Visit) -> HttpResponse:
    """The same list alone, as one types."""
    asked, status = visit.request.GET.get("q", ""), visit.request.GET.get("status", "")
    return visit.shows("_entrants.html", **_listed(visit, asked, status))


def _listed(visit: Visit, asked: str, status: str) -> dict[str, Any]:
    """The first entrants that are asked for, and how many there are: of thousands nobody reads all."""
    found = entrants_of(visit.tournament, search=asked, status=status)
    shown = list(found[: MOST_ROWS + 1])
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


@page("entrants/<int:entry>/")
def entrant(visit: Visit, entry: int) -> HttpResponse:
    """One entrant: status, seats, penalties, and what needs a reason."""
    found = entrant_of(picture_of(visit.tournament), entry)
    known = nation_code(found.entry.nation) == found.entry.nation
    context = {"entrant": found, "entry": found.entry, "nations": nations(), "nation_known": known}
    return visit.shows("entrant.html", tab="check_in", **context)


@act("check-in/entrant/", part=entrant_row)
def check_in_entrant(visit: Visit) -> str:
    """Somebody is there."""
    row = entries.check_in_entry(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return f"{row.name} is here, as a stand-by." if row.waits_here else f"{row.name} is checked in."


@act("check-in/undo/", part=entrant_row)
def undo_check_in(visit: Visit) -> str:
    """That was a mistake."""
    row = entries.undo_check_in(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return f"{row.name} is no longer checked in."


@act("check-in/stand-by/", part=entrant_row)
def stand_by(visit: Visit) -> str:
    """Somebody waits for a free seat."""
    row = entries.stand_by_entry(**visit.by_now(entry_id=visit.given(EntryForm)["entry"]))
    return f"{row.name} stands by."


@act("entrants/<int:entry>/let-in/")
def let_in(visit: Visit, entry: int) -> str:
    """A stand-by gets a place."""
    row = entries.let_in_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.name} is in, and checked in."


@act("check-in/all/")
def check_in_all(visit: Visit) -> str:
    """Everyone who has entered is there."""
    visit.confirmed()
    count = entries.check_in_all(**visit.at())
    return f"{count} checked in."


@act("entrants/<int:entry>/correct/")
def correct(visit: Visit, entry: int) -> str:
    """Something was written wrongly."""
    given = visit.given(CorrectionForm)
    if not reaches(visit.role, RoleKind.ARBITER):
        # Their form does not have the box: what it doesn't say stays as it is.
        given["title_holder"] = given["title_holder"] or None
    row = correct_entry(**visit.by_now(entry_id=entry, **given))
    return f"{row.name} is corrected."


@act("entrants/<int:entry>/withdraw/")
def withdraw(visit: Visit, entry: int) -> str:
    """Somebody leaves."""
    visit.confirmed()
    row = entries.withdraw_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.name} is withdrawn."


@act("entrants/<int:entry>/disqualify/")
def disqualify(visit: Visit, entry: int) -> str:
    """Somebody is excluded."""
    visit.confirmed()
    row = entries.disqualify_entry(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    return f"{row.name} is disqualified."


@act("entrants/<int:entry>/lift-disqualification/")
def lift(visit: Visit, entry: int) -> str:
    """Somebody is not excluded any more."""
    visit.confirmed()
    row = entries.lift_disqualification(**visit.by_now(entry_id=entry, **visit.given(ReasonForm)))
    said = f"{row.name} is no longer disqualified: {row.get_status_display().lower()}."
    missed = stage_without(picture_of(visit.tournament), row.pk)
    return f"{said} {missed.title} is drawn without them." if missed else said


@act("entrants/<int:entry>/penalise/")
def penalty(visit: Visit, entry: int) -> str:
    """Points are taken away, or given back."""
    row = penalise(**visit.by_now(entry_id=entry, **visit.given(PenaltyForm)))
    return f"{row.entry.name}: {-row.points:+} points."


@act("add/player/")
def add_player(visit: Visit) -> str:
    """Somebody comes."""
    row = entries.enter_player(**visit.at(**visit.given(PlayerForm)))
    place = "is on the waiting list" if row.status == "stand_by" else "is entered"
    return f"{row.name} {place}."


@act("add/bots/")
def add_bots(visit: Visit) -> str:
    """Bots come."""
    rows = entries.enter_bots(**visit.at(**visit.given(BotsForm)))
    return f"{len(rows)} bots are checked in."


@act("add/import/")
def import_csv(visit: Visit) -> str:
    """Many come at once, or none."""
    count = import_entries(**visit.at(**visit.given(CsvForm)))
    return f"{count} entered."
