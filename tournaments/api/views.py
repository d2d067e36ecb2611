"""The API views of tournaments."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest, requesting_user
from core.http.inputs import validate_body, validate_query
from core.http.pages import PAGES, Pagination
from core.openapi.problems import declare_problems
from games.api.common import SeatedView
from tournaments.api import serializers
from tournaments.api.answers.stage import StageSerializer
from tournaments.api.answers.standings import StandingsSerializer
from tournaments.api.answers.tournament import TournamentPageSerializer, TournamentSerializer
from tournaments.selectors.own.entry import next_step_for_user, own_entry
from tournaments.selectors.public.lists import listed_tournaments, tournament_row, visible_tournament
from tournaments.selectors.public.standings import started_preliminary_stage_numbers
from tournaments.selectors.public.tournament import public_tournament
from tournaments.services.entry import own_entry as own

SLUG = OpenApiParameter(
    "slug",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    OpenApiParameter.PATH,
    description="The tournament's `slug`.",
)
STAGE = OpenApiParameter(
    "number",
    {"type": "integer", "minimum": 0},
    OpenApiParameter.PATH,
    description="The stage's number, from 1.",
)


def tournament_response(request: Request, slug: str) -> Response:
    """Return a response with a tournament's public data, the caller's entry and the caller's next step.

    Raise NoSuchTournament if there is no such tournament or the caller may not see it.
    """
    now, user = timezone.now(), requesting_user(request)
    page = public_tournament(visible_tournament(slug, user))
    user_id = user.pk if user else None
    return Response(
        {
            **page.build_facts(now=now),
            "own": own_entry(page, user_id),
            "step": next_step_for_user(page, user_id, now=now),
            "server_time": now,
        }
    )


class TournamentsView(APIView):
    """Lists tournaments."""

    @extend_schema(
        operation_id="list_tournaments",
        tags=["tournaments"],
        parameters=[serializers.TournamentListSerializer, *PAGES],
        responses={200: TournamentPageSerializer},
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """List tournaments.

        The list contains public tournaments and the caller's own: those that the caller has entered or helps
        to run. A draft is listed only if the caller helps to run it. With `mine=1`, which needs
        authentication, the list contains only the caller's own tournaments. Tournaments are sorted by their
        start, the latest first.
        """
        asked = validate_query(serializers.TournamentListSerializer, request)
        if asked.get("mine") and requesting_user(request) is None:
            raise NotAuthenticated()
        pages = Pagination()
        page = pages.paginate_queryset(
            listed_tournaments(user=requesting_user(request), **asked), request, view=self
        )
        now = timezone.now()
        return pages.get_paginated_response([tournament_row(row, now=now) for row in page or ()])


class TournamentView(APIView):
    """Shows one tournament."""

    @extend_schema(
        operation_id="show_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        responses={200: TournamentSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show a tournament.

        The response contains everything that a player needs: the timetable, options, stages, the caller's
        entry and next table, and, in `step`, what the caller can do now. Authentication is needed only for
        drafts, which only their organisers can see.
        """
        return tournament_response(request, slug)


class EnterView(SeatedView):
    """Enters the caller into a tournament."""

    @extend_schema(
        operation_id="enter_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=serializers.EnterSerializer,
        responses={200: TournamentSerializer},
        extensions=declare_problems(
            refusals=("already_entered", "bots_not_admitted", "entry_closed", "nation_fixed")
        ),
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Enter a tournament.

        A caller who enters late, or when all places are taken, goes on the waiting list. Guests get 403: they
        must give their account a password first. 409 `already_entered` means that the caller has already
        entered, `entry_closed` that entry has not begun or the tournament is over, and `bots_not_admitted`
        that the account belongs to a bot. 409 `nation_fixed` means that the caller withdrew earlier and now
        gives another nation; this is refused if the tournament limits the number of players of each nation.
        """
        data = validate_body(serializers.EnterSerializer, request)
        own.enter_tournament(
            tournament_id=_visible_tournament_id(request, slug), user=request.user, now=timezone.now(), **data
        )
        return tournament_response(request, slug)


class WithdrawView(SeatedView):
    """Withdraws the caller from a tournament."""

    @extend_schema(
        operation_id="withdraw_from_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=None,
        responses={200: TournamentSerializer},
        extensions=declare_problems(refusals=("not_entered", "wrong_moment")),
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Withdraw from a tournament.

        If the caller is at a table, a bot finishes the game in progress. 409 `not_entered` means that the
        caller has no entry or has already withdrawn, and `wrong_moment` that the tournament is over.
        """
        own.withdraw_from_tournament(
            tournament_id=_visible_tournament_id(request, slug), user=request.user, now=timezone.now()
        )
        return tournament_response(request, slug)


class CheckInView(SeatedView):
    """Checks the caller in."""

    @extend_schema(
        operation_id="check_in_to_tournament",
        tags=["tournaments"],
        parameters=[SLUG],
        request=None,
        responses={200: TournamentSerializer},
        extensions=declare_problems(refusals=("check_in_closed", "not_entered")),
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Check in.

        This confirms that the caller is present. A caller on the waiting list can then be called to a free
        seat; seats are given in the order of entry. Checking in twice changes nothing. 409 `check_in_closed`
        means that check-in is not open, and `not_entered` that the caller has no entry.
        """
        own.check_in_to_tournament(
            tournament_id=_visible_tournament_id(request, slug), user=request.user, now=timezone.now()
        )
        return tournament_response(request, slug)


class StandingsView(APIView):
    """Shows the standings."""

    @extend_schema(
        operation_id="show_standings",
        tags=["tournaments"],
        parameters=[SLUG],
        responses={200: StandingsSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show the standings.

        The response contains the standings of the preliminaries, in which games count as soon as they end,
        and, once the tournament is over, the final ranking.
        """
        user = requesting_user(request)
        page = public_tournament(visible_tournament(slug, user))
        mine = page.entry_by_user.get(user.pk) if user else None
        found = {
            "number": page.number,
            "stages": started_preliminary_stage_numbers(page.snapshot),
            "own": mine.start_number if mine else None,
            "standings": page.standings,
            "ranking": page.ranking,
        }
        return Response(found)


class StageView(APIView):
    """Shows one stage."""

    @extend_schema(
        operation_id="show_stage",
        tags=["tournaments"],
        parameters=[SLUG, STAGE],
        responses={200: StageSerializer},
        extensions=declare_problems(refusals=("not_released",)),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show a stage.

        The response contains the tables of the stage, with seats, results and links to records. 409
        `not_released` means that the seats are not published yet.
        """
        page = public_tournament(visible_tournament(slug, requesting_user(request)))
        return Response(page.stage_with_tables(number))


def _visible_tournament_id(request: Request, slug: str) -> int:
    """Return the tournament's id.

    Raise NoSuchTournament if there is no such tournament or the caller may not see it.
    """
    return visible_tournament(slug, request.user).pk
