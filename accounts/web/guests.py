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
from accounts.visitor import address_of
from core.limits import count_attempt
from core.refusal import Throttled

BACKEND = "django.contrib.auth.backends.ModelBackend"
View = Callable[..., HttpResponseBase]


def get_or_create_player(*, request: HttpRequest, now: datetime) -> User:
    """Return the logged-in user, or log the visitor in to a new guest account and return its user.

    Raise Throttled if there were too many new accounts and log-ins from this network address.
    """
    if request.user.is_authenticated:
        return request.user
    count_attempt(limit=ENTRIES, key=address_of(request), now=now)
    guest = services.create_guest(now=now)
    # No backend has authenticated the guest, and with two of them Django must be told which one to record.
    login(request, guest, backend=BACKEND)
    return guest


def explain_throttling(view: View) -> View:
    """Decorate a view so that Throttled results in the 429 page with a `Retry-After` header."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the view's response, or the 429 page if it raises Throttled."""
        try:
            return view(request, *args, **kwargs)
        except Throttled as refusal:
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = str(refusal.wait)
            return answer

    return wrapped


def limit_posts_per_address(view: View) -> View:
    """Decorate a view that logs in or signs up: after too many POSTs from one address, return the 429 page.

    The POSTs from a network address are counted together with its log-ins and new accounts over the API.
    """

    @explain_throttling
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Count the request if it is a POST, then return the view's response.

        Raise Throttled if there have been too many POSTs from this network address.
        """
        if request.method == "POST":
            count_attempt(limit=ENTRIES, key=address_of(request), now=timezone.now())
        return view(request, *args, **kwargs)

    return wrapped


def is_guest(request: HttpRequest) -> bool:
    """Whether the user is logged in to a guest account."""
    return request.user.is_authenticated and request.user.is_guest


def next_url_or_page(request: HttpRequest, page: str) -> str:
    """Return the URL in the parameter `next` if it is safe, otherwise the URL of the page named `page`."""
    return get_next_redirect_url(request) or reverse(page)


def page_url(page: str, next_url: str | None) -> str:
    """Return the URL of the page named `page`, with a `next` parameter if `next_url` is not empty."""
    return reverse(page) + (f"?{urlencode({'next': next_url})}" if next_url else "")


def redirect_guests_to_claim_account(view: View) -> View:
    """Decorate a view that guests cannot use: redirect guests to the form for claiming their account.

    To claim the account is to make it permanent, with a name and a password. The redirect keeps the `next`
    URL.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the view's response, or redirect a guest to the claim page with the same `next` URL."""
        if is_guest(request):
            return redirect(page_url("claim", get_next_redirect_url(request)))
        return view(request, *args, **kwargs)

    return wrapped
