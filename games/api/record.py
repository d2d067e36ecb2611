"""The record of a finished game, `wizard-record/1`, as the OpenAPI document shows it; the rules make it."""

from rest_framework import serializers

from games.api.shapes import Output, Shape
from games.rules.record import FORMAT

HEX_64 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def hand(most: int) -> serializers.ListField:
    """A list of up to so many cards."""
    return serializers.ListField(child=Shape("card"), max_length=most)


class RecordBidSerializer(Output):
    """A bid."""

    seat = Shape("seat")
    bid = serializers.IntegerField(min_value=0, max_value=20)


class RecordPlaySerializer(Output):
    """A card, and who moved for the seat."""

    seat = Shape("seat")
    card = Shape("card")
    by = Shape("by")


class RecordTrickSerializer(Output):
    """A trick, its cards in the order played."""

    plays = serializers.ListField(child=RecordPlaySerializer(), min_length=3, max_length=6)
    winner = Shape("seat")


class RecordCheatSerializer(Output):
    """A card that broke the duty to follow suit, called or not."""

    trick = serializers.IntegerField(min_value=1)
    seat = Shape("seat")
    card = Shape("card")
    owed = Shape("suit")


class RecordAccusationSerializer(Output):
    """An accusation, judged; `after` so many cards of the round."""

    accuser = Shape("seat")
    accused = Shape("seat")
    after = serializers.IntegerField(min_value=1)
    # The serializer's class takes its fields away: this does not hide its attribute of that name.
    source = Shape("source")  # type: ignore[assignment]
    verdict = Shape("verdict")
    accuser_points = serializers.IntegerField()
    accused_points = serializers.IntegerField()


class RecordRoundSerializer(Output):
    """A round with all its cards."""

    number = serializers.IntegerField(min_value=1)
    cards = serializers.IntegerField(min_value=1, max_value=20)
    dealer = Shape("seat")
    hands = serializers.ListField(child=hand(20), min_length=3, max_length=6)
    turned = Shape("card", allow_null=True)
    trump = Shape("suit", allow_null=True)
    reveal = Shape("reveal")
    restricted = serializers.BooleanField()
    bids = RecordBidSerializer(many=True, help_text="In the order made; a dealer's second bid stands last.")
    tricks = RecordTrickSerializer(many=True)
    cheats = RecordCheatSerializer(many=True)
    accusations = RecordAccusationSerializer(many=True)
    scores = serializers.ListField(child=Shape("cell"), min_length=3, max_length=6)


class FairnessSerializer(Output):
    """What anyone needs to deal the same cards again."""

    commitment = Shape(HEX_64)
    server_seed = Shape(HEX_64)
    salts = serializers.ListField(child=Shape({"type": "string", "pattern": "^([0-9a-f]{2}){0,32}$"}))


class ReplacedSerializer(Output):
    """Who sat there before."""

    name = serializers.CharField()
    kind = Shape("kind")


class RecordSubstitutionSerializer(Output):
    """Who took over a seat, in which round, after how many of its cards."""

    round = serializers.IntegerField(min_value=1)
    after = serializers.IntegerField(
        min_value=0, allow_null=True, help_text="Null in the round that did not count."
    )
    seat = Shape("seat")
    name = serializers.CharField()
    kind = Shape("kind")
    replaced = ReplacedSerializer()


class RecordPlayerSerializer(Output):
    """Who sat where at the end."""

    seat = Shape("seat")
    name = serializers.CharField()
    kind = Shape("kind")


class RecordSerializer(Output):
    """A finished game, `wizard-record/1`."""

    format = Shape({"type": "string", "const": FORMAT})
    table = serializers.CharField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    options = Shape("options")
    players = serializers.ListField(child=RecordPlayerSerializer(), min_length=3, max_length=6)
    fairness = FairnessSerializer()
    rounds = RecordRoundSerializer(many=True)
    result = serializers.ListField(child=Shape("place"), min_length=3, max_length=6)
    tie_break = Shape({"type": ["string", "null"], "enum": ["correct_bids", "coin_flip", None]})
    stopped = serializers.BooleanField(
        required=False,
        help_text="The organisers ended the game: the round that ran then is left out. Only where it is so.",
    )
    substitutions = RecordSubstitutionSerializer(
        many=True, required=False, help_text="In their order; `players` are those of the end."
    )
