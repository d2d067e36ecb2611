"""The caller's own account: `me`, and `auth/claim` for guests."""

from django.contrib.auth import update_session_auth_hash
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.api import serializers
from accounts.requests import AuthenticatedRequest
from accounts.visitor import client_address
from core.http.inputs import validate_body
from core.openapi.problems import declare_problems


class MeView(APIView):
    """Shows and changes the caller's account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_me", tags=["me"], responses={200: serializers.ProfileSerializer})
    def get(self, request: AuthenticatedRequest) -> Response:
        """Show your account.

        Returns your name, kind of account, email address, preferences, and the time at which you joined.
        """
        return Response(serializers.ProfileSerializer(request.user).data)

    @extend_schema(
        operation_id="change_me",
        tags=["me"],
        request=serializers.ProfileChangesSerializer,
        responses={200: serializers.ProfileSerializer},
    )
    def patch(self, request: AuthenticatedRequest) -> Response:
        """Change your account.

        Changes the email address or the preferences. Fields that are left out stay as they are.
        `preferences` are replaced as a whole: send everything you received, with your changes. 400 names the
        preferences whose values are not allowed, and any unknown fields. Unknown fields inside `preferences`
        are the client's own, and are stored as they are.
        """
        data = validate_body(serializers.ProfileChangesSerializer, request)
        user = services.update_profile(user=request.user, **data)
        return Response(serializers.ProfileSerializer(user).data)


class ClaimView(APIView):
    """Turns a guest account into a permanent one."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="claim_guest",
        tags=["auth"],
        request=serializers.ClaimSerializer,
        responses={200: serializers.ProfileSerializer},
        extensions=declare_problems(refusals=("not_a_guest",)),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Turn a guest account into a permanent one.

        Gives the caller's guest account a name and a password. Games, ratings and tokens are kept. Only
        guests can do this; any other account gets 409 `not_a_guest`. 400 lists the errors by field.
        """
        data = validate_body(serializers.ClaimSerializer, request)
        now = timezone.now()
        user = services.claim_guest(user=request.user, **data, now=now)
        services.remember_network_address(user=user, address=client_address(request), now=now)
        # A new password ends the browser's session unless its hash is updated.
        if request.auth is None:
            update_session_auth_hash(request._request, user)
        return Response(serializers.ProfileSerializer(user).data)
