"""Who calls, by the bearer token of a device; a token that opens nothing is refused, never ignored."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts import selectors, services
from accounts.models import Token, User

SCHEME = "Bearer"


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; requests without it are left to the browser's session."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The token's user and the token, None without a bearer header, 401 with a bad one."""
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
        """What a 401 tells the client to bring."""
        return SCHEME


class NobodyYet(BearerAuthentication):
    """For the calls that let people in: an old token or session neither helps nor hinders."""

    def authenticate(self, request: Request) -> None:
        """Nobody."""
        return
