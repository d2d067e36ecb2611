"""The calls about tournaments."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.models import User
from accounts.requests import AuthenticatedRequest
from games.api.common import PAGES, Page, SeatedView, query
from tournaments.api import answers, serializers
from tournaments.selectors.lists import listed_tournaments, seen_tournament, tournament_row
from tournaments.selectors.own import own_entry, own_step
from tournaments.selectors.pages import known_page
from tournaments.selectors.pages_standings import counted_stages
from tournaments.services import own_entry as own

SLUG = OpenApiParameter(
    "slug",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="The tournament's address.",
)
STAGE = OpenApiParameter(
    "number", {"type": "integer", "minimum": 0}, OpenApiParameter.PATH, description="The stage, from 1."
)


def caller(request: Request) -> User | None:
    """Who asks, None for a stranger."""
    return request.user if request.user.is_authenticated else None


def shown(request: Request, slug: str) -> Response:
    """The tournament as the caller may see it now."""
    now, user = timezone.now(), caller(request)
    page = known_page(seen_tournament(slug, user))
    user_id = user.pk if user else None
    return Response(
        {
            **page.facts(now=now),
            "own": own_entry(page, user_id),
            "step": own_step(page, user_id, now=now),
            "server_time": now,
        }
    )


class TournamentsView(APIView):
    """All tournaments."""

    @extend_schema(
        operation_id="list_tournaments",
        tags=["tournaments"],
        parameters=[serializers.ListSerializer, *PAGES],
        responses={200: answers.TournamentPageSerializer, **problems(400, 401, 404)},
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Public ones and one's own, or with `mine=1` one's own alone; those that start last come first."""
        asked = query(serializers.ListSerializer, request)
        if asked.get("mine") and caller(request) is None:
            raise NotAuthenticated()
        pages = Page()
        page = pages.paginate_queryset(listed_tournaments(user=caller(request), **asked), request, view=self)
        now = timezone.now()
        return pages.get_paginated_response([tournament_row(row, now=now) for row in page or ()])


class TournamentView(APIView):
    """One tournament."""

    @extend_schema(
        operation_id="show_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        responses={200: answers.TournamentSerializer, **problems(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """All that a player needs: timetable, options, stages, the own entry and the own next table."""
        return shown(request, slug)


class EnterView(SeatedView):
    """Take part."""

    @extend_schema(
        operation_id="enter_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=serializers.EnterSerializer,
        responses={
            200: answers.TournamentSerializer,
            **problems(
                400,
                401,
                403,
                404,
                413,
                415,
                refusals=("already_entered", "bots_not_admitted", "entry_closed", "nation_fixed"),
            ),
        },
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Enter; who comes late, or when all places are taken, stands by. Guests need a name first."""
        data = checked(serializers.EnterSerializer, request)
        own.enter(tournament_id=_seen(request, slug), user=request.user, now=timezone.now(), **data)
        return shown(request, slug)


class WithdrawView(SeatedView):
    """Leave."""

    @extend_schema(
        operation_id="withdraw_from_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=None,
        responses={
            200: answers.TournamentSerializer,
            **problems(401, 403, 404, refusals=("not_entered", "wrong_moment")),
        },
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Leave; a bot plays a running game on."""
        own.withdraw(tournament_id=_seen(request, slug), user=request.user, now=timezone.now())
        return shown(request, slug)


class CheckInView(SeatedView):
    """Be there."""

    @extend_schema(
        operation_id="check_in_to_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=None,
        responses={
            200: answers.TournamentSerializer,
            **problems(401, 403, 404, refusals=("check_in_closed", "not_entered")),
        },
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Say that one is there; who stands by is called in this order."""
        own.check_in(tournament_id=_seen(request, slug), user=request.user, now=timezone.now())
        return shown(request, slug)


class StandingsView(APIView):
    """The standings."""

    @extend_schema(
        operation_id="show_standings",
        tags=["tournaments"],
        parameters=[SLUG],
        responses={200: answers.StandingsSerializer, **problems(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The preliminaries, games counted as they end; and the final list when all is over."""
        user = caller(request)
        page = known_page(seen_tournament(slug, user))
        mine = page.entry_of.get(user.pk) if user else None
        found: dict[str, Any] = {
            "number": page.number,
            "stages": counted_stages(page.picture),
            "own": mine.start_number if mine else None,
            "standings": page.standings,
            "ranking": page.ranking,
        }
        return Response(found)


class StageView(APIView):
    """One stage."""

    @extend_schema(
        operation_id="show_stage",
        tags=["tournaments"],
        parameters=[SLUG, STAGE],
        responses={200: answers.StageSerializer, **problems(401, 404, refusals=("not_released",))},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The tables of a stage: seats, results and records; before its seats are released, 409."""
        page = known_page(seen_tournament(slug, caller(request)))
        return Response(page.stage_view(number))


def _seen(request: Request, slug: str) -> int:
    """The id of a tournament that the caller may see."""
    return seen_tournament(slug, request.user).pk
