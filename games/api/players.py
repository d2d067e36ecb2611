"""The endpoints about players: a profile, and the leaderboard."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.names import PATTERN
from core.http.fields import StrictChoice
from core.http.inputs import Input, validate_query
from core.http.pages import PAGES, Pagination
from games.api import answers
from games.api.components import schema_reference
from games.rules.options.pace import LIVE, PACES
from games.selectors.people import players
from games.wire.players import LeaderboardRow

NAME = OpenApiParameter(
    "name",
    {"type": "string", "pattern": f"^{PATTERN}$"},
    OpenApiParameter.PATH,
    description="The player's name, in upper or lower case.",
)


class LeaderboardQuerySerializer(Input):
    """The ratings to list."""

    pace = StrictChoice(PACES, default=LIVE, help_text="The games that moved the rating.")


class PlayerView(APIView):
    """Shows the profile of a player."""

    @extend_schema(
        operation_id="show_player",
        tags=["players"],
        parameters=[NAME],
        responses={200: schema_reference("PublicProfile")},
    )
    def get(self, request: Request, name: str) -> Response:
        """Show a player's profile.

        Returns a player's public profile, the statistics of all their finished games, and their rating once
        they have one. No authentication is required.
        """
        return Response(players.player_profile(name))


class LeaderboardView(APIView):
    """Lists the best players."""

    @extend_schema(
        operation_id="show_leaderboard",
        tags=["players"],
        parameters=[*PAGES, LeaderboardQuerySerializer],
        responses={200: answers.LeaderboardSerializer},
    )
    def get(self, request: Request) -> Response:
        """List the best players.

        Returns players by rating, highest first. Only players with a minimum number of rated games are
        listed. Slow games, in which a decision may take days, are rated separately from live games. No
        authentication is required.
        """
        pages = Pagination()
        ratings = players.leaderboard_ratings(validate_query(LeaderboardQuerySerializer, request)["pace"])
        page = pages.paginate_queryset(ratings, request, view=self) or []
        assert pages.page is not None
        first = pages.page.start_index()
        rows: list[LeaderboardRow] = [
            {
                "rank": rank,
                "username": rating.user.username,
                "rating": rating.value,
                "games": rating.games,
            }
            for rank, rating in enumerate(page, start=first)
        ]
        return pages.get_paginated_response(rows)
