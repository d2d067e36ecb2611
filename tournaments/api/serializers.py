"""What clients send to tournaments; the shape of input only."""

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import Text
from games.api.serializers import Flag
from games.api.shapes import Input
from tournaments.models.choices import Status

NATION = r"^([A-Za-z]{2,3})?$"


@extend_schema_field({"type": "string", "pattern": NATION})
class Nation(Text):
    """Two or three letters, or none."""


class ListSerializer(Input):
    """Which tournaments."""

    status = serializers.ChoiceField(Status.values, required=False, default=None)
    mine = Flag(required=False)


class EnterSerializer(Input):
    """For whom one plays."""

    nation = Nation(
        required=False,
        default="",
        allow_blank=True,
        max_length=3,
        validators=[RegexValidator(NATION, "A nation has two or three letters.")],
    )
