"""Option mixes in the admin: validated by the rules, and frozen once a stage has been drawn with one."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.lookups import RestrictedLookups
from tournaments.admin.access import (
    current_user_may_create_tournaments,
    current_user_organises_any_tournament,
    redirect_on_refusal,
)
from tournaments.admin.forms import MIX_OPTIONS, OptionMixForm
from tournaments.models import OptionMix, Stage
from tournaments.rules.mixes import supported_sizes
from tournaments.selectors.desk.access import may_edit_mix, mix_is_frozen
from tournaments.selectors.mixes import mix_from_model
from tournaments.services.lifecycle.mixes import save_mix


@admin.register(OptionMix)
class OptionMixAdmin(RestrictedLookups[OptionMix]):
    """All option mixes; they are shared by all tournaments, so every organiser sees them."""

    form = OptionMixForm
    list_display = ("name", *MIX_OPTIONS, "clock", "table_sizes", "is_frozen")
    list_filter = ("preset", "edition", "cheating")
    search_fields = ("name",)
    save_as = True

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow organisers of any tournament, and users who may create tournaments."""
        return current_user_organises_any_tournament(request) or current_user_may_create_tournaments(request)

    def has_view_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """Allow organisers of any tournament, and users who may create tournaments."""
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow users who may create tournaments."""
        return current_user_may_create_tournaments(request)

    def has_change_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """Allow users who may create tournaments and own all tournaments that use this option mix.

        Allow nobody once a stage that uses it has been drawn. If `obj` is None, allow users who may create
        tournaments.
        """
        if obj is None:
            return current_user_may_create_tournaments(request)
        return may_edit_mix(request.user, obj.pk) and not mix_is_frozen(obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """Allow users who may edit this option mix, unless a stage uses it. Never allow bulk deletion."""
        # For bulk deletion in the list, there is no mix.
        return obj is not None and may_edit_mix(request.user, obj.pk) and not obj.stages.exists()

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        """Show or process the form. If a service raises a Refusal, reload the page and show the reason."""
        view = super().changeform_view
        return redirect_on_refusal(request, lambda: view(request, *args, **options))

    def save_model(self, request: HttpRequest, obj: OptionMix, form: Any, change: bool) -> None:
        """Save the option mix through the service `save_mix`."""
        save_mix(mix=obj, now=timezone.now())

    @admin.display(description=_("tables of"))
    def table_sizes(self, mix: OptionMix) -> str:
        """Return the numbers of players per table that the option mix supports, separated by commas."""
        return ", ".join(str(size) for size in supported_sizes(mix_from_model(mix)))

    @admin.display(description=_("in use"), boolean=True)
    def is_frozen(self, mix: Any) -> bool:
        """Return whether a stage has been drawn with the option mix, so that it can no longer be changed."""
        return bool(mix.is_drawn)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OptionMix]:
        """Annotate each option mix with `is_drawn`: whether a stage that uses it has been drawn."""
        drawn = Stage.objects.filter(mix=OuterRef("pk"), drawn_at__isnull=False)
        return super().get_queryset(request).annotate(is_drawn=Exists(drawn))
