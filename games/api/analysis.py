"""The endpoint that returns the analysis of a finished game."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import requesting_user_id
from core.http.inputs import Input, validate_query
from core.openapi.problems import declare_problems
from games.api.common import ID, INVITE
from games.api.components import schema_reference
from games.rules.options import MAX_PLAYERS
from games.rules.protocol.analysis import Progress
from games.selectors import tables
from games.services.analysis.analysis import analyse_game


class AnalysisQuerySerializer(Input):
    """The player whose analysis is requested."""

    seat = serializers.IntegerField(
        min_value=0,
        max_value=MAX_PLAYERS - 1,
        required=False,
        help_text="The player's seat, from 0; absent for the caller's own.",
    )


class AnalysisView(APIView):
    """Shows the analysis of a finished game."""

    @extend_schema(
        operation_id="show_analysis",
        tags=["tables"],
        parameters=[ID, AnalysisQuerySerializer, INVITE],
        responses={200: schema_reference("Analysis"), 202: schema_reference("Progress")},
        extensions=declare_problems(403, 503, refusals=("busy", "not_finished", "not_seated")),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Show the analysis of a game.

        Returns the analysis of one player's decisions in a finished game. The analysis starts when that
        player first requests it: the response is then 202 with the progress, and the client repeats the
        request until the response is 200. Other people can read a completed analysis of a game that they may
        see. 409 `not_finished` means that the game is still running. 409 `busy` means that another of the
        player's games, or too many games overall, are being analysed: try again later.
        """
        tables.require_table_access(table_id, requesting_user_id(request), request.query_params.get("invite"))
        seat = validate_query(AnalysisQuerySerializer, request).get("seat")
        found = analyse_game(table_id=table_id, user=requesting_user_id(request), seat=seat)
        if isinstance(found, Progress):
            return Response(found._asdict(), status=202)
        return Response(found)
