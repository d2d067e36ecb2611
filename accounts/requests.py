"""Who asks: the user of a request, and requests whose user is known to be logged in.

Only type checkers need the two classes: Django and REST framework type `user` as a user or an
AnonymousUser. A view that is guarded by `login_required` or `IsAuthenticated` says with one of these
that its `user` is a User.
"""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import Token, User


class AuthenticatedHttpRequest(HttpRequest):
    """What a page behind `login_required` gets."""

    user: User


class AuthenticatedRequest(Request):
    """What an API view with `IsAuthenticated` gets; `auth` is None where a browser's session vouches."""

    user: User
    auth: Token | None


def requesting_user(request: HttpRequest | Request) -> User | None:
    """Who asks, None for a stranger."""
    return request.user if request.user.is_authenticated else None


def requesting_user_id(request: HttpRequest | Request) -> int | None:
    """The id of who asks, None for a stranger."""
    user = requesting_user(request)
    return None if user is None else user.pk
