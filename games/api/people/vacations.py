"""Vacations, on which the time at slow tables stands still: `me/vacations`."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest
from core.http.fields import Text
from core.http.inputs import Input, validate_body
from games.api.components import schema_reference
from games.selectors.people.vacations import describe_vacations
from games.services.slow_tables.vacations import cancel_vacation, take_vacation

VACATION = OpenApiParameter(
    "vacation_id",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The vacation’s id, from the list.",
)


class TakeVacationSerializer(Input):
    """The days of a vacation."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()
    time_zone = Text(
        default="UTC", max_length=64, help_text="Where these are the days, such as Europe/Berlin."
    )


class VacationsView(APIView):
    """Lists the caller's vacations, and takes new ones."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_vacations",
        tags=["me"],
        responses={200: schema_reference("Vacations")},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List vacations.

        Returns the caller's current and future vacations, and how many vacation days are left this year.
        During a vacation, the caller's time at slow tables (where a decision may take days) stands still.
        """
        return Response(describe_vacations(request.user.pk, timezone.now()))

    @extend_schema(
        operation_id="take_vacation",
        tags=["me"],
        request=TakeVacationSerializer,
        responses={201: schema_reference("Vacations")},
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Take a vacation.

        Takes a vacation from the first to the last day, both included. Everybody has 30 vacation days in a
        calendar year. Vacations cannot overlap.
        """
        data = validate_body(TakeVacationSerializer, request)
        take_vacation(user=request.user, now=timezone.now(), **data)
        return Response(describe_vacations(request.user.pk, timezone.now()), status=201)


class VacationView(APIView):
    """Cancels one of the caller's vacations."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="cancel_vacation",
        tags=["me"],
        parameters=[VACATION],
        responses={204: OpenApiResponse(description="Done.")},
    )
    def delete(self, request: AuthenticatedRequest, vacation_id: int) -> Response:
        """Cancel a vacation.

        A future vacation is deleted. A current one ends now, and today counts as one of its days. 404 means
        that the caller has no such vacation, or that it is over.
        """
        cancel_vacation(user=request.user, vacation_id=vacation_id, now=timezone.now())
        return Response(status=204)
