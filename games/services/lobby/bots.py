"""Levels and names of the site's bots at tables."""

import secrets

from accounts.names.reserved import BOT_NAMES
from core.refusal import BadRequest
from core.sentence import must_be_one_of
from games.bots.choose import LEVELS

DEFAULT_LEVEL = "journeyman"


def validate_bot_level(level: str | None) -> str:
    """Return the bot level, or DEFAULT_LEVEL for None. Raise BadRequest if the level is unknown."""
    if level is not None and level not in LEVELS:
        raise BadRequest({"bot_level": [must_be_one_of(LEVELS)]})
    return level or DEFAULT_LEVEL


def choose_bot_names(taken_names: tuple[str, ...], count: int) -> list[str]:
    """Return up to `count` random bot names other than `taken_names` (compared case-insensitively)."""
    used = {name.lower() for name in taken_names}
    free = [name for name in BOT_NAMES if name.lower() not in used]
    secrets.SystemRandom().shuffle(free)
    return free[:count]
