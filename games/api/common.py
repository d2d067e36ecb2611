"""What the calls of the game share: pages, queries, who asks, and the table as they may see it."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.selectors import sights

ID = OpenApiParameter("table_id", str, OpenApiParameter.PATH, description="The table's id.")
INVITE = OpenApiParameter("invite", str, description="The code of a private table.")
PAGE = (OpenApiParameter("page", int), OpenApiParameter("page_size", int))


class Page(PageNumberPagination):
    """Pages of a list."""

    page_size_query_param = "page_size"
    max_page_size = 100


def query(shape: type[Serializer], request: Request) -> dict[str, Any]:
    """The query's fields if they have this shape, else 400 with errors by field."""
    serializer = shape(data=request.query_params)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


def user_id(request: Request) -> int | None:
    """Who asks, None for a stranger."""
    return request.user.pk if request.user.is_authenticated else None


def seen(request: Request, table_id: str, status: int = 200) -> Response:
    """The table as the caller may see it."""
    view = sights.table_view(table_id, user_id(request), now=timezone.now())
    return Response(view, status=status)


class SeatedView(APIView):
    """The calls of players: they take an account, if only a guest's."""

    permission_classes: ClassVar = [IsAuthenticated]
