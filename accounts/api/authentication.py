"""Bearer authentication. An invalid token is answered with 401; it is never ignored."""

from django.utils import timezone, translation
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import selectors, services
from accounts.language import language_of_request
from accounts.models import Token, User

SCHEME = "Bearer"


class BearerAuthentication(BaseAuthentication):
    """Authenticates `Authorization: Bearer TOKEN`.

    Requests without it fall through to session authentication.
    """

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the user and the bearer token, or None if the request has no token.

        Raise NotAuthenticated if the token is not valid.
        """
        scheme, _, plain = get_authorization_header(request).decode("latin1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        now = timezone.now()
        found = selectors.find_user_of_token(plain.strip(), now)
        # Also None for the token of a deactivated user.
        if found is None:
            raise NotAuthenticated(gettext("This token is not valid: it is unknown, revoked or expired."))
        services.record_token_use(token=found[1], now=now)
        # Only now is it known whose language preference applies.
        translation.activate(language_of_request(request._request, found[0]))
        return found

    def authenticate_header(self, request: Request) -> str:
        """Return "Bearer", which a 401 response sends in its `WWW-Authenticate` header."""
        return SCHEME


class NoAuthentication(BearerAuthentication):
    """Ignores tokens and sessions, for the endpoints that log in.

    An expired token must not prevent a new login.
    """

    def authenticate(self, request: Request) -> None:
        """Return None, so that the request is anonymous even with a token or a session."""
        return
