"""What the calls of the game share: pages, queries, who asks, and the table as they may see it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers import PageQuerySerializer, is_number
from games.api.shapes import Input
from games.selectors import sights

ID = OpenApiParameter(
    "table_id",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="The table's id.",
)
INVITE = OpenApiParameter("invite", str, description="The code of a private table.")
MOST_ON_A_PAGE = 100
PAGES = (
    OpenApiParameter("page", {"type": "integer", "minimum": 1}),
    OpenApiParameter(
        "page_size", {"type": "integer", "minimum": 1}, description=f"{MOST_ON_A_PAGE} at most are given."
    ),
)


class Page(PageNumberPagination):
    """Pages of a list."""

    page_size: int
    page_size_query_param = "page_size"
    max_page_size = MOST_ON_A_PAGE
    last_page_strings = ()

    def get_page_number(self, request: Request, paginator: Any) -> str:
        """The page that the client wants; what is no number is no page that exists."""
        wanted = request.query_params.get("page", "1")
        return wanted if is_number(wanted) else ""

    def get_page_size(self, request: Request) -> int:
        """How many the client wants, up to the most; raises ValidationError where it says no number."""
        wanted: int = query(PageQuerySerializer, request).get("page_size", self.page_size)
        return min(wanted, MOST_ON_A_PAGE)


def query(shape: type[Input], request: Request) -> dict[str, Any]:
    """The query's fields if they have this shape, else 400 with errors by field."""
    # As a plain mapping: a field of a form that is empty would be taken for one that is not there.
    serializer = shape(data=request.query_params.dict())
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def user_id(request: Request) -> int | None:
    """Who asks, None for a stranger."""
    return request.user.id if request.user.is_authenticated else None


def seen(request: Request, table_id: str, status: int = 200) -> Response:
    """The table as the caller may see it."""
    view = sights.table_view(table_id, user_id(request), now=timezone.now())
    return Response(view, status=status)


class SeatedView(APIView):
    """The calls of players: they take an account, if only a guest's."""

    permission_classes = [IsAuthenticated]
