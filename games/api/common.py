"""Common parts of the game's endpoints: parameters, and a response with the table as the caller sees it."""

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
from games.api.components import schema_reference
from games.selectors import sights

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

ID = OpenApiParameter(
    "table_id",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="The table's id.",
)
INVITE = OpenApiParameter(
    "invite", str, description="The invite code; needed for a private table without a seat there."
)


def table_response(request: Request, table_id: str, status: int = 200) -> Response:
    """Return a response with the table as the caller sees it.

    Raise NotFound if there is no such table, and Quarantined if its log is faulty.
    """
    view = sights.table_view(table_id, requesting_user_id(request), now=timezone.now())
    return Response(view, status=status)


def describe_table_endpoint(
    operation_id: str, *, body_serializer: type[Serializer[Any]] | None = None, refusals: Sequence[str]
) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator that documents an endpoint whose response is a table.

    `refusals` are the codes of the endpoint's 409 errors.
    """
    return extend_schema(
        operation_id=operation_id,
        tags=["tables"],
        parameters=[ID],
        request=body_serializer,
        responses={200: schema_reference("Table")},
        extensions=declare_problems(503, refusals=refusals),
    )


class SeatedView(APIView):
    """Base of the endpoints that need an account; a guest account is enough."""

    permission_classes = [IsAuthenticated]
