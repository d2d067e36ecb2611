"""The endpoints that list, open and show tables: each view translates a request and calls one function."""

from contextlib import suppress

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest, requesting_user_id
from core.http.inputs import validate_body, validate_query
from core.http.pages import PAGES, Pagination
from core.openapi.problems import declare_problems
from games.api import answers, serializers
from games.api.common import ID, INVITE, table_response
from games.api.components import schema_reference
from games.rules.errors import NothingChanged
from games.selectors import tables
from games.selectors.next_turn import next_turn
from games.services.attendance.absence import record_visit
from games.services.lobby import lobby


class TablesView(APIView):
    """Lists tables for everybody, and opens a table for a caller with an account, if only a guest's."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="list_tables",
        tags=["tables"],
        parameters=[
            serializers.ListSerializer,
            *PAGES,
        ],
        responses={200: answers.TablePageSerializer},
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """List tables.

        Returns the public tables, newest first. With `mine=1`, which requires authentication, returns the
        caller's own tables instead. Open tables where nobody has been for five minutes, and games that all
        players have left, are listed only with `mine=1`.
        """
        asked = validate_query(serializers.ListSerializer, request)
        if asked.get("mine") and not request.user.is_authenticated:
            raise NotAuthenticated()
        found = tables.listed_tables(user_id=requesting_user_id(request), **asked)
        pages = Pagination()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(tables.describe_lobby_tables(page or ()))

    @extend_schema(
        operation_id="open_table",
        tags=["tables"],
        request=serializers.OpenTableSerializer,
        responses={201: schema_reference("Table")},
        extensions=declare_problems(503, refusals=("too_many_open_tables", "wrong_number_of_players")),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Open a table.

        Opens a table; the caller takes seat 0. The game starts automatically when the last seat is taken. 409
        `too_many_open_tables` means that the caller has reached the limit of open tables, and
        `wrong_number_of_players` that the options do not work with this number of seats. Repeating the
        request opens another table.
        """
        data = validate_body(serializers.OpenTableSerializer, request)
        size = data.pop("seats")
        table_id = lobby.open_table(user=request.user, size=size, now=timezone.now(), **data)
        return table_response(request, table_id, 201)


class NextTurnView(APIView):
    """Finds the table where it is the caller's turn."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="next_turn",
        tags=["tables"],
        parameters=[serializers.NextTurnSerializer],
        responses={200: schema_reference("NextTurn")},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """Find the next table where it is the caller's turn.

        Live tables come before slow tables, where players have days for each move. Among tables of the same
        pace, the table with the earliest deadline comes first. Live tables without a running clock follow
        the other live tables, and the one that was opened first comes first. The table in the query
        parameter `current` is left out. `id` is null if no table is waiting for the caller, and `waiting` is
        the number of waiting tables.
        """
        asked = validate_query(serializers.NextTurnSerializer, request)
        return Response(next_turn(request.user.pk, current_table_id=asked["current"]))


class TableDetailView(APIView):
    """Shows a table to everybody who may see it, and changes its options for its host."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="show_table",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={200: schema_reference("Table")},
        extensions=declare_problems(403, 503),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Show a table.

        Returns the table. Its field `sight` contains everything that the caller may know of the game. Public
        tables require no authentication. For a private table, the caller needs a seat there or the invite
        code. Only the players at a table can see it while other tables are to play the same deals, or while
        its game is running and excludes spectators. The response is 403 if the caller may not see the table,
        and 404 if the table does not exist.
        """
        tables.require_table_access(table_id, requesting_user_id(request), request.query_params.get("invite"))
        user, answer = requesting_user_id(request), table_response(request, table_id)
        viewer = answer.data["sight"]["viewer"]
        if user is not None and viewer is not None:
            record_visit(table_id=table_id, user=user, now=timezone.now())
            # Before the start there may be free seats between those that are taken.
            if any(player["seat"] == viewer and player["away"] for player in answer.data["sight"]["players"]):
                answer = table_response(request, table_id)
        return answer

    @extend_schema(
        operation_id="change_table",
        tags=["tables"],
        parameters=[ID],
        request=serializers.ChangeTableSerializer,
        responses={200: schema_reference("Table")},
        extensions=declare_problems(
            403, 503, refusals=("already_started", "not_seated", "wrong_number_of_players")
        ),
    )
    def patch(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Change a table's options.

        Changes options before the game starts. Options that are left out are not changed, except that a new
        `preset` resets restriction, reveal and rounds, and a new `pace` resets days, clock, undo and
        stand-ins. Only the table's host can do this; for others the response is 403.
        """
        data = validate_body(serializers.ChangeTableSerializer, request)
        with suppress(NothingChanged):
            lobby.change_options(
                table_id=table_id, user=request.user, changes=data["options"], now=timezone.now()
            )
        return table_response(request, table_id)
