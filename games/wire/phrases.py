"""Quick phrases: their codes travel, and every reader gets the words in their own language."""

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
"""By code, in the order in which they are offered. A code is never renamed or removed: messages have it."""


def phrase_texts() -> dict[str, str]:
    """Return the quick phrases in the active language by their codes."""
    return {code: str(text) for code, text in PHRASES.items()}
