"""What the calls of the game share: their parameters, and the table as the caller may see it."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import requesting_user_id
from games.selectors import sights

ID = OpenApiParameter(
    "table_id",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="The table's id.",
)
INVITE = OpenApiParameter(
    "invite", str, description="The invite code; needed for a private table without a seat there."
)


def sight_response(request: Request, table_id: str, status: int = 200) -> Response:
    """The table as the caller may see it."""
    view = sights.table_view(table_id, requesting_user_id(request), now=timezone.now())
    return Response(view, status=status)


class SeatedView(APIView):
    """The calls of players: they take an account, if only a guest's."""

    permission_classes = [IsAuthenticated]
