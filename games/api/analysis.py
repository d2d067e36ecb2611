"""The analysis of a finished game: its call, and what it answers."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import requesting_user_id
from core.http.inputs import Input, Output, checked_query
from core.openapi.problems import problems
from games.api.common import ID, INVITE
from games.api.components import Shape
from games.selectors import tables
from games.services.analysis.analysis import Progress, analyse_game

KINDS = ("name_trump", "bid", "play")


class AnalysisQuerySerializer(Input):
    """Whose analysis to show."""

    seat = serializers.IntegerField(
        min_value=0,
        max_value=5,
        required=False,
        help_text="The player's seat, from 0; absent for the caller's own.",
    )


class ProgressSerializer(Output):
    """How far the analysis is."""

    done = serializers.IntegerField(min_value=0, help_text="Rounds analysed so far.")
    of = serializers.IntegerField(min_value=0, help_text="Rounds to analyse in all.")


class JudgedChoiceSerializer(Output):
    """A choice that the player had."""

    what = serializers.CharField(help_text="A card, a suit, or a bid in digits.")
    met = serializers.FloatField(
        min_value=0,
        max_value=1,
        help_text="The probability of meeting the bid with this choice, from 0 to 1.",
    )
    points = serializers.FloatField(help_text="The expected points of the round with this choice.")


class LaidSerializer(Output):
    """A card in a trick."""

    seat = Shape("seat")
    card = Shape("card")


class JudgedPlayerSerializer(Output):
    """A player, as the analysed player could see them at that moment."""

    seat = Shape("seat")
    bid = serializers.IntegerField(
        min_value=0, max_value=20, allow_null=True, help_text="The bid; null if it was not known."
    )
    tricks = serializers.IntegerField(
        min_value=0, max_value=20, help_text="Tricks taken so far in the round."
    )


class JudgedDecisionSerializer(Output):
    """A decision, judged only by what the player could know at that moment. Estimates are null where the "
    "card broke the rules."""

    number = serializers.IntegerField(min_value=1, help_text="The number of its entry in the table's log.")
    kind = serializers.ChoiceField(KINDS, help_text="What was decided.")
    what = serializers.CharField(help_text="What was chosen: a card, a suit, or a bid in digits.")
    by = serializers.CharField(
        allow_null=True,
        help_text=(
            "Who moved for the seat, such as a stand-in; null for bids and trumps that the player decided."
        ),
    )
    hand = serializers.ListField(child=Shape("card"), help_text="The player's hand before the decision.")
    trick = LaidSerializer(many=True, help_text="The cards already in the trick.")
    whole_trick = LaidSerializer(many=True, help_text="For a card: the trick once it was complete.")
    winner = Shape("seat", allow_null=True, help_text="For a card: who took that trick.")
    tricks = serializers.IntegerField(min_value=0, help_text="Tricks that the player had taken in the round.")
    players = JudgedPlayerSerializer(many=True, help_text="All players at that moment, by seat.")
    met = serializers.FloatField(
        min_value=0,
        max_value=1,
        allow_null=True,
        help_text="The probability of meeting the bid after this choice, from 0 to 1.",
    )
    points = serializers.FloatField(
        allow_null=True, help_text="The expected points of the round after this choice."
    )
    best = serializers.CharField(
        help_text=(
            "The choice with the most expected points; the same as `what` unless another one is clearly "
            "better."
        )
    )
    best_met = serializers.FloatField(
        min_value=0,
        max_value=1,
        help_text="The probability of meeting the bid after the best choice, from 0 to 1.",
    )
    best_points = serializers.FloatField(help_text="The expected points of the round after the best choice.")
    cost = serializers.FloatField(
        allow_null=True, help_text="Expected points lost by not taking the best choice; 0 for the best one."
    )
    choices = JudgedChoiceSerializer(many=True, help_text="All choices, with their estimates.")


class SumsSerializer(Output):
    """Luck and skill, separated: points = average + luck + made, in points."""

    points = serializers.FloatField(help_text="Points scored, without accusations.")
    average = serializers.FloatField(help_text="What an average hand scores in this place.")
    luck = serializers.FloatField(help_text="How much better than average the hands were.")
    made = serializers.FloatField(help_text="How many more points were scored than the hands were worth.")
    lost = serializers.FloatField(help_text="Expected points lost by the player's decisions.")
    fortune = serializers.FloatField(
        help_text=(
            "What the other players and the cards that could not be seen contributed: made = fortune - lost."
        )
    )


class JudgedRoundSerializer(SumsSerializer):
    """A round of the analysis."""

    round = serializers.IntegerField(min_value=1, help_text="The round's number, from 1.")
    cards = serializers.IntegerField(min_value=1, max_value=20, help_text="Cards per hand.")
    turned = Shape("card", allow_null=True, help_text="The card turned up for trump; null if there was none.")
    trump = Shape("suit", allow_null=True, help_text="Null if there was no trump.")
    bid = serializers.IntegerField(min_value=0, max_value=20, help_text="The player's bid.")
    tricks = serializers.IntegerField(min_value=0, max_value=20, help_text="Tricks that the player took.")
    totals = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=3,
        max_length=6,
        help_text="Everyone's total score after the round, by seat.",
    )
    worth = serializers.FloatField(help_text="What the hand was worth: average + luck.")
    decisions = JudgedDecisionSerializer(many=True, help_text="The player's decisions, in order.")


class AnalysisSerializer(SumsSerializer):
    """A game from the view of one seat."""

    table = serializers.CharField(help_text="The table's id.")
    seat = Shape("seat")
    costliest = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=3,
        help_text="The `number`s of the decisions that cost most, worst first.",
    )
    rounds = JudgedRoundSerializer(many=True, help_text="In order.")


class AnalysisView(APIView):
    """What the decisions of a game were worth."""

    @extend_schema(
        operation_id="show_analysis",
        tags=["tables"],
        parameters=[ID, AnalysisQuerySerializer, INVITE],
        responses={200: AnalysisSerializer, 202: ProgressSerializer},
        extensions=problems(403, 503, refusals=("busy", "not_finished", "not_seated")),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Show the analysis of a game.

        Returns the analysis of one player's decisions in a finished game. It is made when that player asks
        for the first time: the answer is then 202 with the progress, and the client repeats the call until
        it gets 200. Other people can read an existing analysis of a game they may see. 409 `not_finished`
        while the game runs, `busy` while another of the player's games, or too many games in all, are being
        analysed: ask again later.
        """
        tables.check_entry(table_id, requesting_user_id(request), request.query_params.get("invite"))
        seat = checked_query(AnalysisQuerySerializer, request).get("seat")
        found = analyse_game(table_id=table_id, user=requesting_user_id(request), seat=seat)
        if isinstance(found, Progress):
            return Response(found._asdict(), status=202)
        return Response(found)
