"""Who sees and changes what in the admin's lists: the roles decide, not Django's own permissions."""

from collections.abc import Callable
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone

from accounts.admin.lookups import OwnLookups
from accounts.models import User
from core.refusal import Refusal
from games.admin.reading import ReadingMixin
from tournaments.models import Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.desk.access import may_create, organised_tournaments, organises_any
from tournaments.selectors.roles import reaches, role_of, usual_time_zone
from tournaments.time_zones import moment_words

Row = TypeVar("Row", bound=Model)
Found = TypeVar("Found")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def organiser(request: HttpRequest) -> User:
    """Who acts: the admin lets nobody act who is not logged in."""
    assert request.user.is_authenticated
    return request.user


def caller_organises(request: HttpRequest) -> bool:
    """Whether who asks organises anything."""
    return _looked_up(request, "desk", lambda: organises_any(request.user))


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
    """The way from a row to its tournament; empty: it is one."""
    change_role = RoleKind.OWNER
    list_per_page = 50
    show_full_result_count = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Without the list of all models beside it: a tablet has no room for both."""
        context = {**(extra_context or {}), "is_nav_sidebar_enabled": False}
        return super().changelist_view(request, context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        """All times on the page are by the clocks of the tournament."""
        with timezone.override(self.zone_of_page(request, object_id)):
            return rendered(super().changeform_view(request, object_id, form_url, extra_context))

    def zone_of_page(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        """The time zone of a row's tournament; for a new row the one that its organiser used last."""
        row = self.get_object(request, unquote(object_id)) if object_id else None
        return _follow(row, self.to_tournament).zone if row else ZoneInfo(usual_time_zone(request.user))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Those of one's own desks."""
        desks = organised_tournaments(request.user)
        return super().get_queryset(request).filter(**{f"{self.to_tournament or 'pk'}__in": desks})

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
        return _follow(obj, self.to_tournament).pk


class ReadByRole(ReadingMixin, ByRole[Row]):
    """The same, to look at only."""


def _follow(row: Any, way: str) -> Tournament:
    """The tournament to which a way such as table__stage__tournament leads from a row; none: itself."""
    for name in way.split("__") if way else ():
        row = getattr(row, name)
    assert isinstance(row, Tournament)
    return row


def event_time(field: str, *, of: str = "tournament") -> Callable[[Any], str]:
    """A column of a list: a moment in the time zone of the row's tournament, to which `of` leads."""

    @admin.display(description=field.removesuffix("_at").replace("_", " "), ordering=field)
    def column(row: Any) -> str:
        moment = getattr(row, field)
        return moment_words(moment, _follow(row, of).zone) if moment else "–"

    column.__name__ = field
    return column


def rendered(answer: Answer) -> Answer:
    """The answer; a template is rendered now, while the right time zone is active."""
    if isinstance(answer, TemplateResponse):
        answer.render()
    return answer


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
