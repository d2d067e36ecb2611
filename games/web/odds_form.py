"""The form that asks for the odds of the first hand: players, position, turned card and own card."""

from typing import Any

from django import forms

from games.rules.cards import JESTER, RANKS, SUITS, WIZARD, Card
from games.rules.scoring.odds import PLAYERS, trump_of

SUIT_NAMES = dict(zip(SUITS, ("Red", "Yellow", "Green", "Blue"), strict=True))
BEGIN = {"players": 4, "before": 0, "turned": "G7", "trump": "", "own": "G3"}
"""What the page shows to somebody who has asked nothing yet."""


def card_name(card: Card) -> str:
    """A card in words: "Red 7", "Wizard", "Jester"."""
    if card[0] in SUITS:
        return f"{SUIT_NAMES[card[0]]} {card[1:]}"
    return "Wizard" if card[0] == WIZARD else "Jester"


def _cards(copy: int) -> list[tuple[str, Any]]:
    """Return all cards to choose from, with one Wizard and one Jester: the copy of that number."""
    special = [f"{WIZARD}{copy}", f"{JESTER}{copy}"]
    suits = [(SUIT_NAMES[suit], [f"{suit}{rank}" for rank in reversed(RANKS)]) for suit in SUITS]
    groups = [("Wizard and Jester", special), *suits]
    return [(group, [(card, card_name(card)) for card in cards]) for group, cards in groups]


def _place(before: int) -> str:
    return f"After {before} other{'s' if before > 1 else ''}" if before else "You lead"


def _number(value: str) -> int:
    return int(value)


class OddsForm(forms.Form):
    """A round of one card, as one player sees it before bidding."""

    players = forms.TypedChoiceField(coerce=_number, choices=[(n, f"{n} players") for n in PLAYERS])
    before = forms.TypedChoiceField(
        label="When you play", coerce=_number, choices=[(n, _place(n)) for n in range(max(PLAYERS))]
    )
    turned = forms.ChoiceField(label="Card turned up", choices=_cards(2))
    own = forms.ChoiceField(label="My card", choices=_cards(1))
    trump = forms.ChoiceField(
        label="Trump, if a Wizard is turned up",
        choices=[("", "–"), *SUIT_NAMES.items()],
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """A round that can be: no card twice, a place at the table, and a trump where the dealer names it."""
        super().clean()
        asked = self.cleaned_data
        players, before, turned = (asked.get(name) for name in ("players", "before", "turned"))
        if players and before is not None and before >= players:
            self.add_error("before", f"With {players} players, at most {players - 1} can play before you.")
        if turned and turned == asked.get("own"):
            self.add_error("own", "This card is turned up, so nobody can have it.")
        if turned and turned[0] != WIZARD:
            asked["trump"] = trump_of(turned)
        elif turned and not asked.get("trump"):
            self.add_error("trump", "Choose the suit that the dealer named.")
        return asked
