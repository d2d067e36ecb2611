"""Lists of entrants as files, which can be uploaded, previewed and merged, or downloaded."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.admin.desk.actions import ActionResult, Message, register_action, show_refusal
from tournaments.admin.desk.entry.adding import redisplay_if_refused
from tournaments.admin.desk.forms import CsvForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.errors import EntrantsChanged
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk.entrants import EXPORT_COLUMNS, entrant_rows
from tournaments.services.entry.importing import merging
from tournaments.web.spreadsheet import csv_bytes

MAX_LINES = 200
"""Maximum number of lines of each kind in a preview, because nobody reads thousands."""


class SeenForm(forms.Form):
    """Asks for the key of the preview that the organiser has confirmed."""

    seen = forms.CharField(max_length=64)


@register_page("entrants.csv")
def export_entrants(desk: DeskRequest) -> HttpResponse:
    """Return all entrants except bots as a CSV file, which can be imported again."""
    body = csv_bytes(entrant_rows(desk.tournament), EXPORT_COLUMNS)
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-entrants.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@register_action("add/import/", name="import_csv")
@redisplay_if_refused("list")
def upload_entrant_file(desk: DeskRequest) -> ActionResult:
    """Store the uploaded list of entrants until it is confirmed, and redirect to a preview of its import."""
    count = merging.store_entrant_file(**desk.tournament_args(**desk.clean_form(CsvForm)))
    messages.success(
        desk.request,
        ngettext("%(count)d line read.", "%(count)d lines read.", count) % {"count": count},
    )
    return HttpResponseRedirect(_import_preview_url(desk))


@register_page("add/preview/", name="import_preview")
def show_import_preview(desk: DeskRequest) -> HttpResponse:
    """Show what importing the uploaded list of entrants would change.

    Without an uploaded list, redirect to the upload form.
    """
    desk.require_role(RoleKind.HELPER)
    found = merging.preview_entrant_file(**desk.tournament_args())
    if found is None:
        return HttpResponseRedirect(reverse("admin:desk_add", args=[desk.tournament.pk]))
    return desk.render("entry/preview.html", tab="check_in", preview=found, most=MAX_LINES)


@register_action("add/merge/", name="merge_csv")
def import_entrant_file(desk: DeskRequest) -> ActionResult:
    """Import the uploaded list of entrants, after the organiser has confirmed a preview of the changes.

    If the import would no longer make the changes in this preview, import nothing and redirect to a new
    preview.
    """
    try:
        done = merging.merge_entrant_file(
            **desk.tournament_args(preview_key=desk.clean_form(SeenForm)["seen"])
        )
    except EntrantsChanged as refusal:
        show_refusal(desk, refusal)
        return HttpResponseRedirect(_import_preview_url(desk))
    message = (
        gettext("%(new)d entered, %(changed)d changed, %(unchanged)d unchanged, %(left_out)d left out.")
        if done.left_out
        else gettext("%(new)d entered, %(changed)d changed, %(unchanged)d unchanged.")
    )
    return message % {
        "new": done.new,
        "changed": done.changed,
        "unchanged": done.unchanged,
        "left_out": done.left_out,
    }


@register_action("add/discard/")
def discard_csv(desk: DeskRequest) -> Message:
    """Delete the uploaded list of entrants without importing it."""
    merging.discard_entrant_file(tournament_id=desk.tournament.pk, actor=desk.organiser)
    return gettext("Nothing has been imported.")


def _import_preview_url(desk: DeskRequest) -> str:
    """Return the URL of the page that previews the uploaded list of entrants."""
    return reverse("admin:desk_import_preview", args=[desk.tournament.pk])
