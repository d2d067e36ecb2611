"""How one comes to the desk: who has a role finds it, buttons say how it went and lead back to their page."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from core.refusal import BadRequest, Refusal
from tournaments.admin.access import organiser, rendered
from tournaments.errors import RoleMissing, WrongMoment
from tournaments.models import Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.roles import reaches, role_of
from tournaments.services.entry.checks import OVER

View = Callable[..., HttpResponseBase]
MOST_SENTENCES = 20
"""Faults that are told at once."""
_routes: list[tuple[str, View, str]] = []


class Visit(NamedTuple):
    """Somebody at the desk of one tournament, at one moment."""

    request: HttpRequest
    tournament: Tournament
    role: str
    now: datetime
    site: AdminSite

    @property
    def asks_for_part(self) -> bool:
        """Whether a script asks for what has changed alone, and for what the desk says."""
        return "X-Desk-Part" in self.request.headers

    @property
    def by(self) -> User:
        """Who it is."""
        return organiser(self.request)

    def at(self, **more: Any) -> dict[str, Any]:
        """What each service of the whole tournament takes."""
        return {"tournament_id": self.tournament.pk, "by": self.by, "now": self.now, **more}

    def by_now(self, **more: Any) -> dict[str, Any]:
        """What each service of a part of it takes."""
        return {"by": self.by, "now": self.now, **more}

    def shows(self, template: str, **context: Any) -> TemplateResponse:
        """A page of the desk."""
        return TemplateResponse(
            self.request,
            f"admin/tournaments/desk/{template}",
            {
                # Not all that the site gives its pages: the list of all models asks much of the database.
                "site_header": self.site.site_header,
                "site_title": self.site.site_title,
                "site_url": self.site.site_url,
                "has_permission": True,
                "is_nav_sidebar_enabled": False,
                "tournament": self.tournament,
                "title": self.tournament.name,
                "now": self.now,
                "role": self.role,
                "is_owner": reaches(self.role, RoleKind.OWNER),
                "is_arbiter": reaches(self.role, RoleKind.ARBITER),
                "is_helper": reaches(self.role, RoleKind.HELPER),
                "not_over": self.tournament.status not in OVER,
                **context,
            },
        )

    def given(self, form: type[forms.Form]) -> dict[str, Any]:
        """What a form of the page says; raises BadRequest with a sentence for each fault."""
        filled = form(self.request.POST, self.request.FILES)
        if not filled.is_valid():
            faults = {
                _label(filled, name): [str(fault) for fault in found] for name, found in filled.errors.items()
            }
            of_all = [str(fault) for fault in filled.non_field_errors()]
            raise BadRequest(faults, " ".join(of_all) if len(of_all) == len(filled.errors) else None)
        return filled.cleaned_data

    def needs(self, role: str) -> None:
        """Raise RoleMissing before anything is told, where the service would say so later."""
        if not reaches(self.role, role):
            raise RoleMissing()

    def confirmed(self) -> None:
        """Raise WrongMoment unless they said that they mean it."""
        if self.request.POST.get("confirm") != "yes":
            raise WrongMoment("Nothing has been done yet. Tick the box to confirm.")


def _label(form: forms.Form, name: str) -> str:
    """What the field is called on the page."""
    label = form.fields[name].label if name in form.fields else "form"
    return str(label or name.replace("_", " ")).capitalize()


def page(route: str) -> Callable[[View], View]:
    """A page of the desk at `route`, named after its function."""

    def register(view: View) -> View:
        @wraps(view)
        def look(visit: Visit, **where: Any) -> HttpResponseBase:
            try:
                return view(visit, **where)
            except Refusal as refusal:
                raise Http404(refusal.detail) from None

        _routes.append((route, require_GET(_let_in(look)), f"desk_{view.__name__}"))
        return view

    return register


Said = str | HttpResponse
"""What a button gives: a sentence that says what was done, or a page that asks for more."""
Part = Callable[[Visit], str]
"""What of a page a button has changed, as HTML."""


def act(route: str, part: Part | None = None) -> Callable[[Callable[..., Said]], Callable[..., Said]]:
    """A button at `route`: calls one service."""

    def register(view: Callable[..., Said]) -> Callable[..., Said]:
        @wraps(view)
        def press(visit: Visit, **where: Any) -> HttpResponse:
            for_part = part if visit.asks_for_part else None
            try:
                said = view(visit, **where)
                if isinstance(said, HttpResponse):
                    return said
                if for_part is not None:
                    return _part(visit, for_part, "success", [said])
                messages.success(visit.request, said)
            except Refusal as refusal:
                if for_part is not None:
                    return _part(visit, for_part, "error", sentences_of(refusal))
                tell(visit, refusal)
            return HttpResponseRedirect(_way_back(visit))

        _routes.append((route, require_POST(_let_in(press)), f"desk_{view.__name__}"))
        return view

    return register


def _part(visit: Visit, part: Part, level: str, said: list[str]) -> JsonResponse:
    return JsonResponse({"level": level, "said": said, "html": part(visit)})


def tell(visit: Visit, refusal: Refusal) -> None:
    """Say on the next page why nothing was done."""
    for sentence in sentences_of(refusal):
        messages.error(visit.request, sentence)


def sentences_of(refusal: Refusal) -> list[str]:
    """What to tell: a fault each (of very many the first ones), or what it is about."""
    faults = list(getattr(refusal, "faults", None) or [refusal.detail])
    more = len(faults) - MOST_SENTENCES
    return [*faults[:MOST_SENTENCES], f"And {more} more like these."] if more > 0 else faults


def desk_urls(site: AdminSite) -> list[URLPattern]:
    """The addresses of all pages and buttons, for whoever may enter the admin."""
    return [
        path(f"<int:pk>/desk/{route}", site.admin_view(_on(site, view)), name=name)
        for route, view, name in _routes
    ]


def _on(site: AdminSite, view: View) -> View:
    @wraps(view)
    def on_site(request: HttpRequest, **where: Any) -> HttpResponseBase:
        return view(request, site=site, **where)

    return on_site


def _let_in(view: View) -> View:
    """Who has no role at a desk is told of none."""

    @wraps(view)
    def enter(request: HttpRequest, *, site: AdminSite, pk: int, **where: Any) -> HttpResponseBase:
        tournament = get_object_or_404(Tournament, pk=pk)
        role = role_of(pk, request.user)
        if role is None:
            raise Http404
        with timezone.override(tournament.zone):
            return rendered(view(Visit(request, tournament, role, timezone.now(), site), **where))

    return enter


def _way_back(visit: Visit) -> str:
    """The page on which the button stood."""
    asked = visit.request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse("admin:desk_overview", args=[visit.tournament.pk])
