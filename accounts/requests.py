"""The user of a request, and request types whose user is known to be logged in.

The two classes exist for type checkers: Django and REST framework type `user` as a user or an AnonymousUser.
A view behind `login_required` or `IsAuthenticated` declares with one of them that `user` is a User.
"""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import Token, User


class AuthenticatedHttpRequest(HttpRequest):
    """A request to a page behind `login_required`."""

    user: User


class AuthenticatedRequest(Request):
    """A request to an API view with `IsAuthenticated`. `auth` is None for a browser session."""

    user: User
    auth: Token | None


def requesting_user(request: HttpRequest | Request) -> User | None:
    """Return the logged-in user, or None for an anonymous visitor."""
    return request.user if request.user.is_authenticated else None


def requesting_user_id(request: HttpRequest | Request) -> int | None:
    """Return the id of the logged-in user, or None for an anonymous visitor."""
    user = requesting_user(request)
    return None if user is None else user.pk
