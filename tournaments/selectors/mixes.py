"""A stored mix in the words of the rules."""

from tournaments.models import OptionMix
from tournaments.rules.mixes import Mix


def mix_of(row: OptionMix) -> Mix:
    """The rules' mix."""
    return Mix(
        preset=row.preset,
        restriction=row.restriction or None,
        reveal=row.reveal or None,
        spare_one_card=row.spare_one_card,
        cheating=row.cheating,
        pause=row.pause,
        clock=row.clock,
        rounds=None if row.rounds is None else tuple(row.rounds),
    )
