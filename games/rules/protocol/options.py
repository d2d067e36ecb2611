"""A table's options as they are stored and shown; how they are asked for and judged is in `rules.options`."""

from typing import Annotated, NotRequired, TypedDict

from core.constraints import Constraint
from games.rules.options import CLOCKS, MAX_PAUSE_SECONDS, MAX_ROUNDS, PRESETS
from games.rules.protocol.values import EditionName, HandSize, Restriction, Reveal

Preset = Annotated[str, Constraint(one_of=PRESETS)]
Clock = Annotated[int, Constraint(one_of=CLOCKS)]
PauseLength = Annotated[float, Constraint(minimum=0, maximum=MAX_PAUSE_SECONDS)]


class CustomRound(TypedDict):
    """A custom round; a plain number of cards stands for a round with the table's own restriction and
    reveal."""

    cards: HandSize
    """Cards per hand."""
    restriction: Restriction
    reveal: Reveal


class TableOptions(TypedDict):
    """A table's options, complete."""

    preset: Preset
    """The kind of game."""
    restriction: Restriction
    spare_one_card: bool
    """Whether one-card rounds are exempt from the restriction."""
    reveal: Reveal
    cheating: bool
    """Whether any card may be played, and cheats can be called."""
    pause: PauseLength
    """Seconds between two rounds."""
    clock: Clock | None
    """Seconds per decision; null without a clock. Each player has a reserve of four times that for the whole
    game."""
    rounds: Annotated[list[CustomRound], Constraint(min_length=1, max_length=MAX_ROUNDS)] | None
    """Custom rounds; null for the preset's own."""
    coach: NotRequired[bool]
    """Whether players may ask for advice; absent if not."""
    edition: NotRequired[EditionName]
