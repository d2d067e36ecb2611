"""What clients send to tables; the shape of input only, the rules are the services' business."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import Text
from games.api.shapes import Input, Shape, shape_of
from games.api.wanted_options import WANTED_OPTIONS
from games.bots.choose import LEVELS
from games.models.table import Visibility
from games.rules.cards import DECK
from games.rules.deal import SALT_BYTES, is_salt
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.selectors.tables import STATUSES

INVITE_LONGEST = 16


@extend_schema_field({"type": "string", "pattern": rf"^([0-9a-fA-F]{{2}}){{1,{SALT_BYTES}}}$"})
class Salt(Text):
    """A seat's share in the dice: hex of up to 32 bytes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            default="",
            allow_blank=True,
            max_length=2 * SALT_BYTES,
            trim_whitespace=False,
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not is_salt(text):
            raise serializers.ValidationError(f"This must be hex, up to {SALT_BYTES} bytes.")
        return text


class WholeNumber(serializers.IntegerField):
    """A JSON number without fraction; "4", 4.0 and true are none."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class TrueOrFalse(serializers.BooleanField):
    """A JSON boolean; "true", "on" and 1 are none."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string", "enum": ["1", "true", "True", "0", "false", "False"]})
class Flag(serializers.BooleanField):
    """Yes or no in a query."""

    TRUE_VALUES = {"1", "true", "True"}
    FALSE_VALUES = {"0", "false", "False"}
    NULL_VALUES = set()


class Choice(serializers.ChoiceField):
    """One of a few words; who sends another is told them all."""

    def to_internal_value(self, data: Any) -> Any:
        if data not in list(self.choices):
            raise serializers.ValidationError(f"This must be one of {', '.join(self.choices)}.")
        return super().to_internal_value(data)


@extend_schema_field(shape_of("card"))
class CardField(serializers.ChoiceField):
    """One of the sixty."""


class QueryNumber(serializers.IntegerField):
    """A number in a query: digits alone; Python would read "1_0", " 1" and the digits of all scripts."""

    def to_internal_value(self, data: Any) -> int:
        if not is_number(data):
            self.fail("invalid")
        return super().to_internal_value(data)


def is_number(text: str) -> bool:
    """Whether a word of a query is a number."""
    return text.isascii() and text.isdigit()


class OpenTableSerializer(Input):
    """A table to open; the caller sits at seat 0."""

    options = Shape(WANTED_OPTIONS, required=False, default=dict)
    seats = WholeNumber(min_value=MIN_PLAYERS, max_value=MAX_PLAYERS)
    bots = WholeNumber(required=False, default=0, min_value=0, max_value=MAX_PLAYERS - 1)
    bot_level = Choice(LEVELS, required=False, allow_null=True, default=None)
    visibility = Choice(Visibility.choices, required=False, default=Visibility.PUBLIC)
    visiting_bots = TrueOrFalse(
        required=False, default=True, help_text="Whether accounts that are bots may sit down."
    )
    salt = Salt()


class AgainSerializer(Input):
    """A seat's share in the dice of the next game."""

    salt = Salt()


class JoinSerializer(Input):
    """Where to sit down; no seat: the first free one."""

    seat = WholeNumber(required=False, allow_null=True, default=None, min_value=0, max_value=MAX_PLAYERS - 1)
    salt = Salt()
    invite = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        default=None,
        max_length=INVITE_LONGEST,
        trim_whitespace=False,
    )


class BotSerializer(Input):
    """A bot for a free seat."""

    level = Choice(LEVELS, required=False, allow_null=True, default=None)
    seat = WholeNumber(required=False, allow_null=True, default=None, min_value=0, max_value=MAX_PLAYERS - 1)


class ListSerializer(Input):
    """Which tables."""

    status = Choice(tuple(STATUSES), required=False, default=None)
    mine = Flag(required=False)


class EventsQuerySerializer(Input):
    """From where."""

    after = QueryNumber(required=False, default=0, min_value=0, max_value=2**31 - 1)


class PageQuerySerializer(Input):
    """How much of a list; more than the most are as many as the most."""

    page_size = QueryNumber(required=False, min_value=1)


class ActionSerializer(Input):
    """An action's `id`, the client's own; the other fields depend on its `type`, and the rules read them."""

    id = Text(max_length=64, trim_whitespace=False)


class WingSerializer(Input):
    """The card that plays itself when the turn comes."""

    card = CardField(DECK)
