"""The calls before the start: sit down, get up, bring a bot, begin."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.requests import AuthenticatedRequest
from games.api import answers, serializers
from games.api.common import ID, SeatedView, seen
from games.services import lobby
from games.services.rematch import play_again


class JoinView(SeatedView):
    """Sit down."""

    @extend_schema(
        operation_id="join_table",
        tags=["tables"],
        parameters=[ID],
        request=serializers.JoinSerializer,
        responses={
            200: answers.TableSerializer,
            **problems(
                400,
                401,
                403,
                404,
                413,
                415,
                503,
                refusals=(
                    "already_seated",
                    "already_started",
                    "bots_not_admitted",
                    "seat_taken",
                    "table_full",
                ),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Take a seat; a private table takes its invite code."""
        data = checked(serializers.JoinSerializer, request)
        lobby.take_seat(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return seen(request, table_id)


class LeaveView(SeatedView):
    """Get up."""

    @extend_schema(
        operation_id="leave_table",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={
            200: answers.TableSerializer,
            **problems(
                401,
                403,
                404,
                503,
                refusals=(
                    "already_started",
                    "not_seated",
                ),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Leave before the start."""
        lobby.leave_seat(table_id=table_id, user=request.user, now=timezone.now())
        return seen(request, table_id)


class BotsView(SeatedView):
    """Bots for free seats."""

    @extend_schema(
        operation_id="add_bot",
        tags=["tables"],
        parameters=[ID],
        request=serializers.BotSerializer,
        responses={
            200: answers.TableSerializer,
            **problems(
                400,
                401,
                403,
                404,
                413,
                415,
                503,
                refusals=(
                    "already_started",
                    "not_seated",
                    "seat_taken",
                    "table_full",
                ),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Give a free seat to a bot."""
        data = checked(serializers.BotSerializer, request)
        lobby.add_bot(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return seen(request, table_id)


class AgainView(SeatedView):
    """The next game."""

    @extend_schema(
        operation_id="play_again",
        tags=["tables"],
        parameters=[ID],
        request=serializers.AgainSerializer,
        responses={
            200: answers.TableSerializer,
            **problems(
                400,
                401,
                404,
                413,
                415,
                503,
                refusals=(
                    "already_started",
                    "bots_not_admitted",
                    "not_finished",
                    "not_seated",
                    "table_full",
                    "too_many_open_tables",
                ),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Play a finished game again: the same options, seats and bots. Gives the table of the next game: the
        first who asks opens it, the others sit down at it."""
        data = checked(serializers.AgainSerializer, request)
        return seen(request, play_again(table_id=table_id, user=request.user, now=timezone.now(), **data))


class StartView(SeatedView):
    """Begin."""

    @extend_schema(
        operation_id="start_game",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={
            200: answers.TableSerializer,
            **problems(
                401,
                403,
                404,
                503,
                refusals=(
                    "already_started",
                    "not_enough_players",
                    "not_seated",
                    "wrong_number_of_players",
                ),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Start with those who sit."""
        lobby.start_game(table_id=table_id, user=request.user, now=timezone.now())
        return seen(request, table_id)
