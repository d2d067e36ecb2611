"""Challenges: `tables/ID/challenges` for players at a table, `me/challenges` for those who are challenged."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.names import MAX_NAME_LENGTH, MIN_NAME_LENGTH, PATTERN, SENTENCE
from accounts.requests import AuthenticatedRequest
from core.http.fields import Text
from core.http.inputs import Input, validate_body
from core.openapi.problems import declare_problems
from games.api.common import ID, SeatedView, table_response
from games.api.components import schema_reference
from games.api.serializers import AgainSerializer
from games.selectors.people import challenges
from games.services.challenges.answering import accept_challenge, decline_challenge
from games.services.challenges.challenging import challenge_people
from games.services.challenges.withdrawing import withdraw_challenge

MAX_NAMES = 10
"""Maximum number of people who can be challenged with one request."""
CHALLENGE = OpenApiParameter(
    "challenge_id",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The challenge's id.",
)
NAME = OpenApiParameter(
    "name", str, OpenApiParameter.PATH, description="The name of the person who was challenged."
)
LIST = {"type": "array", "items": schema_reference("TableChallenge")}


class FlatErrorListField(serializers.ListField):
    """A list field that reports the errors of its items as errors of the whole list."""

    def run_child_validation(self, data: Any) -> Any:
        """Validate each item of the list, and return the list.

        Raise ValidationError with one list of all errors, without duplicates.
        """
        try:
            return super().run_child_validation(data)
        except serializers.ValidationError as error:
            # The errors are grouped by position, but `errors` has one list of sentences for each field.
            by_position: Any = error.detail
            sentences = [str(each) for errors in by_position.values() for each in errors]
            raise serializers.ValidationError(list(dict.fromkeys(sentences))) from None


class ChallengeSerializer(Input):
    """The people to challenge."""

    usernames = FlatErrorListField(
        child=Text(
            min_length=MIN_NAME_LENGTH,
            max_length=MAX_NAME_LENGTH,
            validators=[RegexValidator(rf"^{PATTERN}\Z", SENTENCE)],
        ),
        min_length=1,
        max_length=MAX_NAMES,
        help_text="The names of people with accounts, in upper or lower case.",
    )


class TableChallengesView(SeatedView):
    """Lists the challenges to a table, and makes new ones."""

    @extend_schema(
        operation_id="list_table_challenges",
        tags=["challenges"],
        parameters=[ID],
        responses={200: LIST},
        extensions=declare_problems(refusals=("not_seated",)),
    )
    def get(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """List the challenges to a table.

        Returns who was challenged to this table, by whom, and how they answered, newest first. Only players
        at the table can do this.
        """
        return Response(challenges.challenges_to_table(table_id, request.user.pk, timezone.now()))

    @extend_schema(
        operation_id="challenge",
        tags=["challenges"],
        parameters=[ID],
        request=ChallengeSerializer,
        responses={201: LIST},
        extensions=declare_problems(
            503,
            refusals=(
                "account_required",
                "already_at_table",
                "already_started",
                "blocked_by_you",
                "bot_account",
                "cannot_challenge_yourself",
                "challenge_declined",
                "not_seated",
                "removed_by_host",
                "table_full",
                "too_many_challenges",
            ),
        ),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Challenge people.

        Asks people with accounts to take a seat at this table, which must still be waiting for players.
        Either all of them are challenged or nobody is. They see the challenge at once on every open page. A
        challenge reserves no seat: seats are first come, first served. It admits the person to a private
        table, and ends when the game starts, or after ten minutes (at a slow table, where a decision may take
        days, after the time for one decision). A person who already has an open challenge to this table does
        not get a second one. 404 means that there is no player with one of the names. Guests cannot be
        challenged (404) and cannot challenge anybody (409 `account_required`): send them the table's link.
        """
        data = validate_body(ChallengeSerializer, request)
        now = timezone.now()
        challenge_people(table_id=table_id, user=request.user, names=data["usernames"], now=now)
        return Response(challenges.challenges_to_table(table_id, request.user.pk, now), status=201)


class WithdrawChallengeView(SeatedView):
    """Withdraws a challenge."""

    @extend_schema(
        operation_id="withdraw_challenge",
        tags=["challenges"],
        parameters=[ID, NAME],
        responses={204: OpenApiResponse(description="Done.")},
    )
    def delete(self, request: AuthenticatedRequest, table_id: str, name: str) -> Response:
        """Withdraw a challenge.

        Withdraws the open challenge to this table that the caller sent to this player. 404 means that there
        is none.
        """
        withdraw_challenge(table_id=table_id, user=request.user, name=name, now=timezone.now())
        return Response(status=204)


class OwnChallengesView(SeatedView):
    """Lists the challenges that the caller has received."""

    @extend_schema(
        operation_id="list_challenges",
        tags=["challenges"],
        responses={200: {"type": "array", "items": schema_reference("ReceivedChallenge")}},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List your challenges.

        Returns the challenges that you can accept or decline, newest first.
        """
        return Response(challenges.received_challenges(request.user, timezone.now()))


class AcceptChallengeView(SeatedView):
    """Accepts a challenge."""

    @extend_schema(
        operation_id="accept_challenge",
        tags=["challenges"],
        parameters=[CHALLENGE],
        request=AgainSerializer,
        responses={200: schema_reference("Table")},
        extensions=declare_problems(
            503,
            refusals=("already_started", "challenge_over", "removed_by_host", "table_full"),
        ),
    )
    def post(self, request: AuthenticatedRequest, challenge_id: int) -> Response:
        """Accept a challenge.

        Takes the first free seat at the challenge's table, and returns the table. 409 `challenge_over` means
        that the challenge was withdrawn or declined, or has expired. 409 `table_full` or `already_started`
        means that other players took the seats or started the game first.
        """
        data = validate_body(AgainSerializer, request)
        table_id = accept_challenge(challenge_id=challenge_id, user=request.user, now=timezone.now(), **data)
        return table_response(request, table_id)


class DeclineChallengeView(SeatedView):
    """Declines a challenge."""

    @extend_schema(
        operation_id="decline_challenge",
        tags=["challenges"],
        parameters=[CHALLENGE],
        request=None,
        responses={204: OpenApiResponse(description="Done.")},
        extensions=declare_problems(refusals=("challenge_over",)),
    )
    def post(self, request: AuthenticatedRequest, challenge_id: int) -> Response:
        """Decline a challenge.

        The challenger is notified, and nobody can challenge you to this table again. 409 `challenge_over`
        means that the challenge was accepted or withdrawn, or has expired.
        """
        decline_challenge(challenge_id=challenge_id, user=request.user, now=timezone.now())
        return Response(status=204)
