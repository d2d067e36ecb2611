"""The analysis of a finished game: its call, and what it answers."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.schema import problems
from games.api.common import ID, INVITE, query, user_id
from games.api.shapes import Input, Output, Shape
from games.selectors import tables
from games.services.analysis import Progress, analyse_game

KINDS = ("name_trump", "bid", "play")


class AnalysisQuerySerializer(Input):
    """Whose analysis."""

    seat = serializers.IntegerField(min_value=0, max_value=5, required=False, help_text="Unset: the own one.")


class ProgressSerializer(Output):
    """How far an analysis is."""

    done = serializers.IntegerField(min_value=0, help_text="Rounds that are judged.")
    of = serializers.IntegerField(min_value=0)


class JudgedChoiceSerializer(Output):
    """Something that the seat might have done."""

    what = serializers.CharField(help_text="A card, a suit, or a bid in digits.")
    met = serializers.FloatField(min_value=0, max_value=1, help_text="The chance to meet the bid then.")
    points = serializers.FloatField(help_text="What the round could be expected to bring.")


class LaidSerializer(Output):
    """A card that lay."""

    seat = Shape("seat")
    card = Shape("card")


class JudgedPlayerSerializer(Output):
    """A player, as the seat saw them then."""

    seat = Shape("seat")
    bid = serializers.IntegerField(min_value=0, max_value=20, allow_null=True, help_text="Null: not known.")
    tricks = serializers.IntegerField(min_value=0, max_value=20)


class JudgedDecisionSerializer(Output):
    """A decision, judged from what the seat could know; without figures where it broke the rules."""

    number = serializers.IntegerField(min_value=1, help_text="The entry of the table's log.")
    kind = serializers.ChoiceField(KINDS)
    what = serializers.CharField(help_text="A card, a suit, or a bid in digits.")
    by = serializers.CharField(
        allow_null=True, help_text="Who moved for the seat; for a bid or a trump null, if it did itself."
    )
    hand = serializers.ListField(child=Shape("card"), help_text="Before it.")
    trick = LaidSerializer(many=True, help_text="What lay.")
    whole_trick = LaidSerializer(many=True, help_text="A card’s trick when it was complete.")
    winner = Shape("seat", allow_null=True, help_text="Who took that trick.")
    tricks = serializers.IntegerField(min_value=0, help_text="How many the seat had taken.")
    players = JudgedPlayerSerializer(many=True)
    met = serializers.FloatField(min_value=0, max_value=1, allow_null=True)
    points = serializers.FloatField(allow_null=True, help_text="To expect of the round after it.")
    best = serializers.CharField(
        help_text="What promised the most points; `what`, if nothing surely did more."
    )
    best_met = serializers.FloatField(min_value=0, max_value=1)
    best_points = serializers.FloatField(help_text="To expect of the round before it, played at its best.")
    cost = serializers.FloatField(allow_null=True, help_text="The difference: 0 for the best.")
    choices = JudgedChoiceSerializer(many=True)


class SumsSerializer(Output):
    """Luck and skill apart: points = average + luck + made."""

    points = serializers.FloatField(help_text="What it brought, without accusations.")
    average = serializers.FloatField(help_text="What any hand brings there on average.")
    luck = serializers.FloatField(help_text="What the hands dealt were worth beyond that.")
    made = serializers.FloatField(help_text="What was made of them.")
    lost = serializers.FloatField(help_text="What the decisions cost, together.")
    fortune = serializers.FloatField(
        help_text="What the others and the hidden cards brought: made = fortune - lost."
    )


class JudgedRoundSerializer(SumsSerializer):
    """A round."""

    round = serializers.IntegerField(min_value=1)
    cards = serializers.IntegerField(min_value=1, max_value=20)
    turned = Shape("card", allow_null=True)
    trump = Shape("suit", allow_null=True)
    bid = serializers.IntegerField(min_value=0, max_value=20)
    tricks = serializers.IntegerField(min_value=0, max_value=20)
    totals = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=3,
        max_length=6,
        help_text="After it, by seat.",
    )
    worth = serializers.FloatField(help_text="What the hand was worth: average and luck.")
    decisions = JudgedDecisionSerializer(many=True)


class AnalysisSerializer(SumsSerializer):
    """A game as one seat played it."""

    table = serializers.CharField()
    seat = Shape("seat")
    costliest = serializers.ListField(
        child=serializers.IntegerField(), max_length=3, help_text="Numbers of decisions."
    )
    rounds = JudgedRoundSerializer(many=True)


class AnalysisView(APIView):
    """What the decisions of a game were worth."""

    @extend_schema(
        operation_id="show_analysis",
        tags=["tables"],
        parameters=[ID, AnalysisQuerySerializer, INVITE],
        responses={
            200: AnalysisSerializer,
            202: ProgressSerializer,
            **problems(400, 401, 403, 404, 503, refusals=("busy", "not_finished", "not_seated")),
        },
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The analysis of a finished game; who sat there sets it going by asking, and asks again."""
        tables.check_entry(table_id, user_id(request), request.query_params.get("invite"))
        seat = query(AnalysisQuerySerializer, request).get("seat")
        found = analyse_game(table_id=table_id, user=user_id(request), seat=seat)
        if isinstance(found, Progress):
            return Response(found._asdict(), status=202)
        return Response(found)
