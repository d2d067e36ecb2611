"""The caller's existing tokens: `auth/logout` and `auth/tokens`."""

from django.contrib.auth import logout
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, services
from accounts.api import serializers
from accounts.requests import AuthenticatedRequest

TOKEN_ID = OpenApiParameter(
    "token_id",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The token's `id` in the list of devices.",
)
NO_CONTENT = OpenApiResponse(description="Done.")


class LogoutView(APIView):
    """Logs out the device that sends the request."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="log_out", tags=["auth"], request=None, responses={204: NO_CONTENT})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Log out.

        Revokes the token used for this request, or ends the browser's session, and closes the sockets that
        were opened with it. To log out another device, use `DELETE auth/tokens/{token_id}`.
        """
        if request.auth is None:
            logout(request._request)
        else:
            services.revoke_token(token=request.auth, now=timezone.now())
        return Response(status=204)


class TokensView(APIView):
    """Lists the devices on which the caller is logged in."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_tokens",
        tags=["auth"],
        responses={200: serializers.TokenSerializer(many=True)},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List your devices.

        Returns your tokens that are neither revoked nor expired, newest first. Each token belongs to one
        device. The plain text of the tokens is not included.
        """
        tokens = selectors.list_tokens(request.user, timezone.now())
        return Response(serializers.TokenSerializer(tokens, many=True, context={"request": request}).data)


class TokenView(APIView):
    """Logs out one device of the caller."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_token",
        tags=["auth"],
        parameters=[TOKEN_ID],
        responses={204: NO_CONTENT},
    )
    def delete(self, request: AuthenticatedRequest, token_id: int) -> Response:
        """Log out a device.

        Revokes one of your tokens and closes the sockets that were opened with it. 404 means that you have
        no valid token with this id.
        """
        now = timezone.now()
        # Only among the caller's own tokens: another user's token gives 404, as one that does not exist.
        token = get_object_or_404(selectors.list_tokens(request.user, now), pk=token_id)
        services.revoke_token(token=token, now=now)
        return Response(status=204)
