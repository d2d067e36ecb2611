"""Lists of entrants as files: one is uploaded, previewed and merged, or downloaded."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import pluralize
from django.urls import reverse

from tournaments.admin.desk.door import Said, Visit, act, page, tell
from tournaments.admin.desk.forms import CsvForm
from tournaments.errors import EntrantsChanged
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk.entrants import EXPORT_COLUMNS, entrant_rows
from tournaments.services.entry.importing import merging
from tournaments.web.spreadsheet import csv_bytes

MAX_LINES = 200
"""Of each kind in a preview: of thousands nobody reads all."""


class SeenForm(forms.Form):
    """The key of the preview that was confirmed."""

    seen = forms.CharField(max_length=64)


@page("entrants.csv")
def export_entrants(visit: Visit) -> HttpResponse:
    """Everybody but bots, in a file that can be imported again."""
    body = csv_bytes(entrant_rows(visit.tournament), EXPORT_COLUMNS)
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{visit.tournament.slug}-entrants.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@act("add/import/")
def import_csv(visit: Visit) -> HttpResponse:
    """A list is uploaded; nothing is entered before its preview is confirmed."""
    count = merging.upload(**visit.at(**visit.given(CsvForm)))
    messages.success(visit.request, f"{count} line{pluralize(count)} read.")
    return HttpResponseRedirect(_preview(visit))


@page("add/preview/")
def import_preview(visit: Visit) -> HttpResponse:
    """What the list would do."""
    visit.needs(RoleKind.HELPER)
    found = merging.preview(**visit.at())
    if found is None:
        return HttpResponseRedirect(reverse("admin:desk_add", args=[visit.tournament.pk]))
    return visit.shows("preview.html", tab="check_in", preview=found, most=MAX_LINES)


@act("add/merge/")
def merge_csv(visit: Visit) -> Said:
    """What the preview has shown is done; if it has become something else, that is shown instead."""
    try:
        done = merging.merge(**visit.at(**visit.given(SeenForm)))
    except EntrantsChanged as refusal:
        tell(visit, refusal)
        return HttpResponseRedirect(_preview(visit))
    said = f"{done.new} entered, {done.changed} changed, {done.unchanged} unchanged"
    return f"{said}, {done.left_out} left out." if done.left_out else f"{said}."


@act("add/discard/")
def discard_csv(visit: Visit) -> str:
    """The list is forgotten."""
    merging.discard(tournament_id=visit.tournament.pk, by=visit.by)
    return "Nothing has been imported."


def _preview(visit: Visit) -> str:
    return reverse("admin:desk_import_preview", args=[visit.tournament.pk])
