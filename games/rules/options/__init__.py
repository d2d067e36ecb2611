"""A table's options: their values, how they are parsed, and the rounds that they result in."""

from games.rules.options.options import (
    BANK,
    CARDS_IN_DECK,
    CLOCKS,
    DEFAULT_PAUSE,
    MAX_CARDS,
    MAX_PAUSE_SECONDS,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MIN_CHEATING_PAUSE,
    MIN_PLAYERS,
    PRESET_DEFAULTS,
    PRESETS,
    RESTRICTIONS,
    REVEALS,
    Options,
    RoundPlan,
    restore_options,
)
from games.rules.options.parsing import parse_options, parse_recorded_options

__all__ = [
    "BANK",
    "CARDS_IN_DECK",
    "CLOCKS",
    "DEFAULT_PAUSE",
    "MAX_CARDS",
    "MAX_PAUSE_SECONDS",
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "MIN_CHEATING_PAUSE",
    "MIN_PLAYERS",
    "PRESETS",
    "PRESET_DEFAULTS",
    "RESTRICTIONS",
    "REVEALS",
    "Options",
    "RoundPlan",
    "parse_options",
    "parse_recorded_options",
    "restore_options",
]
