"""Serializers for requests about tournaments; they check only the shape of the input."""

from rest_framework import serializers

from core.http.fields import Flag, Text
from core.http.inputs import Input
from tournaments.models.choices import Status


class TournamentListSerializer(Input):
    """Filters for the list of tournaments."""

    status = serializers.ChoiceField(
        Status.values, required=False, default=None, help_text="Only tournaments with this status."
    )
    mine = Flag(
        required=False, help_text="`1`: only tournaments that the caller has entered or helps to run."
    )


class EnterSerializer(Input):
    """The data with which the caller enters a tournament."""

    nation = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=60,
        help_text="An ISO 3166 code of two or three letters, a code of sports such as GER, or a name in "
        "English or German; answers have the code of two letters. Needed where `nation_quota` is set, where "
        "nobody changes it by leaving and entering again (`nation_fixed`).",
    )
