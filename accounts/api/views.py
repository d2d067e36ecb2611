"""The calls `auth/*` and `me`: each translates and makes one call."""

from typing import Any, ClassVar

from django.contrib.auth import logout, update_session_auth_hash
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts import selectors, services
from accounts.api import serializers
from accounts.api.authentication import NobodyYet
from accounts.api.schema import problems
from accounts.limits import ENTRIES, PASSWORDS, count_attempt, forget_attempts
from accounts.visitor import address_of

GONE = OpenApiResponse(description="Done.")


def _data(shape: type[Serializer], request: Request) -> dict[str, Any]:
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


class EntryView(APIView):
    """A call that answers with a new token and asks for none."""

    authentication_classes: ClassVar = [NobodyYet]

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
        data, now = _data(serializers.RegisterSerializer, request), timezone.now()
        device = data.pop("device")
        user = services.register_user(**data, now=now)
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
        data, now = _data(serializers.GuestSerializer, request), timezone.now()
        guest = services.create_guest(now=now)
        return self.entry(services.issue_token(user=guest, **data, now=now), 201)


class LoginView(EntryView):
    """Get in by name and password."""

    @extend_schema(
        operation_id="log_in",
        tags=["auth"],
        auth=[],
        request=serializers.LoginSerializer,
        responses={200: serializers.EntrySerializer, **problems(400, 401, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Get a token for an account by its name and password."""
        data, now = _data(serializers.LoginSerializer, request), timezone.now()
        who = f"{data['username']} {address_of(request)}"
        count_attempt(limit=PASSWORDS, who=who, now=now)
        issued = services.log_in(**data, now=now)
        forget_attempts(limit=PASSWORDS, who=who, now=now)
        return self.entry(issued, 200)


class LogoutView(APIView):
    """Leave, on this device."""

    permission_classes: ClassVar = [IsAuthenticated]

    @extend_schema(
        operation_id="log_out", tags=["auth"], request=None, responses={204: GONE, **problems(401, 403)}
    )
    def post(self, request: Request) -> Response:
        """End this token, and the sockets that live by it; a browser's session likewise."""
        if request.auth is None:
            logout(request._request)
        else:
            services.revoke_token(token=request.auth, now=timezone.now())
        return Response(status=204)


class ClaimView(APIView):
    """Keep a guest's account."""

    permission_classes: ClassVar = [IsAuthenticated]

    @extend_schema(
        operation_id="claim_guest",
        tags=["auth"],
        request=serializers.ClaimSerializer,
        responses={200: serializers.ProfileSerializer, **problems(400, 401, 403, 409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Give a guest's account a name and a password; its games and its tokens stay."""
        data = _data(serializers.ClaimSerializer, request)
        user = services.claim_guest(user=request.user, **data, now=timezone.now())
        if request.auth is None:
            update_session_auth_hash(request._request, user)
        return Response(serializers.ProfileSerializer(user).data)


class MeView(APIView):
    """One's own profile."""

    permission_classes: ClassVar = [IsAuthenticated]

    @extend_schema(
        operation_id="get_me", tags=["me"], responses={200: serializers.ProfileSerializer, **problems(401)}
    )
    def get(self, request: Request) -> Response:
        """Who you are."""
        return Response(serializers.ProfileSerializer(request.user).data)

    @extend_schema(
        operation_id="change_me",
        tags=["me"],
        request=serializers.ProfileChangesSerializer,
        responses={200: serializers.ProfileSerializer, **problems(400, 401, 403, 413, 415)},
    )
    def patch(self, request: Request) -> Response:
        """Change e-mail address or preferences; preferences are replaced as a whole."""
        data = _data(serializers.ProfileChangesSerializer, request)
        user = services.update_profile(user=request.user, **data)
        return Response(serializers.ProfileSerializer(user).data)


class TokensView(APIView):
    """The devices that are logged in."""

    permission_classes: ClassVar = [IsAuthenticated]

    @extend_schema(
        operation_id="list_tokens",
        tags=["auth"],
        responses={200: serializers.TokenSerializer(many=True), **problems(401)},
    )
    def get(self, request: Request) -> Response:
        """Your tokens that are neither revoked nor expired, the newest first."""
        tokens = selectors.tokens_of(request.user, timezone.now())
        return Response(serializers.TokenSerializer(tokens, many=True, context={"request": request}).data)


class TokenView(APIView):
    """One device."""

    permission_classes: ClassVar = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_token", tags=["auth"], responses={204: GONE, **problems(401, 403, 404)}
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """End one of your tokens, and the sockets that live by it."""
        now = timezone.now()
        token = get_object_or_404(selectors.tokens_of(request.user, now), pk=token_id)
        services.revoke_token(token=token, now=now)
        return Response(status=204)
