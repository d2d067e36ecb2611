"""Responses about stages, their tables and seats."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.components import AnyJsonField
from games.rules.options import CLOCKS
from tournaments.api.answers.fields import (
    entrant_name_field,
    integer_field,
    nullable_datetime_field,
    nullable_integer_field,
)
from tournaments.models.choices import StageKind
from tournaments.selectors.public.stages import StageStatus, TableStatus


class StageFieldsSerializer(Output):
    """The details of a stage."""

    number = integer_field(help_text="From 1.")
    title = serializers.CharField()
    kind = serializers.ChoiceField(StageKind.choices)
    status = serializers.ChoiceField(
        StageStatus.choices, help_text="`seated` means that its seats have been released."
    )
    options = serializers.ListField(
        child=serializers.CharField(), help_text="The rules of its games, in sentences for players."
    )
    cheating = serializers.BooleanField(help_text="Whether cheating is allowed.")
    clock = nullable_integer_field(
        min(CLOCKS), "Seconds per decision; null without a clock or with real cards."
    )
    points = serializers.CharField(help_text="How a game is scored for the tournament, in a sentence.")
    goes_on = serializers.CharField(
        allow_blank=True, help_text="Who goes on to the next stage, in a sentence."
    )
    time = serializers.CharField(allow_blank=True, help_text="The time limit, in a sentence.")
    minutes = nullable_integer_field(help_text="Minutes per game; null if there is no limit.")
    released_at = nullable_datetime_field("When players were shown their seats.")
    opens_at = nullable_datetime_field("When its tables open or opened; null if the organisers decide.")
    started_at = nullable_datetime_field(help_text="When its tables were opened.")
    closed_at = nullable_datetime_field(help_text="When it ended.")


class StageRowSerializer(StageFieldsSerializer):
    """A stage without its tables."""

    tables = nullable_integer_field(0, "The number of its tables; null until the seats are released.")
    finished = nullable_integer_field(0, "The number of tables that have a result.")


class TableSeatSerializer(Output):
    """A seat and its result."""

    seat = AnyJsonField("seat")
    entry = nullable_integer_field(
        help_text="The start number of the entrant for whom the seat counts; null if it counts for nobody."
    )
    name = entrant_name_field()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    bot = serializers.BooleanField(help_text="Whether a bot plays here.")
    score = serializers.IntegerField(allow_null=True, help_text="Points in the game; null before the result.")
    correct_bids = nullable_integer_field(0, help_text="Bids met; null before the result.")
    rank = nullable_integer_field(help_text="The rank at the table; players who are tied share it.")
    place = nullable_integer_field(
        help_text="The place at the table, never shared: the table's own lot breaks ties."
    )
    by_lot = serializers.BooleanField(
        help_text=(
            "In a knock-out or final: whether only a lot separated this player from another at the table."
        )
    )
    by_play_off = serializers.BooleanField(
        help_text="Where the order counts: whether only a play-off separated this player from another here."
    )
    points = serializers.FloatField(
        allow_null=True, help_text="Tournament points, with two decimals; null at a play-off."
    )


class StageTableSerializer(Output):
    """A table of a stage."""

    number = integer_field(help_text="The table's number in the stage.")
    play_off = serializers.BooleanField(
        help_text="Whether this is a play-off: it puts players who are tied in order, and gives no points."
    )
    id = serializers.CharField(
        allow_null=True, help_text="The table's id; null until it is open, and with real cards."
    )
    status = serializers.ChoiceField(TableStatus.choices)
    opened_at = nullable_datetime_field()
    closes_at = nullable_datetime_field("When its time is up, while it plays.")
    halted_at = nullable_datetime_field("Since when it has been paused; null if it is not.")
    finished_at = nullable_datetime_field()
    by_hand = serializers.BooleanField(help_text="Whether the result was entered at the desk.")
    record = serializers.CharField(
        allow_null=True,
        help_text="The address of the record; null before the end, and while it is held back.",
    )
    replay = serializers.CharField(allow_null=True, help_text="The address of the finished game's page.")
    watch = serializers.CharField(
        allow_null=True, help_text="The address of the running game's page; null if it cannot be watched."
    )
    seats = serializers.ListField(
        child=TableSeatSerializer(), min_length=1, max_length=6, help_text="By seat."
    )


class StageSerializer(StageFieldsSerializer):
    """A stage with its tables."""

    tables = StageTableSerializer(many=True, help_text="By number.")
    finished = nullable_integer_field(0, "The number of tables that have a result.")
