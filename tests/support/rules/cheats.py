"""Rounds in which players cheat."""

from tests.support.rules.tables import (
    bids_nothing,
    dealt,
    play,
)

ADA, BEN, CLEO, DAN = range(4)


def given_away(**options):
    """Ben broke suit, and his last card, R4, shows it; a hand of one card can break nothing."""
    state = bids_nothing(dealt("R1 Y1", "R4 B4", "R6 G6", turned="J1", cheating=True, **options))
    return play(state, "R1 B4 R6 G6 Y1 R4")
