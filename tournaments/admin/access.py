"""Permissions of the admin's lists: roles decide, not Django's own permissions."""

from collections.abc import Callable
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.lookups import RestrictedLookups
from accounts.admin.reading import ReadOnlyAdminMixin
from accounts.models import User
from core.refusal import Refusal
from core.translation import translate
from tournaments.models import Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk.access import (
    may_create_tournaments,
    organised_tournaments,
    organises_any_tournament,
)
from tournaments.selectors.roles import default_time_zone, find_role, role_includes
from tournaments.time_zones import format_local_time

Row = TypeVar("Row", bound=Model)
Found = TypeVar("Found")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def logged_in_admin_user(request: HttpRequest) -> User:
    """Return the request's user, who is always logged in on pages of the admin."""
    assert request.user.is_authenticated
    return request.user


def current_user_organises_any_tournament(request: HttpRequest) -> bool:
    """Return whether the request's user organises any tournament.

    This is true of active superusers, and of active staff members with a role in at least one tournament. The
    result is cached for the rest of a GET or HEAD request.
    """
    return _cached_lookup(request, "desk", lambda: organises_any_tournament(request.user))


def current_user_may_create_tournaments(request: HttpRequest) -> bool:
    """Return whether the request's user may create tournaments.

    The result is cached for the rest of a GET or HEAD request.
    """
    return _cached_lookup(request, "create", lambda: may_create_tournaments(request.user))


def current_user_role(request: HttpRequest, tournament_id: int) -> str | None:
    """Return the role of the request's user in organising a tournament, or None if the user has no role.

    The result is cached for the rest of a GET or HEAD request.
    """
    return _cached_lookup(request, tournament_id, lambda: find_role(tournament_id, request.user))


def _cached_lookup(request: HttpRequest, cache_key: object, look_up: Callable[[], Found]) -> Found:
    """Return the result of `look_up`. During a GET or HEAD request, cache it under `cache_key`."""
    # Django checks permissions many times per page. Other requests may change roles, so they use no cache.
    if request.method not in ("GET", "HEAD"):
        return look_up()
    known: dict[object, Any] = request.__dict__.setdefault("_permissions_looked_up", {})
    if cache_key not in known:
        known[cache_key] = look_up()
    found: Found = known[cache_key]
    return found


class RolePermissionsMixin(RestrictedLookups[Row]):
    """Base class of lists that show only rows from tournaments in which the user has a role.

    To change a row, the user needs the role `change_role` in its tournament.
    """

    tournament_lookup = "tournament"
    """The Django lookup from a row to its tournament; empty if the row is a tournament."""
    change_role = RoleKind.OWNER
    list_per_page = 50
    # Django would count all rows with another query for each page.
    show_full_result_count = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the admin list without the sidebar of all models, which does not fit on a tablet."""
        context = {**(extra_context or {}), "is_nav_sidebar_enabled": False}
        return super().changelist_view(request, context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        """Show and process the admin form in the time zone of the edited object's tournament."""
        with timezone.override(self.page_time_zone(request, object_id)):
            return render_immediately(super().changeform_view(request, object_id, form_url, extra_context))

    def page_time_zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        """Return the time zone of the tournament to which the object belongs.

        If `object_id` is None or unknown, return the time zone of the newest tournament that the user owns.
        If the user owns no tournament, return the site's time zone.
        """
        row = self.get_object(request, unquote(object_id)) if object_id else None
        return (
            _find_tournament(row, self.tournament_lookup).zone
            if row
            else ZoneInfo(default_time_zone(request.user))
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Return only objects of tournaments that the user organises."""
        desks = organised_tournaments(request.user)
        return super().get_queryset(request).filter(**{f"{self.tournament_lookup or 'pk'}__in": desks})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow users who have a role in any tournament."""
        return current_user_organises_any_tournament(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Allow users with any role in the object's tournament.

        If `obj` is None, allow users with a role in any tournament.
        """
        if obj is None:
            return current_user_organises_any_tournament(request)
        return current_user_role(request, self.tournament_id_of(obj)) is not None

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Allow users who have the role `change_role`, or a higher one, in the object's tournament.

        If `obj` is None, allow users with a role in any tournament.
        """
        if obj is None:
            return current_user_organises_any_tournament(request)
        return role_includes(current_user_role(request, self.tournament_id_of(obj)), self.change_role)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because objects are created only in the organisers' console."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Return False, because records of what was played are never deleted."""
        return False

    def tournament_id_of(self, obj: Any) -> int:
        """Return the id of the tournament to which the object belongs."""
        return _find_tournament(obj, self.tournament_lookup).pk


class ReadOnlyRolePermissionsMixin(ReadOnlyAdminMixin, RolePermissionsMixin[Row]):
    """Base class of read-only lists that show only rows from tournaments in which the user has a role."""


def _find_tournament(obj: Any, tournament_lookup: str) -> Tournament:
    """Return the tournament to which `obj` belongs.

    `tournament_lookup` is the Django lookup from `obj` to the tournament, such as `entry__tournament`. If it
    is empty, `obj` must be a tournament itself, and is returned.
    """
    for name in tournament_lookup.split("__") if tournament_lookup else ():
        obj = getattr(obj, name)
    assert isinstance(obj, Tournament)
    return obj


TIME_COLUMNS = {
    "at": _("when"),
    "drawn_at": _("drawn"),
    "starts_at": _("starts"),
    "finished_at": _("finished"),
}
"""The headings of columns with datetimes, by field name."""


def tournament_time_column(field: str, *, tournament_lookup: str = "tournament") -> Callable[[Any], str]:
    """Return an admin list column that shows a datetime in the time zone of the object's tournament.

    `field` is the datetime field's name, a key of TIME_COLUMNS. `tournament_lookup` is the Django lookup from
    the object to its tournament, such as `entry__tournament`. It is empty if the object is a tournament.
    """

    @admin.display(description=TIME_COLUMNS[field], ordering=field)
    def format_datetime_column(row: Any) -> str:
        """Return the object's datetime as text in the tournament's local time, or "–" if it is None."""
        moment = getattr(row, field)
        return format_local_time(moment, _find_tournament(row, tournament_lookup).zone) if moment else "–"

    format_datetime_column.__name__ = field
    return format_datetime_column


def render_immediately(answer: Answer) -> Answer:
    """Render a TemplateResponse now, while the page's time zone is active, and return it.

    Return any other response unchanged.
    """
    if isinstance(answer, TemplateResponse):
        answer.render()
    return answer


class OwnedInline:
    """Permissions for inlines on a tournament's page that only its owners may change."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow users with any role in the tournament `obj`.

        If `obj` is None, allow users with a role in any tournament.
        """
        if obj is None:
            return current_user_organises_any_tournament(request)
        return current_user_role(request, obj.pk) is not None

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow only owners of the tournament `obj`. If `obj` is None, allow nobody."""
        return obj is not None and role_includes(current_user_role(request, obj.pk), RoleKind.OWNER)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow only owners of the tournament `obj`. If `obj` is None, allow nobody."""
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow only owners of the tournament `obj`. If `obj` is None, allow nobody."""
        return self.has_change_permission(request, obj)


def redirect_on_refusal(request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response of `view`.

    If it raises a Refusal, redirect to the same page, which then shows the reason.
    """
    try:
        return view()
    except Refusal as refusal:
        messages.error(request, translate(refusal.detail))
        return HttpResponseRedirect(request.get_full_path())
