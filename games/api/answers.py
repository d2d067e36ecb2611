"""What clients get of tables; describes alone, the selectors make it."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.shapes import Shape
from games.models.table import TableVisibility


class TableRowSerializer(Output):
    """A table in a list."""

    id = serializers.CharField(help_text="The table's id, part of its address.")
    status = Shape("status")
    seats = serializers.IntegerField(min_value=3, max_value=6, help_text="The number of seats.")
    visibility = serializers.ChoiceField(
        TableVisibility.choices,
        help_text="`public` tables are in the lobby; `private` ones need the invite code.",
    )
    visiting_bots = serializers.BooleanField(
        help_text="Whether bot accounts of other people may take a seat."
    )
    rated = serializers.BooleanField(
        help_text="Whether the game counts for the ratings of players with accounts, as things are."
    )
    opened_at = serializers.DateTimeField(help_text="When the table was opened.")
    round_number = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The round that is being played; null if there is none."
    )
    options = Shape("options")
    number = serializers.IntegerField(
        min_value=0, help_text="The number of the newest entry in the table's log."
    )
    sealed = serializers.BooleanField(
        help_text=(
            "Whether other tables play the same cards: only the players at this table can see it, and its "
            "record is held back."
        )
    )
    caption = serializers.CharField(
        allow_blank=True,
        help_text="What the game is part of, such as a tournament and stage; empty if nothing.",
    )
    caption_url = serializers.CharField(
        allow_blank=True, help_text="The address of a page about that; empty if there is none."
    )
    players = serializers.ListField(
        child=Shape("seated"), max_length=6, help_text="The players who have a seat, by seat."
    )


class NextGameSerializer(Output):
    """The table at which the players of a finished game play again."""

    id = serializers.CharField(help_text="The new table's id.")
    status = Shape("status")
    players = serializers.ListField(
        child=serializers.CharField(), help_text="The names of the people who have taken their seats there."
    )


class TableSerializer(TableRowSerializer):
    """A table as the caller may see it."""

    invite = serializers.CharField(
        required=False, help_text="The invite code of a private table; only for players at the table."
    )
    next = NextGameSerializer(
        required=False,
        allow_null=True,
        help_text=(
            "For players of a finished game: the table where they play again, or null until one of them "
            "asks for it. Absent for others."
        ),
    )
    sight = Shape("sight")


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

    results = TableRowSerializer(many=True)


class AnswerSerializer(Output):
    """An action that has been stored."""

    id = Shape("action_id")
    number = serializers.IntegerField(
        min_value=1, help_text="The number of the log entry that the action became."
    )
    outcome = Shape(
        "outcome", allow_null=True, help_text="The verdict on an accusation; null for other actions."
    )


class EventsSerializer(Output):
    """The events after the number that was asked for."""

    number = serializers.IntegerField(
        min_value=0, help_text="The number of the newest entry in the table's log."
    )
    events = serializers.ListField(child=Shape("event"), help_text="In order of their numbers.")


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
