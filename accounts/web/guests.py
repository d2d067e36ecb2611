"""Guests in the browser: they get an account without a form, and cannot lose it by one click."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from accounts import services
from accounts.limits import ENTRIES
from accounts.models import User
from accounts.visitor import address_of
from core.limits import count_attempt
from core.refusal import Throttled

BACKEND = "django.contrib.auth.backends.ModelBackend"
View = Callable[..., HttpResponseBase]


def player_of(*, request: HttpRequest, now: datetime) -> User:
    """Return the logged-in user; a stranger gets a guest account and is logged in to it. Raises Throttled."""
    if request.user.is_authenticated:
        return request.user
    count_attempt(limit=ENTRIES, who=address_of(request), now=now)
    guest = services.create_guest(now=now)
    login(request, guest, backend=BACKEND)
    return guest


def too_many_explained(view: View) -> View:
    """Decorate a view that counts attempts: Throttled becomes the 429 page with `Retry-After`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Throttled as refusal:
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = str(refusal.wait)
            return answer

    return wrapped


def entries_counted(view: View) -> View:
    """Decorate a view that logs in: POSTs from one address count, together with calls of the API."""

    @too_many_explained
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            count_attempt(limit=ENTRIES, who=address_of(request), now=timezone.now())
        return view(request, *args, **kwargs)

    return wrapped


def is_guest(request: HttpRequest) -> bool:
    """Whether this browser plays as a guest."""
    return request.user.is_authenticated and request.user.is_guest


def next_or(request: HttpRequest, page: str) -> str:
    """Return the `next` address if it is on this site, else the address of our page `page`."""
    return get_next_redirect_url(request) or reverse(page)


def link(page: str, next_url: str | None) -> str:
    """Return the address of our page `page`, with `next_url` as the page that follows it."""
    return reverse(page) + (f"?{urlencode({'next': next_url})}" if next_url else "")


def guests_claim_first(view: View) -> View:
    """Decorate a view that needs a password: guests are redirected to the page that claims their account."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request):
            return redirect(link("claim", get_next_redirect_url(request)))
        return view(request, *args, **kwargs)

    return wrapped
