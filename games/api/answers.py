"""Pages of lists, for the API's description. Their entries are wire types."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.components import AnyJsonField


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

    results = serializers.ListField(child=AnyJsonField("TableRow"))


class LeaderboardSerializer(PageSerializer):
    """A page of the leaderboard."""

    results = serializers.ListField(child=AnyJsonField("Best"))
