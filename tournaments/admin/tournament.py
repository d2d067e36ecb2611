"""Tournaments in the admin: created from a preset, configured by their owners, run in the console."""

from collections.abc import Sequence
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminSplitDateTime
from django.db.models import DateTimeField, QuerySet
from django.forms import BaseModelFormSet, ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusal import Refusal
from core.time_zones import known_zones
from core.translation import translate
from tournaments.admin.access import (
    RolePermissionsMixin,
    current_user_may_create_tournaments,
    logged_in_admin_user,
    redirect_on_refusal,
    render_immediately,
    tournament_time_column,
)
from tournaments.admin.desk import desk_urls
from tournaments.admin.form_fields import LocalDateTimeField
from tournaments.admin.forms import CopyForm, NewTournamentForm, TournamentForm
from tournaments.admin.inlines import RoleFormSet, RoleInline, StageFormSet, StageInline
from tournaments.models import Tournament
from tournaments.models.tournament import MAX_TOURNAMENT_NAME
from tournaments.selectors.desk.access import add_entrant_count, organised_tournaments, owned_tournaments
from tournaments.selectors.roles import default_time_zone, find_role
from tournaments.services.entry.checks import OVER
from tournaments.services.lifecycle.copying import copy_tournament
from tournaments.services.lifecycle.presets import PRESETS, create_from_preset
from tournaments.services.lifecycle.settings import change_settings


@admin.register(Tournament)
class TournamentAdmin(RolePermissionsMixin[Tournament]):
    """The tournaments that the user organises, their settings, and links to the organisers' console."""

    tournament_lookup = ""
    list_display = (
        "name",
        "desk",
        "status",
        "visibility",
        tournament_time_column("starts_at", tournament_lookup=tournament_lookup),
        "entrants",
        tournament_time_column("finished_at", tournament_lookup=tournament_lookup),
    )
    formfield_overrides: ClassVar = {
        DateTimeField: {"form_class": LocalDateTimeField, "widget": AdminSplitDateTime}
    }
    list_filter = ("status", "visibility", "online", "automatic")
    search_fields = ("name", "slug")
    date_hierarchy = "starts_at"
    inlines: ClassVar = [StageInline, RoleInline]
    change_form_template = "admin/tournaments/tournament/change_form.html"
    fieldsets = (
        (None, {"fields": ("name", "slug", "description", "visibility")}),
        (_("Timetable"), {"fields": (
            "time_zone", ("entry_opens_at", "entry_closes_at"), ("check_in_opens_at", "check_in_closes_at"),
            ("starts_at", "automatic"), ("grace_seconds", "protest_seconds", "break_seconds"),
        )}),
        (_("Entrants"), {"fields": (("min_entrants", "capacity", "nation_quota"),)}),
        (_("Tables"), {"classes": ("collapse",), "fields": (
            ("online", "fill_with_bots", "same_deals"), "table_chat",
        )}),
        (_("Prizes"), {"classes": ("collapse",), "fields": ("prizes",)}),
    )  # fmt: skip
    new_fieldsets = ((None, {"fields": ("pattern", "name", "slug", "time_zone", "starts_at")}),)

    # --- Who may ---------------------------------------------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow organisers of any tournament, and users who may create tournaments."""
        return super().has_module_permission(request) or current_user_may_create_tournaments(request)

    def has_view_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Allow the tournament's organisers.

        If `obj` is None, allow organisers of any tournament, and users who may create tournaments.
        """
        return super().has_view_permission(request, obj) or (
            obj is None and current_user_may_create_tournaments(request)
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow users who may create tournaments."""
        return current_user_may_create_tournaments(request)

    # --- The list --------------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        """Return the tournaments that the user organises, annotated with their entrant counts."""
        return add_entrant_count(super().get_queryset(request))

    @admin.display(description=_("entrants"), ordering="entrants")
    def entrants(self, tournament: Any) -> int:
        """Return the number of entrants who have not left the tournament."""
        return int(tournament.entrants)

    @admin.display(description=_("desk"))
    def desk(self, tournament: Tournament) -> str:
        """Return an HTML link to the tournament's pages in the organisers' console."""
        address = reverse("admin:desk_overview", args=[tournament.pk])
        return format_html(
            '<a class="desk-link" href="{}" aria-label="{}">{}</a>',
            address,
            gettext("Desk of %(name)s") % {"name": tournament},
            gettext("Desk"),
        )

    # --- New and changed -------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        """Return the groups of fields in the form.

        A new tournament has few fields, because its preset fills in the others.
        """
        return self.fieldsets if obj else self.new_fieldsets

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        """Return a form class based on TournamentForm or, for a new tournament, on NewTournamentForm."""
        return super().get_form(
            request, obj, change, **{"form": TournamentForm if obj else NewTournamentForm, **options}
        )

    def get_inlines(self, request: HttpRequest, obj: Tournament | None) -> list[Any]:
        """Return no inlines for a new tournament, because the chosen preset creates its stages."""
        return self.inlines if obj else []

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Tournament | None = None
    ) -> dict[str, Sequence[str]]:
        """Prepopulate the slug of a new tournament from its name."""
        return {} if obj else {"slug": ("name",)}

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show or process the form. If a service raises a Refusal, reload the page and show the reason."""
        context = {**(extra_context or {}), "presets": PRESETS, "is_nav_sidebar_enabled": False}
        view = super().changeform_view
        return redirect_on_refusal(request, lambda: view(request, object_id, form_url, context))

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, str | list[str]]:
        """Return initial values for the form of a new tournament, in particular its time zone.

        This is the time zone of the newest tournament that the user owns, or else the site's. Query
        parameters override initial values.
        """
        return {"time_zone": default_time_zone(request.user), **super().get_changeform_initial_data(request)}

    def page_time_zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        """Return the time zone that was posted with the form, if it is valid.

        Otherwise, return the tournament's time zone or, for a new tournament, the time zone that the form
        suggests.
        """
        posted = request.POST.get("time_zone", "")
        return ZoneInfo(posted) if posted in known_zones() else super().page_time_zone(request, object_id)

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: ModelForm[Tournament], change: bool
    ) -> None:
        """Create a tournament from the chosen preset, or save the changed settings of an existing one."""
        now, by = timezone.now(), logged_in_admin_user(request)
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            change_settings(tournament_id=obj.pk, changes=changes, actor=by, now=now)
            return
        given = dict(form.cleaned_data)
        obj.pk = create_from_preset(preset=given.pop("pattern"), **given, actor=by, now=now).pk

    def save_formset(
        self,
        request: HttpRequest,
        form: ModelForm[Tournament],
        formset: BaseModelFormSet[Any, ModelForm[Any]],
        change: bool,
    ) -> None:
        """Save the stages or roles by calling service functions.

        If a service refuses a change, stop and raise its Refusal.
        """
        assert isinstance(formset, StageFormSet | RoleFormSet)
        formset.save_through_services(
            tournament_id=form.instance.pk, actor=logged_in_admin_user(request), now=timezone.now()
        )

    def response_add(self, request: HttpRequest, obj: Tournament, *args: Any) -> HttpResponse:
        """Redirect to the settings of the new tournament, and ask the user to check them."""
        messages.success(
            request,
            gettext("%(name)s has been made from the preset. Check its settings, then publish it.")
            % {"name": obj.name},
        )
        return HttpResponseRedirect(reverse("admin:tournaments_tournament_change", args=[obj.pk]))

    def response_change(self, request: HttpRequest, obj: Tournament) -> HttpResponse:
        """Redirect to the organisers' console after "Save".

        After other buttons, or if the user no longer has a role in the tournament, redirect to the page that
        Django chooses.
        """
        answer = super().response_change(request, obj)
        if {"_continue", "_addanother"} & set(request.POST) or find_role(obj.pk, request.user) is None:
            return answer
        return HttpResponseRedirect(reverse("admin:desk_overview", args=[obj.pk]))

    # --- More pages ------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """Add the URL patterns of the organisers' console and of the page that copies a tournament."""
        copy = self.admin_site.admin_view(self.copy_view)
        desks = self.admin_site.admin_view(self.redirect_to_console)
        own = [
            path("desks/", desks, name="desks"),
            path("<int:pk>/copy/", copy, name="tournaments_tournament_copy"),
        ]
        # These come before Django's own patterns, the last of which takes any path for a row's id.
        return own + desk_urls(self.admin_site) + super().get_urls()

    def redirect_to_console(self, request: HttpRequest) -> HttpResponse:
        """Redirect to the console of the user's only unfinished tournament.

        If there is none or more than one, redirect to the list of tournaments.
        """
        desks = organised_tournaments(request.user)
        # Two are enough to tell whether there is only one.
        running = list(desks.exclude(status__in=OVER).values_list("pk", flat=True)[:2])
        if len(running) == 1:
            return HttpResponseRedirect(reverse("admin:desk_overview", args=running))
        # Users who may not see the list are sent to the admin's start page.
        if self.has_module_permission(request):
            return HttpResponseRedirect(reverse("admin:tournaments_tournament_changelist"))
        return HttpResponseRedirect(reverse("admin:index"))

    def copy_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show or process the form for copying a tournament. Users who do not own the tournament get 404."""
        source = get_object_or_404(owned_tournaments(request.user), pk=pk)
        with timezone.override(source.zone):
            return render_immediately(self._handle_copy(request, source))

    def _handle_copy(self, request: HttpRequest, source: Tournament) -> HttpResponse:
        """Show the form for copying, or create the copy and redirect to it."""
        initial = {"name": _name_of_copy(source.name)}
        form = CopyForm(request.POST or None, initial=initial, source=source)
        if request.method == "POST" and form.is_valid():
            try:
                copy = copy_tournament(
                    tournament_id=source.pk,
                    **form.cleaned_data,
                    actor=logged_in_admin_user(request),
                    now=timezone.now(),
                )
                return self.response_add(request, copy)
            except Refusal as refusal:
                form.add_error(None, translate(refusal.detail))
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Copy %(name)s") % {"name": source.name},
            "form": form,
        }
        context["is_nav_sidebar_enabled"] = False
        return TemplateResponse(request, "admin/tournaments/copy.html", {**context, "source": source})


def _name_of_copy(name: str) -> str:
    """Return the suggested name for a copy of the tournament called `name`.

    Shorten `name` if the result would otherwise be longer than MAX_TOURNAMENT_NAME characters.
    """
    pattern = gettext("%(name)s (copy)")
    return pattern % {"name": name[: MAX_TOURNAMENT_NAME - len(pattern % {"name": ""})]}
