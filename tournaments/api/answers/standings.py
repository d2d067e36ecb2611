"""Responses about the standings and the final ranking."""

from rest_framework import serializers

from core.http.inputs import Output
from tournaments.api.answers.fields import entrant_name_field, integer_field, nullable_integer_field
from tournaments.models.choices import EntryStatus


class StageResultSerializer(Output):
    """A player's result in one stage."""

    stage = integer_field(help_text="The stage's number.")
    table = integer_field(help_text="The table's number.")
    rank = integer_field(help_text="The rank at the table; players who are tied share it.")
    points = serializers.FloatField(help_text="Tournament points.")


class EntrantSerializer(Output):
    """An entrant and their place."""

    place = integer_field(help_text="From 1, never shared.")
    entry = integer_field("The start number.")
    name = entrant_name_field()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    bot = serializers.BooleanField(help_text="Whether the entrant is a bot.")
    status = serializers.ChoiceField(EntryStatus.choices)


class StandingSerializer(EntrantSerializer):
    """A row of the standings."""

    points = serializers.FloatField(help_text="Tournament points less penalties, with two decimals.")
    penalty = serializers.FloatField(help_text="Points lost by penalties, already subtracted.")
    game_points = serializers.IntegerField(help_text="The sum of points in all games.")
    correct_bids = integer_field(min_value=0, help_text="The number of bids met in all games.")
    games = integer_field(min_value=0, help_text="Games that count so far.")
    decided_by = serializers.ChoiceField(
        ["game_points", "correct_bids", "play_off", "lot"],
        allow_null=True,
        help_text=(
            "What put the entrant above, who has as many points, ahead of this one; null if points did."
        ),
    )
    stages = StageResultSerializer(many=True, help_text="One result for each stage played.")


class RankedSerializer(EntrantSerializer):
    """A row of the final ranking."""

    prize = serializers.CharField(allow_null=True, help_text="Null if there is none for this place.")
    by_lot = serializers.BooleanField(help_text="Whether only a lot separated this entrant from a neighbour.")
    by_play_off = serializers.BooleanField(
        help_text="Whether only a play-off separated this entrant from a neighbour."
    )


class StandingsSerializer(Output):
    """The standings of the preliminaries, and the final ranking once the tournament is over."""

    number = integer_field(
        "The tournament's number when this was read; compare it with the one in the socket's frames.", 0
    )
    stages = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the stages that count so far."
    )
    own = nullable_integer_field(help_text="The caller's start number; null without an entry.")
    standings = StandingSerializer(many=True)
    ranking = RankedSerializer(many=True, allow_null=True, help_text="Null until the tournament is over.")
