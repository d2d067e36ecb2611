"""The players' preferences, each with its type, its allowed values and its default."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from django.conf import settings

from core.constraints import Constraint
from core.json import JsonObject
from core.wire.annotations import describe_object_type
from core.wire.decode import fields_decoder, value_decoder

HAND_ORDERS = ("suit", "trump_first", "rank", "dealt")
CARD_SIZES = ("small", "normal", "large")
ANIMATIONS = ("off", "normal", "fast")
DECKS = ("modern", "classic", "fantasy", "medieval")
PALETTES = ("standard", "colour_blind")
THEMES = ("system", "light", "dark")
ANNOUNCEMENTS = ("all", "brief")
TURN_MAILS = ("off", "each", "digest")
LANGUAGES = ("auto", *(code for code, _ in settings.LANGUAGES))

HandOrder = Annotated[str, Constraint(one_of=HAND_ORDERS)]
CardSize = Annotated[str, Constraint(one_of=CARD_SIZES)]
Animation = Annotated[str, Constraint(one_of=ANIMATIONS)]
Deck = Annotated[str, Constraint(one_of=DECKS)]
Palette = Annotated[str, Constraint(one_of=PALETTES)]
Theme = Annotated[str, Constraint(one_of=THEMES)]
Announcements = Annotated[str, Constraint(one_of=ANNOUNCEMENTS)]
Language = Annotated[str, Constraint(one_of=LANGUAGES)]
TurnMails = Annotated[str, Constraint(one_of=TURN_MAILS)]
Hour = Annotated[int, Constraint(minimum=0, maximum=23)]


class Preferences(NamedTuple):
    """One player's preferences for the table and the site. Clients honour them; no rule depends on them."""

    wings: bool = True
    """Whether the player marks cards and bids before it is their turn."""
    confirm_card: bool = False
    """Whether a card has to be chosen twice before it is played."""
    play_forced: bool = False
    """Whether the only legal card is played by itself; never where cheating is allowed."""
    hand_order: HandOrder = "suit"
    """How the hand is sorted: by suit with trump last, by suit with trump first, by rank, or as dealt."""
    card_size: CardSize = "normal"
    """The size of the cards in the hand."""
    animation: Animation = "normal"
    """How fast cards move. A device that asks for reduced motion shows none."""
    sounds: bool = False
    """Whether the table makes sounds."""
    vibration: bool = False
    """Whether the device vibrates when it is the player's turn, where it can."""
    deck: Deck = "modern"
    """The pictures on the cards."""
    palette: Palette = "standard"
    """The colours of the suits: those of the deck, or colours that colour-blind people can tell apart."""
    theme: Theme = "system"
    """The colours of the site; `system` follows the device."""
    shortcuts: bool = True
    """Whether single keys act at the table. Arrow keys, Enter, Space and Escape always do."""
    announcements: Announcements = "all"
    """Which moves of other players screen readers announce: each card and bid, or who took which trick."""
    announce_chat: bool = True
    """Whether screen readers announce the other players' chat messages."""
    show_status: bool = True
    """Whether friends see when the player is online, and at which table."""
    language: Language = "auto"
    """The language of the site; `auto` follows the browser."""
    notify_turn: bool = True
    """Whether the player's subscribed devices get a notification of a turn while the player is away."""
    notify_challenge: bool = True
    """Whether subscribed devices get a notification when the player is challenged."""
    notify_tournament: bool = True
    """Whether subscribed devices get notifications of check-ins, seats and tables in tournaments."""
    mail_turns: TurnMails = "each"
    """Whether the player gets an email for each turn at a slow table, a daily digest, or neither.

    These emails, and those of the preferences below, go to confirmed addresses only.
    """
    mail_digest_hour: Hour = 7
    """The hour of the digest, in the time zone of the player's latest vacation, otherwise in UTC."""
    mail_results: bool = True
    """Whether the player gets emails about scored rounds and results of slow tables."""
    mail_challenges: bool = True
    """Whether the player gets emails about challenges."""
    mail_messages: bool = True
    """Whether the player gets emails about chat messages at slow tables."""


DEFAULTS = Preferences()
_DECLARED = describe_object_type(Preferences)
_decode = fields_decoder(Preferences, ignored=())
COMPLETE = _DECLARED._replace(fields=tuple(field._replace(required=True) for field in _DECLARED.fields))
"""The type of preferences as clients receive them: every field is present."""


def decode_preferences(data: Mapping[str, object]) -> Preferences:
    """Return the preferences in a JSON object, with defaults for missing ones.

    Raise BadRequest if any preference is invalid.
    """
    return _decode({name: data[name] for name in Preferences._fields if name in data})


def stored_preferences(stored: Mapping[str, object]) -> Preferences:
    """Return an account's preferences, with defaults for missing or invalid ones.

    `stored` is the JSON object in `User.preferences`.
    """
    allowed: JsonObject = {
        name: stored[name] for name in Preferences._fields if _has_valid_preference(name, stored)
    }
    return DEFAULTS._replace(**allowed)


def complete_preferences(stored: Mapping[str, object]) -> JsonObject:
    """Return a copy of `stored`, with defaults for missing or invalid preferences.

    `stored` is the JSON object in `User.preferences`. Its other fields, in which clients store their own
    data, are kept.
    """
    return {**stored, **stored_preferences(stored)._asdict()}


def _has_valid_preference(name: str, stored: Mapping[str, object]) -> bool:
    """Return whether `stored`, a JSON object of preferences, has a valid value for the preference `name`."""
    try:
        return name in stored and _DECODERS[name](stored[name]) == stored[name]
    except ValueError:
        return False


_DECODERS: dict[str, Any] = {field.name: value_decoder(field.annotation) for field in _DECLARED.fields}
