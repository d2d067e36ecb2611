"""The caller's queue of moves at a slow table: `tables/ID/queue`."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.response import Response

from accounts.requests import AuthenticatedRequest
from core.http.fields import Text
from core.http.inputs import Input, validate_body
from core.openapi.problems import declare_problems
from core.translation import translate_all
from games.api.common import ID, SeatedView
from games.api.components import schema_reference
from games.api.people.challenges import FlatErrorListField
from games.services.slow_tables.queue import queue_typed_moves, read_queued_moves
from games.text_commands.moves import MAX_MOVE_LENGTH, MAX_QUEUED


class QueueSerializer(Input):
    """The moves to queue."""

    moves = FlatErrorListField(
        child=Text(max_length=MAX_MOVE_LENGTH),
        max_length=MAX_QUEUED,
        help_text="The next move first, each as people type it: `2`, `R7`, `red`. "
        "An empty list empties the queue.",
    )


class QueueView(SeatedView):
    """Shows, replaces and empties the caller's queue."""

    @extend_schema(
        operation_id="show_queue",
        tags=["tables"],
        parameters=[ID],
        responses={200: schema_reference("MoveQueue")},
        extensions=declare_problems(403, 503, refusals=("not_seated",)),
    )
    def get(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Show your queued moves.

        Returns the moves that you have queued at a slow table, where players have days for each move. If
        your previous queue was dropped, `report` says why. Nobody else can see your queue, or that you have
        one.
        """
        return Response(translate_all(read_queued_moves(table_id=table_id, user=request.user)))

    @extend_schema(
        operation_id="queue_moves",
        tags=["tables"],
        parameters=[ID],
        request=QueueSerializer,
        responses={200: schema_reference("MoveQueue")},
        extensions=declare_problems(403, 503, refusals=("not_seated", "wrong_phase")),
    )
    def put(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Queue moves.

        Replaces the caller's queue at a slow table, where players have days for each move. Each move is made
        on the caller's turn if it is legal then. Only then does the server decide whether a number is a bid
        or a card. The queue is dropped if a move is not legal, or if the caller's seat moves otherwise:
        `report` then says why, and the caller is notified by email. 409 `wrong_phase` means that the table
        is live, or that the game is over.
        """
        moves = validate_body(QueueSerializer, request)["moves"]
        queue_typed_moves(table_id=table_id, user=request.user, texts=moves, now=timezone.now())
        return Response(translate_all(read_queued_moves(table_id=table_id, user=request.user)))

    @extend_schema(
        operation_id="clear_queue",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={204: OpenApiResponse(description="Done.")},
        extensions=declare_problems(403, 503, refusals=("not_seated", "wrong_phase")),
    )
    def delete(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Empty your queue.

        Drops all moves that you have queued at this slow table, where players have days for each move. Does
        nothing if you have queued no moves. 409 `wrong_phase` means that the table is live.
        """
        queue_typed_moves(table_id=table_id, user=request.user, texts=(), now=timezone.now())
        return Response(status=204)
