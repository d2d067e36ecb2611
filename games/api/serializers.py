"""What clients send and get at tables; the shape of input only, the rules are the services' business."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from games.bots.choose import LEVELS
from games.models.table import Visibility
from games.rules.cards import DECK
from games.rules.deal import SALT_BYTES, is_salt
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.selectors.tables import STATUSES

INVITE_LONGEST = 16


class Salt(Text):
    """A seat's share in the dice: hex of up to 32 bytes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, default="", allow_blank=True, max_length=2 * SALT_BYTES, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not is_salt(text):
            raise serializers.ValidationError(f"This must be hex, up to {SALT_BYTES} bytes.")
        return text


class WholeNumber(serializers.IntegerField):
    """A JSON number without fraction; "4", 4.0 and true are none."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class OpenTableSerializer(serializers.Serializer):
    """A table to open; the caller sits at seat 0."""

    options = serializers.JSONField(required=False, default=dict)
    seats = WholeNumber(min_value=MIN_PLAYERS, max_value=MAX_PLAYERS)
    bots = WholeNumber(required=False, default=0, min_value=0, max_value=MAX_PLAYERS - 1)
    bot_level = serializers.ChoiceField(LEVELS, required=False, allow_null=True, default=None)
    visibility = serializers.ChoiceField(Visibility.choices, required=False, default=Visibility.PUBLIC)
    salt = Salt()


class JoinSerializer(serializers.Serializer):
    """Where to sit down; no seat: the first free one."""

    seat = WholeNumber(required=False, allow_null=True, default=None, min_value=0, max_value=MAX_PLAYERS - 1)
    salt = Salt()
    invite = Text(required=False, allow_null=True, allow_blank=True, default=None, max_length=INVITE_LONGEST)


class BotSerializer(serializers.Serializer):
    """A bot for a free seat."""

    level = serializers.ChoiceField(LEVELS, required=False, allow_null=True, default=None)
    seat = WholeNumber(required=False, allow_null=True, default=None, min_value=0, max_value=MAX_PLAYERS - 1)


class ListSerializer(serializers.Serializer):
    """Which tables."""

    status = serializers.ChoiceField(tuple(STATUSES), required=False, default=None)
    mine = serializers.BooleanField(required=False, default=False)


class EventsQuerySerializer(serializers.Serializer):
    """From where."""

    after = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2**31 - 1)


class ActionSerializer(serializers.Serializer):
    """An action: `id` is the client's own, the fields depend on `type`."""

    id = Text(max_length=64, trim_whitespace=False)


class WingSerializer(serializers.Serializer):
    """The card that plays itself when the turn comes."""

    card = serializers.ChoiceField(DECK)


class PlayerSerializer(serializers.Serializer):
    """Who sits where."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()


class TableRowSerializer(serializers.Serializer):
    """A table in lists."""

    id = serializers.CharField()
    status = serializers.CharField()
    seats = serializers.IntegerField(help_text="How many.")
    visibility = serializers.CharField()
    options = serializers.DictField()
    number = serializers.IntegerField()
    players = PlayerSerializer(many=True)


class TablePageSerializer(serializers.Serializer):
    """A page of tables."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = TableRowSerializer(many=True)


class TableSerializer(TableRowSerializer):
    """A table for this viewer; `invite` for who sits there."""

    invite = serializers.CharField(required=False)
    sight = serializers.DictField()


class AnswerSerializer(serializers.Serializer):
    """An action that is stored: `number` is the log entry it became."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    outcome = serializers.DictField(allow_null=True)


class EventsSerializer(serializers.Serializer):
    """What happened since."""

    number = serializers.IntegerField()
    events = serializers.ListField(child=serializers.DictField())


class RecordSerializer(serializers.Serializer):
    """A finished game, `wizard-record/1`."""

    format = serializers.CharField()
    table = serializers.CharField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    options = serializers.DictField()
    players = PlayerSerializer(many=True)
    fairness = serializers.DictField()
    rounds = serializers.ListField(child=serializers.DictField())
    result = serializers.ListField(child=serializers.DictField())
    tie_break = serializers.CharField(allow_null=True)


class StatisticsSerializer(serializers.Serializer):
    """What somebody's finished games add up to."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    average_score = serializers.FloatField(allow_null=True)
    best_score = serializers.IntegerField(allow_null=True)
    bids = serializers.IntegerField()
    bids_met = serializers.IntegerField()


class RatingSerializer(serializers.Serializer):
    """How strong somebody plays."""

    value = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Rated ones.")


class PublicProfileSerializer(serializers.Serializer):
    """What everybody may know of a player."""

    username = serializers.CharField()
    kind = serializers.CharField()
    joined_at = serializers.DateTimeField()
    statistics = StatisticsSerializer()
    rating = RatingSerializer(allow_null=True)


class BestSerializer(serializers.Serializer):
    """A line of the list of the best."""

    rank = serializers.IntegerField()
    username = serializers.CharField()
    rating = serializers.IntegerField()
    games = serializers.IntegerField()


class LeaderboardSerializer(serializers.Serializer):
    """A page of the list of the best."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BestSerializer(many=True)
