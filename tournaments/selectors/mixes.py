"""Stored option mixes, converted to the form that the rules use."""

from tournaments.models import OptionMix, StageTable
from tournaments.rules.mixes import Mix
from tournaments.rules.standings.play_offs import with_custom_rounds


def mix_from_model(option_mix: OptionMix) -> Mix:
    """Convert an OptionMix model to the tuple of game options that the rules use."""
    return Mix(
        preset=option_mix.preset,
        restriction=option_mix.restriction or None,
        reveal=option_mix.reveal or None,
        spare_one_card=option_mix.spare_one_card,
        cheating=option_mix.cheating,
        pause=option_mix.pause,
        clock=option_mix.clock,
        rounds=None if option_mix.rounds is None else tuple(option_mix.rounds),
        edition=option_mix.edition,
    )


def table_mix(table: StageTable) -> Mix:
    """Return a table's game options. A play-off can have its own rounds."""
    mix = mix_from_model(table.stage.mix)
    return mix if table.rounds is None else with_custom_rounds(mix, table.rounds)
