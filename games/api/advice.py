"""The coach's call, and what it answers."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.schema import problems
from accounts.requests import AuthenticatedRequest
from games.api.common import ID, SeatedView
from games.api.shapes import Output, Shape
from games.services import coach

REFUSALS = ("busy", "coach_off", "halted", "not_seated", "not_your_turn")


class PromiseSerializer(Output):
    """What a choice promises."""

    met = serializers.FloatField(min_value=0, max_value=1, help_text="The chance to meet the bid then.")
    points = serializers.FloatField(help_text="What the round can be expected to bring.")
    best = serializers.BooleanField(help_text="True for the one that is advised.")


class AdvisedSuitSerializer(PromiseSerializer):
    """A trump to name, with the best bid after it."""

    suit = Shape("suit")


class AdvisedBidSerializer(PromiseSerializer):
    """A bid."""

    bid = serializers.IntegerField(min_value=0, max_value=20)


class AdvisedCardSerializer(PromiseSerializer):
    """A card that the rules allow."""

    card = Shape("card")


class AdviceSerializer(Output):
    """Every choice of one kind; the lists of the others are empty."""

    number = serializers.IntegerField(min_value=1, help_text="The table's, when it was asked.")
    suits = AdvisedSuitSerializer(many=True)
    bids = AdvisedBidSerializer(many=True)
    cards = AdvisedCardSerializer(many=True)
    why = serializers.CharField(help_text="A sentence for a person: why one is the best.")


class AdviceView(SeatedView):
    """The coach."""

    @extend_schema(
        operation_id="ask_coach",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={200: AdviceSerializer, **problems(401, 403, 404, 503, refusals=REFUSALS)},
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Ask what each choice promises, on the own turn at a table with the option `coach`."""
        return Response(coach.advice(table_id=table_id, user=request.user.pk, now=timezone.now()))
