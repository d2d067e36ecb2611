"""What clients send to tables; the shape of input only, the rules are the services' business."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.http.fields import Flag, QueryNumber, Text, TrueOrFalse, WholeNumber, WordChoice
from core.http.inputs import Input, ValidatedData
from games.api.components import Shape, shape_of
from games.api.wanted_options import WANTED_OPTIONS
from games.bots.choose import LEVELS
from games.models.table import TableVisibility
from games.rules.cards import DECK
from games.rules.cards.deal import SALT_BYTES, is_salt
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.selectors.tables import STATUSES

MAX_INVITE_LENGTH = 16


class WantedSeat(WholeNumber):
    """The seat to take; None for the first free one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            allow_null=True,
            default=None,
            min_value=0,
            max_value=MAX_PLAYERS - 1,
            help_text="The seat, from 0; null or absent for the first free one.",
            **kwargs,
        )


@extend_schema_field({"type": "string", "pattern": rf"^([0-9a-fA-F]{{2}}){{1,{SALT_BYTES}}}$"})
class Salt(Text):
    """A person's own share of a game's randomness: hex of up to 32 bytes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            default="",
            allow_blank=True,
            max_length=2 * SALT_BYTES,
            trim_whitespace=False,
            help_text="The caller's own share of the randomness that deals the cards: hex, up to 32 "
            "bytes. For a seat without one the server adds its own.",
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not is_salt(text):
            raise serializers.ValidationError(f"This must be hex, up to {SALT_BYTES} bytes.")
        return text


@extend_schema_field(shape_of("card"))
class CardField(serializers.ChoiceField):
    """One of the sixty."""


class OpenTableSerializer(Input):
    """A table to open. The caller takes seat 0."""

    options = Shape(WANTED_OPTIONS, required=False, default=dict)
    seats = WholeNumber(min_value=MIN_PLAYERS, max_value=MAX_PLAYERS, help_text="The number of seats.")
    bots = WholeNumber(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_PLAYERS - 1,
        help_text="How many of the other seats get a bot at once.",
    )
    bot_level = WordChoice(
        LEVELS,
        required=False,
        allow_null=True,
        default=None,
        help_text="The level of these bots; null or absent for the default.",
    )
    visibility = WordChoice(
        TableVisibility.choices,
        required=False,
        default=TableVisibility.PUBLIC,
        help_text="`public` shows the table in the lobby; `private` needs the invite code.",
    )
    visiting_bots = TrueOrFalse(
        required=False, default=True, help_text="Whether bot accounts of other people may take a seat."
    )
    salt = Salt()

    def validate(self, attrs: ValidatedData) -> ValidatedData:
        """Refuse options beside `options`, which would open another game than the one that was asked for.

        Other unknown fields are ignored: a client may send what only a newer server knows.
        """
        misplaced = [name for name in WANTED_OPTIONS["properties"] if name in self.initial_data]
        if misplaced:
            raise serializers.ValidationError({name: ["This belongs in options."] for name in misplaced})
        return attrs


class AgainSerializer(Input):
    """What the caller contributes to the next game."""

    salt = Salt()


class JoinSerializer(Input):
    """The seat to take."""

    seat = WantedSeat()
    salt = Salt()
    invite = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        default=None,
        max_length=MAX_INVITE_LENGTH,
        trim_whitespace=False,
        help_text="The invite code; needed at a private table.",
    )


class BotSerializer(Input):
    """A bot for a free seat."""

    level = WordChoice(
        LEVELS,
        required=False,
        allow_null=True,
        default=None,
        help_text="How well the bot plays; null or absent for the default.",
    )
    seat = WantedSeat()


class ListSerializer(Input):
    """The tables to list."""

    status = WordChoice(
        tuple(STATUSES), required=False, default=None, help_text="Only tables with this status."
    )
    mine = Flag(required=False, help_text="`1`: only the caller's own tables.")


class EventsQuerySerializer(Input):
    """Where to continue."""

    after = QueryNumber(
        required=False,
        default=0,
        min_value=0,
        max_value=2**31 - 1,
        help_text="The number of the last entry that the client knows; 0 for all events.",
    )


class ActionSerializer(Input):
    """An action. The other fields depend on its `type`."""

    id = Text(
        max_length=64,
        trim_whitespace=False,
        help_text="The action id, chosen by the client: the same id again returns the first answer.",
    )


class WingSerializer(Input):
    """The card that plays itself on the next turn."""

    card = CardField(DECK, help_text="A card in the caller's hand.")
