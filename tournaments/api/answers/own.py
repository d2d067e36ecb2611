"""Responses about the caller's own entry and next table."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.components import AnyJsonField
from tournaments.api.answers.fields import (
    entrant_name_field,
    integer_field,
    nullable_datetime_field,
    nullable_integer_field,
)
from tournaments.models.choices import EntryStatus
from tournaments.selectors.public.stages import TableStatus


class TablemateSerializer(Output):
    """A player at the caller's table."""

    seat = AnyJsonField("seat")
    name = entrant_name_field()


class NextTableSerializer(Output):
    """The caller's next or current table."""

    id = serializers.CharField(
        allow_null=True, help_text="The id of the table to open; null until it is open."
    )
    number = integer_field(help_text="The table's number in its stage.")
    seat = AnyJsonField("seat")
    stage = integer_field(help_text="The stage's number.")
    title = serializers.CharField(help_text="The stage's title; it says if this is a play-off.")
    play_off = serializers.BooleanField(
        help_text="Whether this is a play-off: players who are tied play again, for their order alone."
    )
    status = serializers.ChoiceField(TableStatus.choices)
    opens_at = nullable_datetime_field("When it opens; null if the organisers decide.")
    closes_at = nullable_datetime_field("When its time is up; null if there is no limit.")
    players = serializers.ListField(
        child=TablemateSerializer(), min_length=1, max_length=6, help_text="Everyone at the table, by seat."
    )


class OwnEntrySerializer(Output):
    """The caller's own entry."""

    entry = integer_field("The start number, which names the entrant in all lists.")
    name = entrant_name_field()
    nation = serializers.CharField(
        allow_blank=True, help_text="The two-letter ISO 3166 code; empty if none was given."
    )
    status = serializers.ChoiceField(EntryStatus.choices)
    checked_in = serializers.BooleanField(
        help_text="Whether the caller has checked in, also on the waiting list."
    )
    place = nullable_integer_field(
        help_text="The place in the final ranking, or before that in the standings; "
        "null if there is none yet."
    )
    table = NextTableSerializer(
        allow_null=True, help_text="The next table, or the one being played at; null if there is none."
    )
