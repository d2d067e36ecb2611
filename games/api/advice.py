"""The coach's call, and what it answers."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.requests import AuthenticatedRequest
from core.http.inputs import Output
from core.openapi.problems import problems
from games.api.common import ID, SeatedView
from games.api.components import Shape
from games.services.analysis import coach

REFUSALS = ("busy", "coach_off", "halted", "not_seated", "not_your_turn")


class PromiseSerializer(Output):
    """What a choice can be expected to bring."""

    met = serializers.FloatField(
        min_value=0,
        max_value=1,
        help_text="The probability of meeting the bid with this choice, from 0 to 1.",
    )
    points = serializers.FloatField(help_text="The expected points of this round with this choice.")
    best = serializers.BooleanField(help_text="True for the choice that the coach recommends.")


class AdvisedSuitSerializer(PromiseSerializer):
    """A trump suit to name, followed by the best bid."""

    suit = Shape("suit")


class AdvisedBidSerializer(PromiseSerializer):
    """A bid."""

    bid = serializers.IntegerField(min_value=0, max_value=20, help_text="The number of tricks to bid.")


class AdvisedCardSerializer(PromiseSerializer):
    """A card that may be played."""

    card = Shape("card")


class AdviceSerializer(Output):
    """The choices of the current decision; lists for other kinds of decision are empty."""

    number = serializers.IntegerField(
        min_value=1, help_text="The number of the table's log that the advice is for."
    )
    suits = AdvisedSuitSerializer(many=True, help_text="If trump is to be named.")
    bids = AdvisedBidSerializer(many=True, help_text="If a bid is to be made.")
    cards = AdvisedCardSerializer(many=True, help_text="If a card is to be played.")
    why = serializers.CharField(help_text="One sentence for the player that explains the recommendation.")


class AdviceView(SeatedView):
    """The coach."""

    @extend_schema(
        operation_id="ask_coach",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={200: AdviceSerializer},
        extensions=problems(503, refusals=REFUSALS),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Ask the coach.

        Estimates what each possible choice would bring and recommends the best one. Only on the caller's
        own turn, at a table with the option `coach`. 409 `coach_off` means that the table has no coach,
        `busy` that it is still working on the caller's previous question: ask again in a moment. Changes
        nothing at the table.
        """
        return Response(coach.advice(table_id=table_id, user=request.user.pk, now=timezone.now()))
