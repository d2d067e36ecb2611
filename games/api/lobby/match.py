"""Quick matches: `match`."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest
from core.http.fields import StrictBoolean, StrictChoice, StrictInteger
from core.http.inputs import Input, validate_body
from core.openapi.problems import declare_problems
from games.api.components import schema_reference
from games.api.serializers import BotLevelField, SaltField
from games.models.lobby import Pace
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.selectors.lobby.matching import match_state
from games.services.matching.requests import keep_match_requests_alive, request_match
from games.services.matching.withdrawal import withdraw_request


class WantedMatchSerializer(Input):
    """The game that the caller wants."""

    size = StrictInteger(
        required=False,
        allow_null=True,
        default=None,
        min_value=MIN_PLAYERS,
        max_value=MAX_PLAYERS,
        help_text="The number of players; null or absent for any.",
    )
    pace = StrictChoice(
        Pace.values,
        required=False,
        default=Pace.NORMAL,
        help_text="How long a decision may take: `fast` 15 seconds, `normal` 30, `relaxed` 60.",
    )
    fill_with_bots = StrictBoolean(
        required=False,
        default=True,
        help_text="Whether bots take the free seats after 20 seconds; without them the search goes on.",
    )
    bot_level = BotLevelField(help_text="The level of these bots; null or absent for the default.")
    salt = SaltField()


class MatchView(APIView):
    """Shows, starts and cancels the caller's quick match."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="show_match",
        tags=["lobby"],
        request=None,
        responses={200: schema_reference("MatchState")},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """Show the search for a quick match.

        Returns the game that the caller is looking for, and the table once one has been found. The server
        must know that the caller is still there: a client without a lobby socket should send this request
        every two seconds. A caller who has had no lobby socket and sent no request for six seconds gets no
        table, and after a minute the search ends.
        """
        now = timezone.now()
        keep_match_requests_alive(user_ids=[request.user.pk], now=now)
        return Response(match_state(request.user.pk, now=now))

    @extend_schema(
        operation_id="find_match",
        tags=["lobby"],
        request=WantedMatchSerializer,
        responses={200: schema_reference("MatchState")},
        extensions=declare_problems(503, refusals=("bots_not_admitted",)),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Find a match.

        Looks for people who want the same game, and seats them together. The lobby's socket announces the
        table as soon as there is one. Repeating the request with the same values keeps the caller's place in
        the queue; different values start a new search. If the caller has been given a table and has not
        arrived there yet, the response contains that table again. People are never seated with somebody whom
        they have blocked or who has blocked them.
        """
        data = validate_body(WantedMatchSerializer, request)
        now = timezone.now()
        request_match(user=request.user, now=now, **data)
        return Response(match_state(request.user.pk, now=now))

    @extend_schema(
        operation_id="cancel_match",
        tags=["lobby"],
        request=None,
        responses={200: schema_reference("MatchState")},
    )
    def delete(self, request: AuthenticatedRequest) -> Response:
        """Cancel the quick match.

        Ends the search. If a table has just been found, the response contains it. Does nothing if the caller
        is not looking for a match.
        """
        withdraw_request(user=request.user)
        return Response(match_state(request.user.pk, now=timezone.now()))
