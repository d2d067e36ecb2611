"""The ways in: `auth/register`, `auth/guest`, `auth/login`; each answers with a new token."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.api import serializers
from accounts.api.authentication import NobodyYet
from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.limits import ENTRIES, count_attempt
from accounts.visitor import address_of


class EntryView(APIView):
    """A call that answers with a new token and asks for none."""

    authentication_classes = [NobodyYet]

    def entry(self, issued: services.IssuedToken, status: int) -> Response:
        """The token in plain, for this once."""
        return Response(serializers.EntrySerializer(issued).data, status=status)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a flood before anything is read."""
        super().initial(request, *args, **kwargs)
        count_attempt(limit=ENTRIES, who=address_of(request), now=timezone.now())


class RegisterView(EntryView):
    """Open an account."""

    @extend_schema(
        operation_id="register",
        tags=["auth"],
        auth=[],
        request=serializers.RegisterSerializer,
        responses={201: serializers.EntrySerializer, **problems(400, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Open an account and get a token for it."""
        data, now = checked(serializers.RegisterSerializer, request), timezone.now()
        device = data.pop("device")
        user = services.register_user(**data, now=now)
        services.remember_address(user=user, address=address_of(request), now=now)
        return self.entry(services.issue_token(user=user, device=device, now=now), 201)


class GuestView(EntryView):
    """Play at once."""

    @extend_schema(
        operation_id="play_as_guest",
        tags=["auth"],
        auth=[],
        request=serializers.GuestSerializer,
        responses={201: serializers.EntrySerializer, **problems(400, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Get an account without password, which can be claimed later, and a token for it."""
        data, now = checked(serializers.GuestSerializer, request), timezone.now()
        guest = services.create_guest(now=now)
        return self.entry(services.issue_token(user=guest, **data, now=now), 201)


class LoginView(EntryView):
    """Get in by name and password."""

    @extend_schema(
        operation_id="log_in",
        tags=["auth"],
        auth=[],
        request=serializers.LoginSerializer,
        responses={
            200: serializers.EntrySerializer,
            **problems(400, 401, 413, 415, 429, unauthorized=("code_required", "wrong_code")),
        },
    )
    def post(self, request: Request) -> Response:
        """Get a token for an account by its name and password, and a code if it has a second factor."""
        data, now = checked(serializers.LoginSerializer, request), timezone.now()
        return self.entry(services.log_in(**data, address=address_of(request), now=now), 200)
