"""The person or bot who should sit in a seat at a live table."""

from games.services.referee import Sitter
from tournaments.models import Entry, Placement
from tournaments.models.entry import MAX_NAME

LEVEL = "journeyman"
"""The level of bots that fill a seat."""
NAMES = ("Merlin", "Morgana", "Nimue", "Prospero", "Circe", "Medea")
"""The names of bots that fill empty seats and play for no entrant: one name for each seat."""


def required_sitter(placement: Placement) -> Sitter | None:
    """Return the sitter (the user or bot that must play) for a seat of an online game.

    A bot plays if the seat belongs to no entrant, if the entrant is a bot, or if a bot stands in for the
    entrant. Otherwise, return the entrant's user, or None if the entrant has no account.
    """
    entry = placement.entry
    if entry is None:
        return Sitter(f"{NAMES[placement.seat]} (bot)", "bot", None, LEVEL)
    if placement.bot or entry.bot_level:
        return Sitter(
            entry.name if entry.bot_level else _stand_in_name(entry), "bot", None, entry.bot_level or LEVEL
        )
    if entry.user is None:
        return None
    return Sitter(entry.user.username, entry.user.kind, entry.user.pk)


def _stand_in_name(entry: Entry) -> str:
    """Return the name of a bot that plays for an entrant, such as "Ann (bot)", cut to MAX_NAME characters."""
    # Only entrants with namesakes have another `shown_name`: the bot gets their start number.
    number = f" (no. {entry.start_number})" if entry.shown_name != entry.name else ""
    behind = f"{number} (bot)"
    return f"{entry.name[: MAX_NAME - len(behind)]}{behind}"
