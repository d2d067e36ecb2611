"""The lists beside the tournaments: entrants, stages, roles, pairs, results, penalties, the audit log."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin import AllValuesFieldListFilter, RelatedOnlyFieldListFilter
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import (
    ReadOnlyRolePermissionsMixin,
    RolePermissionsMixin,
    logged_in_admin_user,
    redirect_on_refusal,
    tournament_time_column,
)
from tournaments.admin.forms import StageForm
from tournaments.models import AuditEntry, Entry, ForbiddenPair, HandResult, Penalty, Role, Stage
from tournaments.services.lifecycle.settings import change_stage
from tournaments.templatetags.audit_texts import audit_entry_text, audit_type_label

OF_OWN_TOURNAMENTS = ("tournament", RelatedOnlyFieldListFilter)
"""A filter that lists only tournaments of the rows shown, so that others' names stay private."""


@admin.register(Stage)
class StageAdmin(RolePermissionsMixin[Stage]):
    """Stages, editable until they have been drawn."""

    form = StageForm
    list_display = (
        "tournament",
        "number",
        "shown_title",
        "kind",
        "mix",
        "qualify",
        "qualify_count",
        tournament_time_column("drawn_at"),
    )
    list_filter = (OF_OWN_TOURNAMENTS, "kind")
    list_select_related = ("tournament", "mix")
    search_fields = ("tournament__name", "name")
    readonly_fields = ("tournament", "drawn_at", "released_at", "started_at", "closed_at")

    def has_change_permission(self, request: HttpRequest, obj: Stage | None = None) -> bool:
        """Allow owners of the tournament until the stage has been drawn.

        If `obj` is None, allow users with a role in any tournament.
        """
        return super().has_change_permission(request, obj) and (obj is None or obj.drawn_at is None)

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        """Show or process the form. If a service raises a Refusal, reload the page and show the reason."""
        view = super().changeform_view
        return redirect_on_refusal(request, lambda: view(request, *args, **options))

    def save_model(self, request: HttpRequest, obj: Stage, form: Any, change: bool) -> None:
        """Save the changed fields through the service `change_stage`."""
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        change_stage(
            stage_id=obj.pk, changes=changes, actor=logged_in_admin_user(request), now=timezone.now()
        )


@admin.register(Entry)
class EntryAdmin(ReadOnlyRolePermissionsMixin[Entry]):
    """Entrants, read-only; they are changed in the organisers' console."""

    list_display = (
        "name",
        "club",
        "birth_year",
        "tournament",
        "start_number",
        "nation",
        "status",
        "user",
        "desk_link",
    )
    list_filter = (OF_OWN_TOURNAMENTS, "status", "title_holder")
    search_fields = ("name", "club", "user__username", "nation")
    list_select_related = ("tournament", "user")

    @admin.display(description=_("desk"))
    def desk_link(self, entry: Entry) -> str:
        """Return an HTML link to the entrant's page in the organisers' console."""
        address = reverse("admin:desk_entrant", args=[entry.tournament_id, entry.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("open"))


@admin.register(Role)
class RoleAdmin(ReadOnlyRolePermissionsMixin[Role]):
    """Roles, read-only; they are granted and revoked on the tournament's page."""

    list_display = ("user", "kind", "tournament")
    list_filter = (OF_OWN_TOURNAMENTS, "kind")
    search_fields = ("user__username", "tournament__name")
    list_select_related = ("user", "tournament")


@admin.register(ForbiddenPair)
class ForbiddenPairAdmin(ReadOnlyRolePermissionsMixin[ForbiddenPair]):
    """Pairs who are never drawn to the same table, read-only; they are changed in the organisers' console."""

    list_display = ("one", "other", "tournament")
    list_filter = (OF_OWN_TOURNAMENTS,)
    search_fields = ("one__name", "other__name")
    list_select_related = ("one", "other", "tournament")


@admin.register(HandResult)
class HandResultAdmin(ReadOnlyRolePermissionsMixin[HandResult]):
    """Results entered by hand, read-only; only the newest of each table counts."""

    tournament_lookup = "table__stage__tournament"
    list_display = (
        "table",
        "stage",
        tournament_time_column("at", tournament_lookup=tournament_lookup),
        "by",
        "reason",
    )
    search_fields = ("table__stage__tournament__name", "reason")
    list_select_related = ("table__stage__tournament", "by")

    @admin.display(description=_("stage"))
    def stage(self, result: HandResult) -> str:
        """Return the names of the result's tournament and stage."""
        return f"{result.table.stage.tournament}, {result.table.stage}"


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyRolePermissionsMixin[Penalty]):
    """Penalties, read-only."""

    tournament_lookup = "entry__tournament"
    list_display = (
        "entry",
        "tournament",
        "stage",
        "points",
        "reason",
        "overrun",
        "by",
        tournament_time_column("at", tournament_lookup=tournament_lookup),
    )
    list_filter = ("overrun",)
    search_fields = ("entry__name", "reason")
    list_select_related = ("entry__tournament", "stage", "by")

    @admin.display(description=_("tournament"))
    def tournament(self, penalty: Penalty) -> str:
        """Return the name of the penalised entrant's tournament."""
        return str(penalty.entry.tournament)


class AuditTypeFilter(AllValuesFieldListFilter):
    """A filter by type of audit entry, with the same labels as the audit log in the organisers' console."""

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Yield the filter's choices, with readable labels instead of the types' internal names."""
        for choice in super().choices(changelist):
            yield {**choice, "display": audit_type_label(str(choice["display"]))}


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyRolePermissionsMixin[AuditEntry]):
    """The audit log, read-only."""

    list_display = (
        "tournament",
        "number",
        tournament_time_column("at"),
        "entry_text",
        "stage",
        "by_name",
        "reason",
    )
    list_filter = (OF_OWN_TOURNAMENTS, ("type", AuditTypeFilter))
    search_fields = ("type", "by_name", "reason", "tournament__name")
    list_select_related = ("tournament",)
    date_hierarchy = "at"
    ordering = ("-at", "-number")

    @admin.display(description=_("what"), ordering="type")
    def entry_text(self, entry: AuditEntry) -> str:
        """Return the entry's readable text, worded as in the audit log of the organisers' console."""
        return audit_entry_text(entry)
