"""What clients get of tables; describes alone, the selectors make it."""

from rest_framework import serializers

from games.api.shapes import Output, Shape
from games.models.table import Visibility


class TableRowSerializer(Output):
    """A table in lists."""

    id = serializers.CharField()
    status = Shape("status")
    seats = serializers.IntegerField(min_value=3, max_value=6, help_text="How many.")
    visibility = serializers.ChoiceField(Visibility.choices)
    visiting_bots = serializers.BooleanField(help_text="Whether accounts that are bots may sit down.")
    options = Shape("options")
    number = serializers.IntegerField(min_value=0, help_text="How many entries its log has.")
    sealed = serializers.BooleanField(
        help_text="Others play the same cards: only who sits there may look, and the record is held back."
    )
    caption = serializers.CharField(allow_blank=True, help_text="What the game belongs to; empty if nothing.")
    caption_url = serializers.CharField(
        allow_blank=True, help_text="Where to read of that; empty if nowhere."
    )
    players = serializers.ListField(child=Shape("seated"), max_length=6)


class NextGameSerializer(Output):
    """A table at which the people of a finished one play again."""

    id = serializers.CharField()
    status = Shape("status")
    players = serializers.ListField(
        child=serializers.CharField(), help_text="The names of the people who have sat down."
    )


class TableSerializer(TableRowSerializer):
    """A table for this viewer; `invite` for who sits there."""

    invite = serializers.CharField(required=False)
    next = NextGameSerializer(
        required=False,
        allow_null=True,
        help_text="For who sat at a finished table: where its people play again; null until one has asked.",
    )
    sight = Shape("sight")


class PageSerializer(Output):
    """A page of a list."""

    count = serializers.IntegerField(min_value=0, help_text="How many there are on all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class TablePageSerializer(PageSerializer):
    """A page of tables."""

    results = TableRowSerializer(many=True)


class AnswerSerializer(Output):
    """An action that is stored: `number` is the log entry it became."""

    id = Shape("action_id")
    number = serializers.IntegerField(min_value=1)
    outcome = Shape("outcome", allow_null=True, help_text="The verdict of an accusation.")


class EventsSerializer(Output):
    """What happened since."""

    number = serializers.IntegerField(min_value=0)
    events = serializers.ListField(child=Shape("event"))


class StatisticsSerializer(Output):
    """What somebody's finished games add up to."""

    games = serializers.IntegerField(min_value=0)
    wins = serializers.IntegerField(min_value=0)
    average_score = serializers.FloatField(allow_null=True)
    best_score = serializers.IntegerField(allow_null=True)
    bids = serializers.IntegerField(
        min_value=0, help_text="Rounds bid and played by hand: no stand-in, no clock, no wing."
    )
    bids_met = serializers.IntegerField(min_value=0, help_text="Of these.")


class RatingSerializer(Output):
    """How strong somebody plays."""

    value = serializers.IntegerField()
    games = serializers.IntegerField(min_value=0, help_text="Rated ones.")


class PublicProfileSerializer(Output):
    """What everybody may know of a player."""

    username = serializers.CharField()
    kind = Shape("kind")
    joined_at = serializers.DateTimeField()
    statistics = StatisticsSerializer()
    rating = RatingSerializer(allow_null=True)


class BestSerializer(Output):
    """A line of the list of the best."""

    rank = serializers.IntegerField(min_value=1)
    username = serializers.CharField()
    rating = serializers.IntegerField()
    games = serializers.IntegerField(min_value=1)


class LeaderboardSerializer(PageSerializer):
    """A page of the list of the best."""

    results = BestSerializer(many=True)
