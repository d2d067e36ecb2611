"""The endpoints before the start: take a seat, leave it, add a bot, remove a player, start, play again."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from accounts.requests import AuthenticatedRequest
from core.http.inputs import validate_body
from core.openapi.problems import declare_problems
from games.api import serializers
from games.api.common import ID, SeatedView, describe_table_endpoint, table_response
from games.api.components import schema_reference
from games.services.lobby import lobby
from games.services.lobby.rematch import play_again

SEAT = OpenApiParameter(
    "seat", schema_reference("seat"), OpenApiParameter.PATH, description="The seat, from 0."
)

SITTER = OpenApiParameter(
    "name",
    str,
    OpenApiParameter.QUERY,
    description="The player who is meant. Without it, whoever sits there.",
)


class JoinView(SeatedView):
    """Seats the caller at an open table."""

    @describe_table_endpoint(
        "join_table",
        body_serializer=serializers.JoinSerializer,
        refusals=(
            "already_seated",
            "already_started",
            "bots_not_admitted",
            "removed_by_host",
            "seat_taken",
            "table_full",
        ),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Take a seat.

        Gives the caller a seat at an open table; a private table requires its invite code. The game starts
        automatically when the last seat is taken. 409 `already_seated` means that the caller already has a
        seat here. 409 `table_full`, `seat_taken` or `already_started` means that other players took the seats
        or started the game first.
        """
        data = validate_body(serializers.JoinSerializer, request)
        lobby.take_seat(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return table_response(request, table_id)


class LeaveView(SeatedView):
    """Frees the caller's seat before the start."""

    @describe_table_endpoint("leave_table", refusals=("already_started", "not_seated"))
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Leave an open table.

        Gives up the caller's seat before the game starts. 409 `already_started` means that the game has
        begun: to leave a running game, send the action `leave`.
        """
        lobby.leave_seat(table_id=table_id, user=request.user, now=timezone.now())
        return table_response(request, table_id)


class BotsView(SeatedView):
    """Gives free seats to bots."""

    @describe_table_endpoint(
        "add_bot",
        body_serializer=serializers.BotSerializer,
        refusals=("already_started", "not_seated", "seat_taken", "table_full"),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Add a bot.

        Gives a free seat to a bot before the game starts. Only players at the table can do this. The game
        starts automatically when the last seat is taken. The operation is not idempotent: without `seat`,
        each request adds another bot.
        """
        data = validate_body(serializers.BotSerializer, request)
        lobby.add_bot(table_id=table_id, user=request.user, now=timezone.now(), **data)
        return table_response(request, table_id)


class SeatView(SeatedView):
    """Removes the player or bot in a seat, for the table's host."""

    @extend_schema(
        operation_id="remove_player",
        tags=["tables"],
        parameters=[ID, SEAT, SITTER],
        request=None,
        responses={200: schema_reference("Table")},
        extensions=declare_problems(
            400,
            403,
            503,
            refusals=("already_started", "nobody_there", "not_seated", "somebody_else_there"),
        ),
    )
    def delete(self, request: AuthenticatedRequest, table_id: str, seat: int) -> Response:
        """Remove a player.

        Removes a bot or another person from a seat before the game starts. Only the table's host can do this;
        for others the response is 403. A person who was removed cannot take a seat at this table again. 409
        `somebody_else_there` means that the player in the seat is no longer the one called `name`.
        """
        name = request.query_params.get("name")
        lobby.remove_player(table_id=table_id, user=request.user, seat=seat, now=timezone.now(), name=name)
        return table_response(request, table_id)


class AgainView(SeatedView):
    """Opens the rematch of a finished game, or joins it."""

    @describe_table_endpoint(
        "play_again",
        body_serializer=serializers.AgainSerializer,
        refusals=(
            "already_started",
            "bots_not_admitted",
            "not_finished",
            "not_seated",
            "table_full",
            "too_many_open_tables",
        ),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Play again.

        Returns a new table with the options, people and bots of a finished game. If cheating is allowed, the
        pause between rounds may be longer than before, because a minimum applies. The first player's request
        opens this table; the other players take their seats there with the same request. 409 `not_seated`
        means that the caller did not play in the finished game, `not_finished` that the game is still
        running, and `already_started` that the others have started the next game without the caller.
        """
        data = validate_body(serializers.AgainSerializer, request)
        return table_response(
            request, play_again(table_id=table_id, user=request.user, now=timezone.now(), **data)
        )


class StartView(SeatedView):
    """Starts the game."""

    @describe_table_endpoint(
        "start_game",
        refusals=("already_started", "not_enough_players", "not_seated", "wrong_number_of_players"),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Start the game.

        Starts the game with the players who have a seat, without waiting for others. Only the table's host
        can do this, or any player at the table while the host is not connected. 409 `not_enough_players`
        means that there are fewer than three players, or that the game waits for everybody who was challenged
        to it, and somebody has not accepted yet. 409 `wrong_number_of_players` means that the options do not
        work with this number of players.
        """
        lobby.start_game(table_id=table_id, user=request.user, now=timezone.now())
        return table_response(request, table_id)
