"""Who has to sit at a live table's seat."""

from games.services.referee import Sitter
from tournaments.models import Entry, Placement
from tournaments.models.entry import MAX_NAME

LEVEL = "journeyman"
"""The strength of bots that fill a seat."""
NAMES = ("Merlin", "Morgana", "Nimue", "Prospero", "Circe", "Medea")
"""Of bots that play for nobody, by seat."""


def required_sitter(placement: Placement) -> Sitter | None:
    """The person or the bot; None where an entrant without an account should sit, which nobody can."""
    entry = placement.entry
    if entry is None:
        return Sitter(f"{NAMES[placement.seat]} (bot)", "bot", None, LEVEL)
    if placement.bot or entry.bot_level:
        return Sitter(
            entry.name if entry.bot_level else _stand_in(entry), "bot", None, entry.bot_level or LEVEL
        )
    if entry.user is None:
        return None
    return Sitter(entry.user.username, entry.user.kind, entry.user.pk)


def _stand_in(entry: Entry) -> str:
    """The name of a bot that plays for an entrant; a seat's name has at most 40 letters."""
    number = f" (no. {entry.start_number})" if entry.shown_name != entry.name else ""
    behind = f"{number} (bot)"
    return f"{entry.name[: MAX_NAME - len(behind)]}{behind}"
