"""Who sees and changes what in the admin's lists: the roles decide, not Django's own permissions."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.admin.lookups import OwnLookups
from accounts.models import User
from games.admin.reading import ReadingMixin
from games.rules.errors import Refusal
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk_reach import desks_of, has_desk, may_create
from tournaments.selectors.roles import reaches, role_of

Row = TypeVar("Row", bound=Model)
Found = TypeVar("Found")


def organiser(request: HttpRequest) -> User:
    """Who acts: the admin lets nobody act who is not logged in."""
    assert request.user.is_authenticated
    return request.user


def caller_organises(request: HttpRequest) -> bool:
    """Whether who asks organises anything."""
    return _looked_up(request, "desk", lambda: has_desk(request.user))


def caller_may_create(request: HttpRequest) -> bool:
    """Whether who asks may make tournaments."""
    return _looked_up(request, "create", lambda: may_create(request.user))


def caller_role(request: HttpRequest, tournament_id: int) -> str | None:
    """The role of who asks in a tournament."""
    return _looked_up(request, tournament_id, lambda: role_of(tournament_id, request.user))


def _looked_up(request: HttpRequest, what: object, look_up: Callable[[], Found]) -> Found:
    """Look up once for a page: Django asks for permission dozens of times while it makes one.

    A request that changes something looks each time, because it may change roles.
    """
    if request.method not in ("GET", "HEAD"):
        return look_up()
    known: dict[object, Any] = request.__dict__.setdefault("_permissions_looked_up", {})
    if what not in known:
        known[what] = look_up()
    found: Found = known[what]
    return found


class ByRole(OwnLookups[Row]):
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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Those of one's own desks."""
        desks = desks_of(request.user)
        return super().get_queryset(request).filter(**{f"{self.to_tournament}__in": desks})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever organises something."""
        return caller_organises(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Any role will do."""
        if obj is None:
            return caller_organises(request)
        return caller_role(request, self.tournament_of(obj)) is not None

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """The role that this takes."""
        if obj is None:
            return caller_organises(request)
        return reaches(caller_role(request, self.tournament_of(obj)), self.change_role)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Most rows are made at the desk."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Nothing that was played is deleted."""
        return False

    def tournament_of(self, obj: Any) -> int:
        """The id of a row's tournament."""
        for name in self.to_tournament.split("__"):
            obj = getattr(obj, name)
        return int(obj.pk)


class ReadByRole(ReadingMixin, ByRole[Row]):
    """The same, to look at only."""


class OwnedInline:
    """Rows on a tournament's page, for its owners to change."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Any role will do; without a tournament it is asked whether there are rows to be shown at all."""
        return caller_role(request, obj.pk) is not None if obj else caller_organises(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Owners."""
        return obj is not None and reaches(caller_role(request, obj.pk), RoleKind.OWNER)

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
