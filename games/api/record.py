"""The record of a finished game, `wizard-record/1`, as the OpenAPI document shows it; the rules make it."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.shapes import Shape
from games.rules.record import FORMAT

HEX_64 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def hand(most: int) -> serializers.ListField:
    """A list of up to so many cards."""
    return serializers.ListField(child=Shape("card"), max_length=most)


class RecordBidSerializer(Output):
    """A bid."""

    seat = Shape("seat")
    bid = serializers.IntegerField(min_value=0, max_value=20, help_text="The number of tricks.")


class RecordPlaySerializer(Output):
    """A card that was played, and who played it for the seat."""

    seat = Shape("seat")
    card = Shape("card")
    by = Shape("by")


class RecordTrickSerializer(Output):
    """A trick."""

    plays = serializers.ListField(
        child=RecordPlaySerializer(),
        min_length=3,
        max_length=6,
        help_text="The cards in the order they were played.",
    )
    winner = Shape("seat")


class RecordCheatSerializer(Output):
    """A card that broke the rule to follow suit, whether anyone noticed or not."""

    trick = serializers.IntegerField(min_value=1, help_text="The trick's number in the round, from 1.")
    seat = Shape("seat")
    card = Shape("card")
    owed = Shape("suit")


class RecordAccusationSerializer(Output):
    """An accusation and its verdict."""

    accuser = Shape("seat")
    accused = Shape("seat")
    after = serializers.IntegerField(min_value=1, help_text="How many cards of the round had been played.")
    # The serializer's class takes its fields away: this does not hide its attribute of that name.
    source = Shape("source")  # type: ignore[assignment]
    verdict = Shape("verdict")
    accuser_points = serializers.IntegerField(help_text="Points gained or lost by the accuser.")
    accused_points = serializers.IntegerField(help_text="Points lost by the accused; 0 or below.")


class RecordRoundSerializer(Output):
    """A round with all its cards."""

    number = serializers.IntegerField(min_value=1, help_text="From 1.")
    cards = serializers.IntegerField(min_value=1, max_value=20, help_text="Cards per hand.")
    dealer = Shape("seat")
    hands = serializers.ListField(
        child=hand(20), min_length=3, max_length=6, help_text="The hands as dealt, by seat."
    )
    turned = Shape("card", allow_null=True, help_text="The card turned up for trump; null if there was none.")
    trump = Shape("suit", allow_null=True, help_text="Null if there was no trump.")
    reveal = Shape("reveal")
    restricted = serializers.BooleanField(
        help_text="Whether the bids had to differ from the number of tricks in sum."
    )
    bids = RecordBidSerializer(
        many=True, help_text="In the order they were made; a dealer's second bid comes last."
    )
    tricks = RecordTrickSerializer(many=True, help_text="In order.")
    cheats = RecordCheatSerializer(many=True, help_text="In order.")
    accusations = RecordAccusationSerializer(many=True, help_text="In order.")
    scores = serializers.ListField(child=Shape("cell"), min_length=3, max_length=6, help_text="By seat.")


class FairnessSerializer(Output):
    """What anyone needs to check the deal."""

    commitment = Shape(HEX_64)
    server_seed = Shape(HEX_64)
    salts = serializers.ListField(
        child=Shape({"type": "string", "pattern": "^([0-9a-f]{2}){0,32}$"}),
        help_text="The players' shares of the randomness, by seat; empty strings for those who brought none.",
    )


class ReplacedSerializer(Output):
    """The player who had the seat before."""

    name = serializers.CharField()
    kind = Shape("kind")


class RecordSubstitutionSerializer(Output):
    """A change of the player on a seat."""

    round = serializers.IntegerField(min_value=1, help_text="The round in which it happened, from 1.")
    after = serializers.IntegerField(
        min_value=0,
        allow_null=True,
        help_text="How many of its cards had been played; null in a round that did not count.",
    )
    seat = Shape("seat")
    name = serializers.CharField(help_text="The new player's name.")
    kind = Shape("kind")
    replaced = ReplacedSerializer()


class RecordPlayerSerializer(Output):
    """The player on a seat at the end of the game."""

    seat = Shape("seat")
    name = serializers.CharField()
    kind = Shape("kind")


class RecordSerializer(Output):
    """A finished game in the format `wizard-record/1`."""

    format = Shape({"type": "string", "const": FORMAT})
    table = serializers.CharField(help_text="The table's id.")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    options = Shape("options")
    players = serializers.ListField(
        child=RecordPlayerSerializer(),
        min_length=3,
        max_length=6,
        help_text="By seat, at the end of the game.",
    )
    fairness = FairnessSerializer()
    rounds = RecordRoundSerializer(many=True, help_text="In order.")
    result = serializers.ListField(
        child=Shape("place"), min_length=3, max_length=6, help_text="First place first."
    )
    tie_break = Shape({"type": ["string", "null"], "enum": ["correct_bids", "coin_flip", None]})
    stopped = serializers.BooleanField(
        required=False,
        help_text=(
            "True if the organisers ended the game; the round they interrupted is left out. Absent otherwise."
        ),
    )
    substitutions = RecordSubstitutionSerializer(
        many=True, required=False, help_text="In order; absent if nobody was replaced."
    )
