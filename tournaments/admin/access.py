"""Who sees and changes what in the admin's lists: the roles decide, not Django's own permissions."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.admin.lookups import OwnLookups
from games.admin.reading import ReadingMixin
from games.rules.errors import Refusal
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk_reach import desks_of, has_desk
from tournaments.selectors.roles import reaches, role_of


class ByRole(OwnLookups, admin.ModelAdmin):
    """Rows of the tournaments in which the person has a role; to change them takes `change_role`."""

    to_tournament = "tournament"
    """The way from a row to its tournament."""
    change_role = RoleKind.OWNER
    list_per_page = 50
    show_full_result_count = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Without the list of all models beside it: a tablet has no room for both."""
        context = {**(extra_context or {}), "is_nav_sidebar_enabled": False}
        return super().changelist_view(request, context)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Those of one's own desks."""
        desks = desks_of(request.user)
        return super().get_queryset(request).filter(**{f"{self.to_tournament}__in": desks})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever organises something."""
        return has_desk(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Any role will do."""
        if obj is None:
            return has_desk(request.user)
        return role_of(self.tournament_of(obj), request.user) is not None

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The role that this takes."""
        if obj is None:
            return has_desk(request.user)
        return reaches(role_of(self.tournament_of(obj), request.user), self.change_role)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Most rows are made at the desk."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing that was played is deleted."""
        return False

    def tournament_of(self, obj: Any) -> int:
        """The id of a row's tournament."""
        for name in self.to_tournament.split("__"):
            obj = getattr(obj, name)
        return int(obj.pk)


class ReadByRole(ReadingMixin, ByRole):
    """The same, to look at only."""


class OwnedInline:
    """Rows on a tournament's page, for its owners to change."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Any role will do; without a tournament it is asked whether there are rows to be shown at all."""
        return role_of(obj.pk, request.user) is not None if obj else has_desk(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Owners."""
        return obj is not None and reaches(role_of(obj.pk, request.user), RoleKind.OWNER)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Owners."""
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Owners."""
        return self.has_change_permission(request, obj)


def refused_kindly(request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """What `view` answers; a refusal becomes a message on the same page, and nothing is changed."""
    try:
        return view()
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return HttpResponseRedirect(request.get_full_path())
