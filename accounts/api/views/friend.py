"""Friends and friend requests: `me/friends/NAME` and `me/friend-requests`."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, services
from accounts.api import serializers
from accounts.api.views.block import NAME, NO_CONTENT
from accounts.requests import AuthenticatedRequest
from core.http.inputs import validate_body
from core.openapi.problems import declare_problems


class FriendView(APIView):
    """Ends a friendship."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_friend", tags=["friends"], parameters=[NAME], responses={204: NO_CONTENT}
    )
    def delete(self, request: AuthenticatedRequest, name: str) -> Response:
        """Remove a friend.

        Ends the friendship for both players. Does nothing if they are not friends. The other player is not
        notified.
        """
        services.remove_friend(user=request.user, name=name)
        return Response(status=204)


class FriendRequestsView(APIView):
    """Lists the caller's friend requests, and sends one."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_friend_requests",
        tags=["friends"],
        responses={200: serializers.FriendRequestsSerializer},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List friend requests.

        Returns the requests that the caller can accept or decline, and those that the caller has sent. A
        declined request stays in its sender's list, so that the sender cannot tell that it was declined.
        """
        found = {
            "received": selectors.received_friend_requests(request.user)[: serializers.MAX_LISTED_REQUESTS],
            "sent": selectors.sent_friend_requests(request.user),
        }
        return Response(serializers.FriendRequestsSerializer(found).data)

    @extend_schema(
        operation_id="ask_friend",
        tags=["friends"],
        request=serializers.FriendWantedSerializer,
        responses={201: serializers.AskedSerializer},
        extensions=declare_problems(
            404,
            refusals=(
                "account_required",
                "already_friends",
                "blocked_by_you",
                "bot_account",
                "cannot_befriend_yourself",
                "too_many_friend_requests",
                "too_many_friends",
            ),
        ),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Send a friend request.

        If the other player has already sent the caller a request, the two become friends at once. A request
        is open until it is accepted or withdrawn, even if it has been declined. Sending an open request again
        changes nothing. Guests cannot send requests (409 `account_required`) or receive them (404). A caller
        can have at most 20 open requests, and an account at most 200 friends.
        """
        data = validate_body(serializers.FriendWantedSerializer, request)
        friends = services.send_friend_request(user=request.user, name=data["username"], now=timezone.now())
        return Response(serializers.AskedSerializer({"friends": friends}).data, status=201)


class FriendRequestView(APIView):
    """Withdraws a friend request."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="withdraw_friend_request",
        tags=["friends"],
        parameters=[NAME],
        responses={204: NO_CONTENT},
    )
    def delete(self, request: AuthenticatedRequest, name: str) -> Response:
        """Withdraw a friend request.

        Withdraws the caller's own request to this player. 404 means that there is none.
        """
        services.withdraw_friend_request(user=request.user, name=name, now=timezone.now())
        return Response(status=204)


class AcceptView(APIView):
    """Accepts a friend request."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="accept_friend_request",
        tags=["friends"],
        parameters=[NAME],
        request=None,
        responses={204: NO_CONTENT},
        extensions=declare_problems(refusals=("too_many_friends",)),
    )
    def post(self, request: AuthenticatedRequest, name: str) -> Response:
        """Accept a friend request.

        Makes the caller and the player who sent the request friends. 404 means that there is no such request.
        """
        services.accept_friend_request(user=request.user, name=name, now=timezone.now())
        return Response(status=204)


class DeclineView(APIView):
    """Declines a friend request."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="decline_friend_request",
        tags=["friends"],
        parameters=[NAME],
        request=None,
        responses={204: NO_CONTENT},
    )
    def post(self, request: AuthenticatedRequest, name: str) -> Response:
        """Decline a friend request.

        Removes this player's request from the caller's list. The player is not notified. A new request from
        this player within 30 days is declined automatically. 404 means that there is no such request.
        """
        services.decline_friend_request(user=request.user, name=name, now=timezone.now())
        return Response(status=204)
