"""The URLs of the organisers' console: its pages and actions register themselves, and require a role."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET

from core.refusal import Refusal
from tournaments.admin.access import render_immediately
from tournaments.admin.desk.requests import DeskRequest
from tournaments.models import Tournament
from tournaments.selectors.roles import find_role

View = Callable[..., HttpResponseBase]
_routes: list[tuple[str, View, str]] = []


def register_page(route: str, *, name: str = "") -> Callable[[View], View]:
    """Return a decorator that registers a view as a GET page of the organisers' console at `route`.

    The URL is named after `name` or, if it is empty, after the view. If the view raises a Refusal, the
    response is a 404.
    """

    def register_view(view: View) -> View:
        """Register the view at the `route` of the outer function, and return the view unchanged."""

        @wraps(view)
        def show_page(desk: DeskRequest, **arguments: Any) -> HttpResponseBase:
            """Call the view. If it raises a Refusal, respond with 404."""
            try:
                return view(desk, **arguments)
            except Refusal as refusal:
                raise Http404(refusal.detail) from None

        add_route(route, require_GET(wrap_console_view(show_page)), name or view.__name__)
        return view

    return register_view


def add_route(route: str, view: View, name: str) -> None:
    """Register a view of the organisers' console at `route`. The URL's name is "desk_" followed by `name`."""
    _routes.append((route, view, f"desk_{name}"))


def url_names() -> set[str]:
    """Return the URL names of the pages and actions of the organisers' console, without "desk_"."""
    return {name.removeprefix("desk_") for _, _, name in _routes}


def desk_urls(site: AdminSite) -> list[URLPattern]:
    """Return the URL patterns of the organisers' console, which belongs to the admin site `site`.

    Each of them requires access to Django's admin.
    """
    return [
        path(f"<int:pk>/desk/{route}", site.admin_view(_bind_site(site, view)), name=name)
        for route, view, name in _routes
    ]


def _bind_site(site: AdminSite, view: View) -> View:
    """Wrap a view so that it gets the admin site as keyword argument `site`."""

    @wraps(view)
    def call_with_site(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        """Call the view with the admin site as keyword argument `site`."""
        return view(request, site=site, **arguments)

    return call_with_site


def wrap_console_view(view: View) -> View:
    """Wrap a view so that it gets a DeskRequest and runs in the tournament's time zone.

    Users without a role in the tournament get 404.
    """

    @wraps(view)
    def call_with_desk_request(
        request: HttpRequest, *, site: AdminSite, pk: int, **arguments: Any
    ) -> HttpResponseBase:
        """Check that the user has a role in the tournament `pk`, and call the view with a DeskRequest."""
        tournament = get_object_or_404(Tournament, pk=pk)
        role = find_role(pk, request.user)
        # Not 403, so that users cannot find out which tournaments exist.
        if role is None:
            raise Http404
        with timezone.override(tournament.zone):
            return render_immediately(
                view(DeskRequest(request, tournament, role, timezone.now(), site), **arguments)
            )

    return call_with_desk_request
