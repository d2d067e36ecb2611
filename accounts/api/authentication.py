"""Bearer authentication. An invalid token is answered with 401; it is never ignored."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import selectors, services
from accounts.models import Token, User

SCHEME = "Bearer"


class BearerAuthentication(BaseAuthentication):
    """Authenticates `Authorization: Bearer TOKEN`.

    Requests without it fall through to session authentication.
    """

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the user and the token; None without a bearer header.

        Raises NotAuthenticated for a bad token.
        """
        scheme, _, plain = get_authorization_header(request).decode("latin1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        now = timezone.now()
        found = selectors.user_of_token(plain.strip(), now)
        if found is None:
            raise NotAuthenticated("This token is not valid: it is unknown, revoked or expired.")
        services.note_token_use(token=found[1], now=now)
        return found

    def authenticate_header(self, request: Request) -> str:
        """The `WWW-Authenticate` header of a 401."""
        return SCHEME


class NobodyYet(BearerAuthentication):
    """Ignores tokens and sessions, for the calls that log in.

    An expired token must not prevent a new login.
    """

    def authenticate(self, request: Request) -> None:
        return
