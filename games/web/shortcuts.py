"""The table's keyboard shortcuts, for its help and for the page about accessibility.

The scripts that act on them are `useKeys` and its callers in `static/js/table`.
"""

from django.utils.translation import gettext_lazy as _

Keys = tuple[tuple[object, object], ...]
"""Pairs of a key and its action; both may be translated."""

MOVING_KEYS: Keys = (
    ("Tab", _("To the next button")),
    ("← →", _("Move through your hand")),
    (_("Enter or Space"), _("Play the card, press the button")),
    ("Esc", _("Close, or take a choice back")),
)
SHORTCUTS: Keys = (
    ("0 – 20", _("Choose a bid, or prepare it before your turn")),
    ("W", _("Before your turn: mark the card in focus, or take the mark back")),
    ("K", _("Claim the remaining tricks, with four cards or fewer")),
    ("U", _("Ask to take back your last card or bid, where the table has undo")),
    ("R", _("Ready for the next round")),
    ("A", _("Accuse, where cheating is allowed")),
    ("C", _("Ask the coach, if the table has one")),
    ("B", _("Open or close the scores")),
    ("L", _("Show the last trick")),
    ("T", _("Open or close the chat")),
    ("M", _("Open the menu: pause, preferences, leave")),
    ("?", _("Show the help")),
)
READING_KEYS: Keys = (
    ("N", _("Read aloud whose turn it is, and what to do")),
    ("H", _("Read your hand aloud")),
    ("P", _("Read the cards played to this trick aloud")),
    ("S", _("Read the scores aloud")),
)


def list_shortcuts() -> dict[str, list[tuple[str, str]]]:
    """Return a dict that maps each group of keyboard shortcuts to pairs of key and translated action."""
    groups = {"moving": MOVING_KEYS, "shortcuts": SHORTCUTS, "reading": READING_KEYS}
    return {name: [(str(key), str(does)) for key, does in keys] for name, keys in groups.items()}
