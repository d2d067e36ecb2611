"""The players whom the caller has blocked: `me/blocks`."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, services
from accounts.api import serializers
from accounts.requests import AuthenticatedRequest
from core.openapi.problems import declare_problems

NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, description="The other player's name.")
NO_CONTENT = OpenApiResponse(description="Done.")


class BlocksView(APIView):
    """Lists the players whom the caller has blocked."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_blocks", tags=["me"], responses={200: serializers.BlockSerializer(many=True)}
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List the players you have blocked.

        Returns the players whose messages no longer reach you, sorted by name. Blocked players are not
        notified.
        """
        return Response(serializers.BlockSerializer(selectors.list_blocks(request.user), many=True).data)


class BlockView(APIView):
    """Blocks and unblocks a player."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="block_player",
        tags=["me"],
        parameters=[NAME],
        request=None,
        responses={204: NO_CONTENT},
        extensions=declare_problems(refusals=("cannot_block_yourself", "too_many_blocks")),
    )
    def put(self, request: AuthenticatedRequest, name: str) -> Response:
        """Block a player.

        Messages from this player, including earlier ones, no longer reach the caller at any table. Ends any
        friendship with the player. Does nothing if the player is already blocked. The player is not notified.
        409 `too_many_blocks` means that the caller has already blocked the maximum number of players.
        """
        services.block_player(user=request.user, name=name, now=timezone.now())
        return Response(status=204)

    @extend_schema(
        operation_id="unblock_player",
        tags=["me"],
        parameters=[NAME],
        responses={204: NO_CONTENT},
    )
    def delete(self, request: AuthenticatedRequest, name: str) -> Response:
        """Unblock a player.

        Ends the block. Does nothing if the player is not blocked.
        """
        services.unblock_player(user=request.user, name=name)
        return Response(status=204)
