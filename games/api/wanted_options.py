"""What may be asked of a table's options, as the OpenAPI document shows it; the rules read and judge them."""

from typing import Any

from games.rules.editions import EDITIONS
from games.rules.options import (
    CARDS_IN_DECK,
    CLOCKS,
    DEFAULT_PAUSE,
    MAX_PAUSE_SECONDS,
    MAX_ROUNDS,
    MIN_CHEATING_PAUSE,
    MIN_PLAYERS,
    PRESETS,
    RESTRICTIONS,
    REVEALS,
)


def _one_of(values: tuple[str, ...]) -> dict[str, Any]:
    return {"type": ["string", "null"], "enum": [*values, None]}


CARDS = {"type": "integer", "minimum": 1, "maximum": CARDS_IN_DECK // MIN_PLAYERS}
ROUND = {
    "type": "object",
    "properties": {"cards": CARDS, "restriction": _one_of(RESTRICTIONS), "reveal": _one_of(REVEALS)},
    "required": ["cards"],
    "additionalProperties": False,
}
WANTED_OPTIONS: dict[str, Any] = {
    "type": "object",
    "description": (
        "What is left out, or null, is the preset's own. `rounds` belong to the preset `custom` alone; "
        "`dm2008` fixes `restriction` and `reveal`; `delayed` takes the restriction `american`."
    ),
    "properties": {
        "preset": _one_of(PRESETS),
        "restriction": _one_of(RESTRICTIONS),
        "spare_one_card": {"type": ["boolean", "null"]},
        "reveal": _one_of(REVEALS),
        "cheating": {"type": ["boolean", "null"]},
        "pause": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": MAX_PAUSE_SECONDS,
            "description": f"Seconds between two rounds, {DEFAULT_PAUSE} if not given; "
            f"at least {MIN_CHEATING_PAUSE} where cheating is on.",
        },
        "clock": {"enum": [*CLOCKS, None], "description": "Seconds a decision; null: no clock."},
        "rounds": {
            "type": ["array", "null"],
            "items": {"anyOf": [CARDS, ROUND]},
            "minItems": 1,
            "maxItems": MAX_ROUNDS,
        },
        "coach": {
            "type": ["boolean", "null"],
            "description": "Whether players may ask for advice; such a game is not rated.",
        },
        "edition": {
            **_one_of(tuple(EDITIONS)),
            "description": "`base` if not given. In `magic` (Wizard Magic) a suit's 1 is a Wizard that beats "
            "all other Wizards when it is played to a trick in which its own suit must be followed.",
        },
    },
    "additionalProperties": False,
}
