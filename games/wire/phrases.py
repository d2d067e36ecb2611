"""Quick phrases: only their codes are sent, and every reader sees them in their own language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, str | Promise] = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "your_turn": _("It’s your turn."),
    "one_moment": _("One moment, please."),
    "well_played": _("Well played!"),
    "oops": _("Oops!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "good_game": _("Good game!"),
    "play_again": _("Another game?"),
    "goodbye": _("Goodbye!"),
}
"""Texts by code, in the order in which they are offered. Codes are stored, so none is renamed or removed."""


def phrase_texts() -> dict[str, str]:
    """Return the texts of the ready-made chat messages in the active language, with their codes as keys."""
    return {code: str(text) for code, text in PHRASES.items()}
