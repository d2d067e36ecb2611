"""Stored option mixes, converted to the form that the rules use."""

from tournaments.models import OptionMix, StageTable
from tournaments.rules.mixes import Mix
from tournaments.rules.standings.play_offs import replace_rounds


def mix_from_row(row: OptionMix) -> Mix:
    """Convert an OptionMix (model) to the Mix (tuple) of game options that the rules use."""
    return Mix(
        preset=row.preset,
        restriction=row.restriction or None,
        reveal=row.reveal or None,
        spare_one_card=row.spare_one_card,
        cheating=row.cheating,
        pause=row.pause,
        clock=row.clock,
        rounds=None if row.rounds is None else tuple(row.rounds),
        edition=row.edition,
    )


def table_mix(row: StageTable) -> Mix:
    """Return a table's game options: those of its stage or, at a play-off, with the play-off's own rounds."""
    mix = mix_from_row(row.stage.mix)
    return mix if row.rounds is None else replace_rounds(mix, row.rounds)
