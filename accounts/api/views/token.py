"""What people do with the tokens they have: `auth/logout` and `auth/tokens`."""

from django.contrib.auth import logout
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, services
from accounts.api import serializers
from accounts.api.schema import problems
from accounts.requests import AuthenticatedRequest

TOKEN_ID = OpenApiParameter("token_id", {"type": "integer", "minimum": 1}, OpenApiParameter.PATH)
GONE = OpenApiResponse(description="Done.")


class LogoutView(APIView):
    """Leave, on this device."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="log_out", tags=["auth"], request=None, responses={204: GONE, **problems(401, 403)}
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """End this token, and the sockets that live by it; a browser's session likewise."""
        if request.auth is None:
            logout(request._request)
        else:
            services.revoke_token(token=request.auth, now=timezone.now())
        return Response(status=204)


class TokensView(APIView):
    """The devices that are logged in."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_tokens",
        tags=["auth"],
        responses={200: serializers.TokenSerializer(many=True), **problems(401)},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """Your tokens that are neither revoked nor expired, the newest first."""
        tokens = selectors.tokens_of(request.user, timezone.now())
        return Response(serializers.TokenSerializer(tokens, many=True, context={"request": request}).data)


class TokenView(APIView):
    """One device."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_token",
        tags=["auth"],
        parameters=[TOKEN_ID],
        responses={204: GONE, **problems(401, 403, 404)},
    )
    def delete(self, request: AuthenticatedRequest, token_id: int) -> Response:
        """End one of your tokens, and the sockets that live by it."""
        now = timezone.now()
        token = get_object_or_404(selectors.tokens_of(request.user, now), pk=token_id)
        services.revoke_token(token=token, now=now)
        return Response(status=204)
