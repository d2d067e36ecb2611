"""Option mixes in the admin: judged by the rules of the game, frozen once a stage is drawn with one."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.admin.lookups import OwnLookups
from tournaments.admin.access import caller_may_create, caller_organises, refused_kindly
from tournaments.admin.forms import MixForm
from tournaments.models import OptionMix, Stage
from tournaments.rules.mixes import sizes_of
from tournaments.selectors.desk.access import may_edit_mix, mix_is_frozen
from tournaments.selectors.mixes import mix_of
from tournaments.services.lifecycle.mixes import save_mix


@admin.register(OptionMix)
class OptionMixAdmin(OwnLookups[OptionMix]):
    """All mixes; shared, so whoever organises sees them."""

    form = MixForm
    list_display = (
        "name",
        "preset",
        "edition",
        "restriction",
        "reveal",
        "spare_one_card",
        "cheating",
        "clock",
        "tables",
        "frozen",
    )
    list_filter = ("preset", "edition", "cheating")
    search_fields = ("name",)
    save_as = True

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever organises something."""
        return caller_organises(request) or caller_may_create(request)

    def has_view_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """Whoever organises something."""
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Who creates tournaments."""
        return caller_may_create(request)

    def has_change_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """Until it is frozen, who owns all tournaments that use it."""
        if obj is None:
            return caller_may_create(request)
        return may_edit_mix(request.user, obj.pk) and not mix_is_frozen(obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: OptionMix | None = None) -> bool:
        """One that nobody uses, and not whole lists at once."""
        return obj is not None and may_edit_mix(request.user, obj.pk) and not obj.stages.exists()

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        """A refusal is a message."""
        view = super().changeform_view
        return refused_kindly(request, lambda: view(request, *args, **options))

    def save_model(self, request: HttpRequest, obj: OptionMix, form: Any, change: bool) -> None:
        """Through its service."""
        save_mix(mix=obj, now=timezone.now())

    @admin.display(description="tables of")
    def tables(self, mix: OptionMix) -> str:
        """For how many players it is made."""
        return ", ".join(str(size) for size in sizes_of(mix_of(mix)))

    @admin.display(description="in use", boolean=True)
    def frozen(self, mix: Any) -> bool:
        """Whether it can't be changed any more."""
        return bool(mix.is_drawn)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OptionMix]:
        """With whether a stage has been drawn with it."""
        drawn = Stage.objects.filter(mix=OuterRef("pk"), drawn_at__isnull=False)
        return super().get_queryset(request).annotate(is_drawn=Exists(drawn))
