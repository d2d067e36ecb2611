"""Lists of entrants as files: one is uploaded, previewed and merged, or downloaded."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import pluralize
from django.urls import reverse

from tournaments.admin.desk.actions import ActionResult, action, show_refusal
from tournaments.admin.desk.forms import CsvForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
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
def export_entrants(desk: DeskRequest) -> HttpResponse:
    """Everybody but bots, in a file that can be imported again."""
    body = csv_bytes(entrant_rows(desk.tournament), EXPORT_COLUMNS)
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-entrants.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@action("add/import/")
def import_csv(desk: DeskRequest) -> HttpResponse:
    """A list is uploaded; nothing is entered before its preview is confirmed."""
    count = merging.upload(**desk.tournament_args(**desk.cleaned(CsvForm)))
    messages.success(desk.request, f"{count} line{pluralize(count)} read.")
    return HttpResponseRedirect(_preview(desk))


@page("add/preview/")
def import_preview(desk: DeskRequest) -> HttpResponse:
    """What importing the uploaded list would change."""
    desk.require_role(RoleKind.HELPER)
    found = merging.preview(**desk.tournament_args())
    if found is None:
        return HttpResponseRedirect(reverse("admin:desk_add", args=[desk.tournament.pk]))
    return desk.render("entry/preview.html", tab="check_in", preview=found, most=MAX_LINES)


@action("add/merge/")
def merge_csv(desk: DeskRequest) -> ActionResult:
    """What the preview has shown is done; if it has become something else, that is shown instead."""
    try:
        done = merging.merge(**desk.tournament_args(**desk.cleaned(SeenForm)))
    except EntrantsChanged as refusal:
        show_refusal(desk, refusal)
        return HttpResponseRedirect(_preview(desk))
    said = f"{done.new} entered, {done.changed} changed, {done.unchanged} unchanged"
    return f"{said}, {done.left_out} left out." if done.left_out else f"{said}."


@action("add/discard/")
def discard_csv(desk: DeskRequest) -> str:
    """Discard the uploaded list."""
    merging.discard(tournament_id=desk.tournament.pk, by=desk.by)
    return "Nothing has been imported."


def _preview(desk: DeskRequest) -> str:
    return reverse("admin:desk_import_preview", args=[desk.tournament.pk])
