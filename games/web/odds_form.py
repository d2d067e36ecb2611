"""The form that asks for the odds of the first hand: players, position, turned card and own card."""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.translation import translate
from games.rules.cards import JESTER, RANKS, SUITS, WIZARD, Card
from games.rules.cards.deck_names import DeckNames
from games.rules.scoring.odds import PLAYERS, trump_of_turned_card

BEGIN = {"players": 4, "before": 0, "turned": "G7", "trump": "", "own": "G3"}
"""The form's initial values."""


class HandSituation(TypedDict):
    """The situation in a one-card round for which the form asks the odds."""

    players: int
    before: int
    """The number of players who play before this one."""
    own: Card
    turned: Card
    trump: str | None
    """None if a Jester is turned up."""


def _card_choices(copy_number: int, names: DeckNames) -> list[tuple[str, Any]]:
    """Return the cards as choices of a form field, grouped by suit. `names` has the deck's card names.

    The deck has several numbered Wizards and several numbered Jesters. Include one Wizard and one Jester:
    those with the number `copy_number`.
    """
    special = [f"{WIZARD}{copy_number}", f"{JESTER}{copy_number}"]
    suits = [(translate(names.suit(suit)), [f"{suit}{rank}" for rank in reversed(RANKS)]) for suit in SUITS]
    groups = [(gettext("Wizard and Jester"), special), *suits]
    return [(group, [(card, translate(names.card(card))) for card in cards]) for group, cards in groups]


def _suit_choices(names: DeckNames) -> list[tuple[str, str]]:
    """Return the suits as choices of a form field, after an empty choice."""
    return [("", "–"), *((suit, translate(names.suit(suit))) for suit in SUITS)]


def _position_label(players_before: int) -> str:
    """Return a label for the player's place in the order of play, such as "You lead" or "After 2 others".

    `players_before` is the number of players who play earlier.
    """
    if not players_before:
        return gettext("You lead")
    label = ngettext("After %(count)d other", "After %(count)d others", players_before)
    return label % {"count": players_before}


def _players_label(players: int) -> str:
    """Return a label such as "4 players"."""
    return gettext("%(players)s players") % {"players": players}


def _parse_number(value: str) -> int:
    """Convert the value of a choice field to an integer. Raise ValueError if the value is not a number."""
    return int(value)


class OddsForm(forms.Form):
    """A round of one card, as one player sees it before bidding."""

    players = forms.TypedChoiceField(label=_("Players"), coerce=_parse_number)
    before = forms.TypedChoiceField(label=_("When you play"), coerce=_parse_number)
    turned = forms.ChoiceField(label=_("Card turned up"))
    own = forms.ChoiceField(label=_("My card"))
    trump = forms.ChoiceField(label=_("Trump, if a Wizard is turned up"), required=False)

    def __init__(self, data: Mapping[str, Any], names: DeckNames) -> None:
        """Create the form from submitted or initial values, with the card names of the visitor's deck."""
        super().__init__(data)
        for field, choices in (
            ("players", [(n, _players_label(n)) for n in PLAYERS]),
            ("before", [(n, _position_label(n)) for n in range(max(PLAYERS))]),
            # A different copy from the hand's: one Wizard or Jester can be turned up while another is held.
            ("turned", _card_choices(2, names)),
            ("own", _card_choices(1, names)),
            ("trump", _suit_choices(names)),
        ):
            cast(forms.ChoiceField, self.fields[field]).choices = choices

    def clean(self) -> None:
        """Set the trump suit from the turned-up card, and add errors for missing or contradictory values."""
        super().clean()
        asked = self.cleaned_data
        players, before, turned = (asked.get(name) for name in ("players", "before", "turned"))
        if players and before is not None and before >= players:
            error = gettext("With %(players)d players, at most %(most)d can play before you.")
            self.add_error("before", error % {"players": players, "most": players - 1})
        if turned and turned == asked.get("own"):
            self.add_error("own", gettext("This card is turned up, so nobody can have it."))
        # The submitted trump suit is used, and required, only if a Wizard is turned up.
        if turned and turned[0] != WIZARD:
            asked["trump"] = trump_of_turned_card(turned)
        elif turned and not asked.get("trump"):
            self.add_error("trump", gettext("Choose the suit that the dealer named."))

    def hand_situation(self) -> HandSituation:
        """Return the player's situation in a one-card round from the form, which must be valid."""
        cleaned = self.cleaned_data
        return {
            "players": cleaned["players"],
            "before": cleaned["before"],
            "own": cleaned["own"],
            "turned": cleaned["turned"],
            "trump": cleaned["trump"],
        }
