"""The site's bots that sit down at tables: their levels and names."""

import secrets

from accounts.names.reserved import BOT_NAMES
from core.refusal import BadRequest
from core.sentence import one_of
from games.bots.choose import LEVELS

DEFAULT_LEVEL = "journeyman"


def checked_level(level: str | None) -> str:
    """Return the bots' level, by default DEFAULT_LEVEL; raises BadRequest for an unknown one."""
    if level is not None and level not in LEVELS:
        raise BadRequest({"bot_level": [one_of(LEVELS)]})
    return level or DEFAULT_LEVEL


def free_bot_names(taken: tuple[str, ...], wanted: int) -> list[str]:
    """Return up to `wanted` random names for bots, none of them in `taken` (ignoring case)."""
    used = {name.lower() for name in taken}
    free = [name for name in BOT_NAMES if name.lower() not in used]
    secrets.SystemRandom().shuffle(free)
    return free[:wanted]
