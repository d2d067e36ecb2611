"""Common parts of the game's calls: parameters, and a response with the table as the caller may see it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.requests import requesting_user_id
from core.openapi.problems import declare_problems
from games.api.components import shape_of
from games.selectors import sights

Call = TypeVar("Call", bound=Callable[..., Any])

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
    """Return a response with the table as the caller may see it.

    Raise NotFound if the table does not exist, and Quarantined if it is quarantined.
    """
    view = sights.table_view(table_id, requesting_user_id(request), now=timezone.now())
    return Response(view, status=status)


def describe_call(
    operation_id: str, *, takes: type[Serializer[Any]] | None = None, refusals: Sequence[str]
) -> Callable[[Call], Call]:
    """Return a decorator that describes a player's call in the OpenAPI document.

    The call responds with the table. `takes` is the serializer of the request's body, and `refusals` contains
    the codes of the call's 409 errors.
    """
    return extend_schema(
        operation_id=operation_id,
        tags=["tables"],
        parameters=[ID],
        request=takes,
        responses={200: shape_of("Table")},
        extensions=declare_problems(503, refusals=refusals),
    )


class SeatedView(APIView):
    """Base of the calls that need an account; a guest's is enough."""

    permission_classes = [IsAuthenticated]
