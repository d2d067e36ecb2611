"""Guests in the browser: they get an account without a form, and cannot lose it by a single click."""

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
from accounts.visitor import client_address
from core.limits import count_attempt
from core.refusal import Throttled

BACKEND = "django.contrib.auth.backends.ModelBackend"
View = Callable[..., HttpResponseBase]


def get_or_create_player(*, request: HttpRequest, now: datetime) -> User:
    """Return the logged-in user, or log the visitor in to a new guest account.

    Raise Throttled after too many log-ins and new accounts from one network address.
    """
    if request.user.is_authenticated:
        return request.user
    count_attempt(limit=ENTRIES, key=client_address(request), now=now)
    guest = services.create_guest(now=now)
    # No backend has authenticated the guest, and with two of them Django must be told which one to record.
    login(request, guest, backend=BACKEND)
    return guest


def show_429_page_if_throttled(view: View) -> View:
    """Decorate a view to return the 429 page with a `Retry-After` header if it raises Throttled."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Call the view, but return the 429 page if it raises Throttled."""
        try:
            return view(request, *args, **kwargs)
        except Throttled as refusal:
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = str(refusal.wait)
            return answer

    return wrapped


def limit_posts_per_address(view: View) -> View:
    """Decorate a log-in or sign-up view to return the 429 page after too many POSTs from one address."""

    @show_429_page_if_throttled
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Count a POST, then call the view. Raise Throttled after too many POSTs."""
        if request.method == "POST":
            # Log-ins and new accounts through the API count as well.
            count_attempt(limit=ENTRIES, key=client_address(request), now=timezone.now())
        return view(request, *args, **kwargs)

    return wrapped


def is_guest(request: HttpRequest) -> bool:
    """Return whether the request's user is logged in to a guest account."""
    return request.user.is_authenticated and request.user.is_guest


def next_url_or_page(request: HttpRequest, page: str) -> str:
    """Return the URL in the request's `next` parameter, or the URL of the page named `page`.

    A `next` URL that leads to another site is ignored.
    """
    return get_next_redirect_url(request) or reverse(page)


def page_url(page: str, next_url: str | None) -> str:
    """Return the URL of the page named `page`.

    If `next_url` is given, it becomes the URL's `next` parameter.
    """
    return reverse(page) + (f"?{urlencode({'next': next_url})}" if next_url else "")


def redirect_guests_to_claim_account(view: View) -> View:
    """Decorate a view to redirect guests to the page that makes their account permanent."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Call the view, but redirect guests to the page that makes their account permanent."""
        if is_guest(request):
            return redirect(page_url("claim", get_next_redirect_url(request)))
        return view(request, *args, **kwargs)

    return wrapped
