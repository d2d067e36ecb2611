"""The endpoints that log in: `auth/register`, `auth/guest` and `auth/login`. Each returns a new token."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.api import serializers
from accounts.api.authentication import NoAuthentication
from accounts.limits import ENTRIES
from accounts.visitor import client_address
from core.http.inputs import validate_body
from core.limits import count_attempt
from core.openapi.problems import declare_problems


class EntryView(APIView):
    """Base of the endpoints that need no token and return a new token."""

    authentication_classes = [NoAuthentication]

    def token_response(self, issued: services.IssuedToken, status: int) -> Response:
        """Return a response with the newly issued token and the profile of the token's user.

        The token is in plain text, which the site does not store. `status` is the HTTP status code.
        """
        return Response(serializers.EntrySerializer(issued).data, status=status)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count a request from the client's network address. Raise Throttled after too many requests."""
        super().initial(request, *args, **kwargs)
        count_attempt(limit=ENTRIES, key=client_address(request), now=timezone.now())


class RegisterView(EntryView):
    """Opens an account."""

    @extend_schema(
        operation_id="register",
        tags=["auth"],
        auth=[],
        request=serializers.RegisterSerializer,
        responses={201: serializers.EntrySerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an account.

        Creates an account with a name and a password and returns a token for this device. Needs no
        authentication. 400 lists all errors by field. To keep the games of a guest account, use `POST
        auth/claim` instead.
        """
        data, now = validate_body(serializers.RegisterSerializer, request), timezone.now()
        device = data.pop("device")
        user = services.register_user(**data, now=now)
        services.remember_network_address(user=user, address=client_address(request), now=now)
        return self.token_response(services.issue_token(user=user, device=device, now=now), 201)


class GuestView(EntryView):
    """Opens a guest account."""

    @extend_schema(
        operation_id="play_as_guest",
        tags=["auth"],
        auth=[],
        request=serializers.GuestSerializer,
        responses={201: serializers.EntrySerializer},
    )
    def post(self, request: Request) -> Response:
        """Start playing as a guest.

        Creates a guest account without a password and returns a token for it. Needs no authentication. To
        keep the account, claim it later with `POST auth/claim`. If the token of an unclaimed guest account is
        lost, it cannot be replaced.
        """
        data, now = validate_body(serializers.GuestSerializer, request), timezone.now()
        guest = services.create_guest(now=now)
        return self.token_response(services.issue_token(user=guest, **data, now=now), 201)


class LoginView(EntryView):
    """Logs in by name and password."""

    @extend_schema(
        operation_id="log_in",
        tags=["auth"],
        auth=[],
        request=serializers.LoginSerializer,
        responses={200: serializers.EntrySerializer},
        extensions=declare_problems(unauthorized=("code_required", "wrong_code")),
    )
    def post(self, request: Request) -> Response:
        """Log in.

        Returns a new token for this device. Needs no authentication. 401 `not_authenticated` means that the
        name or the password is wrong. For an account with a second factor, 401 `code_required` means that the
        request must be repeated with `code`, and 401 `wrong_code` means that the code is wrong or was already
        used. After too many failed attempts, the response is 429.
        """
        data, now = validate_body(serializers.LoginSerializer, request), timezone.now()
        return self.token_response(services.log_in(**data, address=client_address(request), now=now), 200)
