"""What clients send to tournaments; the shape of input only."""

from rest_framework import serializers

from accounts.api.fields import Text
from games.api.serializers import Flag
from games.api.shapes import Input
from tournaments.models.choices import Status


class ListSerializer(Input):
    """Which tournaments."""

    status = serializers.ChoiceField(Status.values, required=False, default=None)
    mine = Flag(required=False)


class EnterSerializer(Input):
    """For whom one plays."""

    nation = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=60,
        help_text="An ISO 3166 code of two or three letters, a code of sports such as GER, or a name in "
        "English or German; answers have the code of two letters. Needed where `nation_quota` is set, where "
        "nobody changes it by leaving and entering again (`nation_fixed`).",
    )
