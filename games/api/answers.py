"""What clients get of tables; describes alone, the selectors make it."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.components import Shape


class PageSerializer(Output):
    """A page of a list."""

    count = serializers.IntegerField(min_value=0, help_text="The number of entries on all pages.")
    next = serializers.URLField(
        allow_null=True, help_text="The address of the next page; null on the last one."
    )
    previous = serializers.URLField(
        allow_null=True, help_text="The address of the previous page; null on the first one."
    )


class TablePageSerializer(PageSerializer):
    """A page of tables."""

    results = serializers.ListField(child=Shape("TableRow"))


class StatisticsSerializer(Output):
    """A player's statistics over all finished games."""

    games = serializers.IntegerField(min_value=0, help_text="Finished games.")
    wins = serializers.IntegerField(min_value=0, help_text="Games won.")
    average_score = serializers.FloatField(
        allow_null=True, help_text="Points per game on average; null before the first game."
    )
    best_score = serializers.IntegerField(
        allow_null=True, help_text="The highest score in one game; null before the first game."
    )
    bids = serializers.IntegerField(
        min_value=0,
        help_text=(
            "Rounds that the player bid and played themselves, without a stand-in, the clock or a wing."
        ),
    )
    bids_met = serializers.IntegerField(
        min_value=0, help_text="The number of these in which the bid was met."
    )


class RatingSerializer(Output):
    """How strong a player is, from rated games."""

    value = serializers.IntegerField(help_text="The rating; higher is stronger.")
    games = serializers.IntegerField(min_value=0, help_text="Rated games so far.")


class PublicProfileSerializer(Output):
    """What everyone can see of a player."""

    username = serializers.CharField()
    kind = Shape("kind")
    joined_at = serializers.DateTimeField(help_text="When the account was created.")
    statistics = StatisticsSerializer()
    rating = RatingSerializer(allow_null=True, help_text="Null until there are enough rated games.")


class BestSerializer(Output):
    """A line of the leaderboard."""

    rank = serializers.IntegerField(min_value=1, help_text="From 1.")
    username = serializers.CharField()
    rating = serializers.IntegerField(help_text="The rating; higher is stronger.")
    games = serializers.IntegerField(min_value=1, help_text="Rated games so far.")


class LeaderboardSerializer(PageSerializer):
    """A page of the leaderboard."""

    results = BestSerializer(many=True)
