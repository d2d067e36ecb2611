"""One's own account: `me`, and `auth/claim` for guests."""

from django.contrib.auth import update_session_auth_hash
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.api import serializers
from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.requests import AuthenticatedRequest
from accounts.visitor import address_of


class MeView(APIView):
    """One's own profile."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_me", tags=["me"], responses={200: serializers.ProfileSerializer, **problems(401)}
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """Who you are."""
        return Response(serializers.ProfileSerializer(request.user).data)

    @extend_schema(
        operation_id="change_me",
        tags=["me"],
        request=serializers.ProfileChangesSerializer,
        responses={200: serializers.ProfileSerializer, **problems(400, 401, 403, 413, 415)},
    )
    def patch(self, request: AuthenticatedRequest) -> Response:
        """Change e-mail address or preferences; preferences are replaced as a whole."""
        data = checked(serializers.ProfileChangesSerializer, request)
        user = services.update_profile(user=request.user, **data)
        return Response(serializers.ProfileSerializer(user).data)


class ClaimView(APIView):
    """Keep a guest's account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="claim_guest",
        tags=["auth"],
        request=serializers.ClaimSerializer,
        responses={
            200: serializers.ProfileSerializer,
            **problems(400, 401, 403, 413, 415, refusals=("not_a_guest",)),
        },
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Give a guest's account a name and a password; its games and its tokens stay."""
        data = checked(serializers.ClaimSerializer, request)
        now = timezone.now()
        user = services.claim_guest(user=request.user, **data, now=now)
        services.remember_address(user=user, address=address_of(request), now=now)
        if request.auth is None:
            update_session_auth_hash(request._request, user)
        return Response(serializers.ProfileSerializer(user).data)
