"""The calls `tables*`: each translates and makes one call."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.api.schema import problems
from accounts.api.serializers import checked
from games.api import serializers
from games.rules.actions import parse_action
from games.rules.errors import BadRequest
from games.selectors import sights, tables
from games.services import lobby
from games.services.act import act, set_wing

ID = OpenApiParameter("table_id", str, OpenApiParameter.PATH, description="The table's id.")
INVITE = OpenApiParameter("invite", str, description="The code of a private table.")


class Page(PageNumberPagination):
    """Pages of tables."""

    page_size_query_param = "page_size"
    max_page_size = 100


def _query(shape: type[Serializer], request: Request) -> dict[str, Any]:
    serializer = shape(data=request.query_params)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


def _user_id(request: Request) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def _seen(request: Request, table_id: str, status: int = 200) -> Response:
    """The table as the caller may see it."""
    view = sights.table_view(table_id, _user_id(request), now=timezone.now())
    return Response(view, status=status)


class TablesView(APIView):
    """All tables."""

    @extend_schema(
        operation_id="list_tables",
        tags=["tables"],
        parameters=[
            serializers.ListSerializer,
            OpenApiParameter("page", int),
            OpenApiParameter("page_size", int),
        ],
        responses={
            200: serializers.TablePageSerializer,
            **problems(400, 401, 404),
        },
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Public tables, or with `mine=1` one's own; the newest first."""
        query = _query(serializers.ListSerializer, request)
        if query["mine"] and not request.user.is_authenticated:
            raise NotAuthenticated()
        found = tables.listed_tables(user=_user_id(request), **query)
        pages = Page()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response([tables.table_row(row) for row in page or ()])

    @extend_schema(
        operation_id="open_table",
        tags=["tables"],
        request=serializers.OpenTableSerializer,
        responses={201: serializers.TableSerializer, **problems(400, 401, 403, 409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Open a table and sit down at seat 0; it starts by itself when its last seat is taken."""
        data = checked(serializers.OpenTableSerializer, request)
        size = data.pop("seats")
        table_id = lobby.open_table(user=request.user, size=size, now=timezone.now(), **data)
        return _seen(request, table_id, 201)

    def get_permissions(self) -> list[BasePermission]:
        """Anyone may look; to open one takes an account, if only a guest's."""
        return [IsAuthenticated()] if self.request.method == "POST" else []


class TableView(APIView):
    """One table."""

    @extend_schema(
        operation_id="show_table",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={200: serializers.TableSerializer, **problems(401, 403, 404)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The table and the caller's sight of it."""
        tables.check_entry(table_id, _user_id(request), request.query_params.get("invite"))
        return _seen(request, table_id)


class SeatedView(APIView):
    """The calls of players: they take an account, if only a guest's."""

    permission_classes: ClassVar = [IsAuthenticated]


class JoinView(SeatedView):
    """Sit down."""

    @extend_schema(
        operation_id="join_table",
        tags=["tables"],
        parameters=[ID],
        request=serializers.JoinSerializer,
        responses={200: serializers.TableSerializer, **problems(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Take a seat; a private table takes its invite code."""
        data = checked(serializers.JoinSerializer, request)
        lobby.take_seat(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return _seen(request, table_id)


class LeaveView(SeatedView):
    """Get up."""

    @extend_schema(
        operation_id="leave_table",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={200: serializers.TableSerializer, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Leave before the start."""
        lobby.leave_seat(table_id=table_id, user=request.user, now=timezone.now())
        return _seen(request, table_id)


class BotsView(SeatedView):
    """Bots for free seats."""

    @extend_schema(
        operation_id="add_bot",
        tags=["tables"],
        parameters=[ID],
        request=serializers.BotSerializer,
        responses={200: serializers.TableSerializer, **problems(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Give a free seat to a bot."""
        data = checked(serializers.BotSerializer, request)
        lobby.add_bot(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return _seen(request, table_id)


class StartView(SeatedView):
    """Begin."""

    @extend_schema(
        operation_id="start_game",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={200: serializers.TableSerializer, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Start with those who sit."""
        lobby.start_game(table_id=table_id, user=request.user, now=timezone.now())
        return _seen(request, table_id)


class ActionsView(SeatedView):
    """Play."""

    @extend_schema(
        operation_id="act",
        tags=["tables"],
        parameters=[ID],
        request=serializers.ActionSerializer,
        responses={200: serializers.AnswerSerializer, **problems(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Do an action; the same `id` again gives the same answer, and nothing happens twice."""
        if not isinstance(request.data, dict):
            raise BadRequest({"action": ["This must be an object."]})
        action_id = checked(serializers.ActionSerializer, request)["id"]
        fields = {name: value for name, value in request.data.items() if name != "id"}
        answer = act(
            table_id=table_id,
            user=request.user.pk,
            action=parse_action(fields),
            action_id=action_id,
            now=timezone.now(),
        )
        return Response({"id": action_id, **answer._asdict()})


class WingView(SeatedView):
    """A card laid aside."""

    @extend_schema(
        operation_id="set_wing",
        tags=["tables"],
        parameters=[ID],
        request=serializers.WingSerializer,
        responses={200: serializers.TableSerializer, **problems(400, 401, 403, 404, 409, 413, 415)},
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Let a card play itself when the turn comes; one that is not allowed then is taken back instead."""
        card = checked(serializers.WingSerializer, request)["card"]
        set_wing(table_id=table_id, user=request.user.pk, card=card, now=timezone.now())
        return _seen(request, table_id)

    @extend_schema(
        operation_id="take_back_wing",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """Take the card back."""
        set_wing(table_id=table_id, user=request.user.pk, card=None, now=timezone.now())
        return Response(status=204)


class EventsView(APIView):
    """What happened."""

    @extend_schema(
        operation_id="list_events",
        tags=["tables"],
        parameters=[ID, serializers.EventsQuerySerializer, INVITE],
        responses={200: serializers.EventsSerializer, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The events after a number, as the caller may know them."""
        tables.check_entry(table_id, _user_id(request), request.query_params.get("invite"))
        after = _query(serializers.EventsQuerySerializer, request)["after"]
        return Response(sights.events(table_id, _user_id(request), after=after))


class RecordView(APIView):
    """The finished game."""

    @extend_schema(
        operation_id="show_record",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={200: serializers.RecordSerializer, **problems(401, 403, 404, 409)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The record of a game, when it is over."""
        tables.check_entry(table_id, _user_id(request), request.query_params.get("invite"))
        return Response(sights.record(table_id))
