"""The caller's friends: `me/friends`."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest
from games.api.components import schema_reference
from games.selectors.people.friends import friends_of


class FriendsView(APIView):
    """Lists the caller's friends."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_friends",
        tags=["friends"],
        responses={200: {"type": "array", "items": schema_reference("Friend")}},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List friends.

        Returns the caller's friends and what each of them is doing now, sorted by name. A socket on which the
        client has sent the frame `watch_friends` receives the same list, and then all changes to it.
        """
        return Response(friends_of(request.user, timezone.now()))
