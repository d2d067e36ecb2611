"""Serializers of input for tables. They validate only its shape; the services apply the rules."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.http.fields import DigitsOnlyInteger, Flag, StrictBoolean, StrictChoice, StrictInteger, Text
from core.http.inputs import Input, ValidatedData
from games.api.components import AnyJsonField, schema_reference
from games.bots.choose import LEVELS
from games.models.table import TableVisibility
from games.rules.cards import DECK
from games.rules.cards.deal import SALT_BYTES, is_salt
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS, Options
from games.rules.protocol.values import MAX_ID_LENGTH
from games.selectors.tables import STATUSES

MAX_INVITE_LENGTH = 16


class WantedSeatField(StrictInteger):
    """A field for the seat to take; None means the first free one."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the field optional: None means the first free seat."""
        super().__init__(
            required=False,
            allow_null=True,
            default=None,
            min_value=0,
            max_value=MAX_PLAYERS - 1,
            help_text="The seat, from 0; null or absent for the first free one.",
            **kwargs,
        )


class InviteField(Text):
    """A field for the invite code of a private table."""

    def __init__(
        self,
        *,
        help_text: str = "The invite code; needed at a private table without a seat there.",
        **kwargs: Any,
    ) -> None:
        """Make the field optional: None or "" means that the client has no invite code."""
        super().__init__(
            required=False,
            allow_null=True,
            allow_blank=True,
            default=None,
            max_length=MAX_INVITE_LENGTH,
            trim_whitespace=False,
            help_text=help_text,
            **kwargs,
        )


@extend_schema_field({"type": "string", "pattern": rf"^([0-9a-fA-F]{{2}}){{1,{SALT_BYTES}}}$"})
class SaltField(Text):
    """A field for a player's own share of a game's randomness: empty, or up to 32 bytes in hex."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the field optional: "" means that the server provides the salt for this seat."""
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
        """Return the salt, which is the player's share of the shuffle's randomness.

        Raise ValidationError unless it is "" or up to 32 bytes in hex.
        """
        text: str = super().to_internal_value(data)
        if not is_salt(text):
            raise serializers.ValidationError(
                gettext("This must be hex, up to %(most)d bytes.") % {"most": SALT_BYTES}
            )
        return text


class BotLevelField(StrictChoice):
    """A field for the level of bots; None means the default."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the field optional: None means the default level."""
        super().__init__(LEVELS, required=False, allow_null=True, default=None, **kwargs)


@extend_schema_field(schema_reference("card"))
class CardField(serializers.ChoiceField):
    """A field for the code of a card in the deck, such as `R7`. Any other value is refused."""


class TableSetupSerializer(Input):
    """The setup of a table: its options, seats, bots and visibility."""

    options = AnyJsonField("WantedOptions", required=False, default=dict)
    seats = StrictInteger(min_value=MIN_PLAYERS, max_value=MAX_PLAYERS, help_text="The number of seats.")
    bots = StrictInteger(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_PLAYERS - 1,
        help_text="How many of the other seats get a bot at once.",
    )
    bot_level = BotLevelField(help_text="The level of these bots; null or absent for the default.")
    visibility = StrictChoice(
        TableVisibility.choices,
        required=False,
        default=TableVisibility.PUBLIC,
        help_text="`public` shows the table in the lobby; `private` needs the invite code.",
    )
    visiting_bots = StrictBoolean(
        required=False, default=True, help_text="Whether bot accounts of other people may take a seat."
    )

    def validate(self, attrs: ValidatedData) -> ValidatedData:
        """Return the data unchanged.

        Raise ValidationError if the client sent a table option as a separate field instead of in `options`.
        """
        # Such fields would be ignored silently. Clients may send fields that only newer servers know.
        misplaced = [name for name in Options._fields if name in self.initial_data]
        if misplaced:
            raise serializers.ValidationError(
                {name: [gettext("This belongs in options.")] for name in misplaced}
            )
        return attrs


class OpenTableSerializer(TableSetupSerializer):
    """A table to open. The caller takes seat 0."""

    salt = SaltField()


class ChangeTableSerializer(Input):
    """The options of a table to change."""

    # A PATCH without fields changes nothing, as the document says of all PATCH requests.
    options = AnyJsonField(
        "WantedOptions",
        required=False,
        default=dict,
        help_text="The options that change; all others stay as they are.",
    )


class AgainSerializer(Input):
    """The caller's contribution to the next game."""

    salt = SaltField()


class JoinSerializer(Input):
    """The seat to take."""

    seat = WantedSeatField()
    salt = SaltField()
    invite = InviteField(help_text="The invite code; needed at a private table.")


class BotSerializer(Input):
    """A bot for a free seat."""

    level = BotLevelField(help_text="How well the bot plays; null or absent for the default.")
    seat = WantedSeatField()


class ListSerializer(Input):
    """The tables to list."""

    status = StrictChoice(
        tuple(STATUSES), required=False, default=None, help_text="Only tables with this status."
    )
    mine = Flag(required=False, help_text="`1`: only the caller's own tables.")


class NextTurnSerializer(Input):
    """The table where the caller is now."""

    current = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=16,
        help_text="A table to leave out: where the caller is.",
    )


class EventsQuerySerializer(Input):
    """The point in the log after which events are requested."""

    after = DigitsOnlyInteger(
        required=False,
        default=0,
        min_value=0,
        # The log's numbers are 32-bit integers, and PostgreSQL refuses to compare them with larger ones.
        max_value=2**31 - 1,
        help_text="The number of the last entry that the client knows; 0 for all events.",
    )


class ActionSerializer(Input):
    """An action. The other fields depend on its `type`."""

    id = Text(
        max_length=MAX_ID_LENGTH,
        trim_whitespace=False,
        help_text="The action id, chosen by the client: the same id again returns the first answer.",
    )


class WingSerializer(Input):
    """The card to play automatically on the next turn."""

    card = CardField(DECK, help_text="A card in the caller's hand.")
