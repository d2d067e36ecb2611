"""The calls that list, open and show tables: each translates and makes one call."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.requests import AuthenticatedRequest
from games.api import answers, serializers
from games.api.common import ID, INVITE, PAGES, Page, query, seen, user_id
from games.selectors import tables
from games.services import lobby
from games.services.leavers import look_in


class TablesView(APIView):
    """All tables: anyone may look, to open one takes an account, if only a guest's."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="list_tables",
        tags=["tables"],
        parameters=[
            serializers.ListSerializer,
            *PAGES,
        ],
        responses={
            200: answers.TablePageSerializer,
            **problems(400, 401, 404),
        },
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Public tables, or with `mine=1` one's own; the newest first.

        Open tables at which nobody has been for five minutes, and games that everyone has left, are only
        listed with `mine=1`.
        """
        asked = query(serializers.ListSerializer, request)
        if asked.get("mine") and not request.user.is_authenticated:
            raise NotAuthenticated()
        found = tables.listed_tables(user=user_id(request), **asked)
        pages = Page()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response([tables.table_row(row) for row in page or ()])

    @extend_schema(
        operation_id="open_table",
        tags=["tables"],
        request=serializers.OpenTableSerializer,
        responses={
            201: answers.TableSerializer,
            **problems(
                400, 401, 403, 413, 415, 503, refusals=("too_many_open_tables", "wrong_number_of_players")
            ),
        },
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Open a table and sit down at seat 0; it starts by itself when its last seat is taken."""
        data = checked(serializers.OpenTableSerializer, request)
        size = data.pop("seats")
        table_id = lobby.open_table(user=request.user, size=size, now=timezone.now(), **data)
        return seen(request, table_id, 201)


class TableView(APIView):
    """One table."""

    @extend_schema(
        operation_id="show_table",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={200: answers.TableSerializer, **problems(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The table and the caller's sight of it."""
        tables.check_entry(table_id, user_id(request), request.query_params.get("invite"))
        user, answer = user_id(request), seen(request, table_id)
        viewer = answer.data["sight"]["viewer"]
        if user is not None and viewer is not None:
            look_in(table_id=table_id, user=user, now=timezone.now())
            # Before the start there may be free seats between those that are taken.
            if any(player["seat"] == viewer and player["away"] for player in answer.data["sight"]["players"]):
                answer = seen(request, table_id)
        return answer
