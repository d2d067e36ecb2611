"""A table's options as requested, sent and stored; `rules.options` validates them."""

from typing import Annotated, NotRequired, TypedDict, final

from core.constraints import Constraint
from games.rules.options import (
    CLOCKS,
    DEFAULT_PAUSE,
    MAX_PAUSE_SECONDS,
    MAX_ROUNDS,
    MIN_CHEATING_PAUSE,
    PRESETS,
)
from games.rules.options.pace import MAX_DAYS, MIN_DAYS, PACES, STAND_IN_MINUTES, TIMEOUTS
from games.rules.protocol.values import EditionName, HandSize, Restriction, Reveal

Preset = Annotated[str, Constraint(one_of=PRESETS)]
Clock = Annotated[int, Constraint(one_of=CLOCKS)]
Pace = Annotated[str, Constraint(one_of=PACES)]
DecisionDays = Annotated[int, Constraint(minimum=MIN_DAYS, maximum=MAX_DAYS)]
OnTimeout = Annotated[str, Constraint(one_of=TIMEOUTS)]
StandInMinutes = Annotated[int, Constraint(one_of=STAND_IN_MINUTES)]
PauseLength = Annotated[float, Constraint(minimum=0, maximum=MAX_PAUSE_SECONDS)]
WantedPause = Annotated[
    float,
    Constraint(
        f"Seconds between two rounds, {DEFAULT_PAUSE} if not given; "
        f"at least {MIN_CHEATING_PAUSE} where cheating is on.",
        minimum=0,
        maximum=MAX_PAUSE_SECONDS,
    ),
]


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
    """Seconds per decision; null without a clock. Each player has a reserve of four times as much for the
    whole game."""
    rounds: Annotated[list[CustomRound], Constraint(min_length=1, max_length=MAX_ROUNDS)] | None
    """Custom rounds; null for the preset's own."""
    coach: NotRequired[bool]
    """Whether players may ask for advice; absent if not."""
    edition: NotRequired[EditionName]
    random_seats: NotRequired[bool]
    """Whether the seats are drawn at the start; absent if players stay where they sat down."""
    spectators: NotRequired[bool]
    """False if only the players can see the game in progress; absent at other tables."""
    undo: NotRequired[bool]
    """Whether players can take back a card or bid, if all people at the table agree; absent if not."""
    pace: NotRequired[Pace]
    """`slow` if each decision may take days; absent at live tables."""
    days: NotRequired[DecisionDays | None]
    """Days for a decision; absent at live tables."""
    on_timeout: NotRequired[OnTimeout]
    """What happens when a player's days are up: a stand-in plays until they are back, or the game ends
    without a result. Absent at live tables."""
    stand_in_minutes: NotRequired[StandInMinutes]
    """Minutes until a stand-in plays for an absent player; 0: only once all other players present have asked
    for one. Absent: a minute the first time, and less after that."""


@final
class WantedRound(TypedDict):
    """A custom round; missing and null fields take the table's values."""

    cards: HandSize
    """Cards per hand."""
    restriction: NotRequired[Restriction | None]
    reveal: NotRequired[Reveal | None]


@final
class WantedOptions(TypedDict, total=False):
    """Missing and null fields take the preset's values. Only the preset `custom` takes `rounds`; `dm2008`
    fixes `restriction` and `reveal`; the reveal `delayed` requires the restriction `american`.
    """

    preset: Preset | None
    """The kind of game; `standard` if not given."""
    restriction: Restriction | None
    spare_one_card: bool | None
    """Whether one-card rounds are exempt from the restriction."""
    reveal: Reveal | None
    cheating: bool | None
    """Whether any card may be played, and cheats can be called."""
    pause: WantedPause | None
    clock: Clock | None
    """Seconds per decision; null: no clock."""
    rounds: Annotated[list[HandSize | WantedRound], Constraint(min_length=1, max_length=MAX_ROUNDS)] | None
    """Custom rounds; a plain number of cards stands for a round with the table's own restriction and
    reveal."""
    coach: bool | None
    """Whether players may ask for advice; such a game is not rated."""
    edition: EditionName | None
    """`base` if not given. In `magic` (Wizard Magic) a suit's 1 is a Wizard that beats all other Wizards when
    it is played to a trick in which its own suit must be followed."""
    random_seats: bool | None
    """Whether the seats are drawn at the start, by the random numbers that deal the cards."""
    spectators: bool | None
    """Whether people without a seat may watch the game in progress; true if not given."""
    undo: bool | None
    """Whether players can take back a card or bid, if all people at the table agree; false if not given. Not
    allowed with `cheating`, and without effect in tournaments."""
    pace: Pace | None
    """`live` if not given. At a `slow` table, each decision may take days; there is no clock and no undo."""
    days: DecisionDays | None
    """Days for a decision at a slow table, 3 if not given."""
    on_timeout: OnTimeout | None
    """What happens at a slow table when a player's days are up: a stand-in plays until they are back (the
    default), or the game ends without a result."""
    stand_in_minutes: StandInMinutes | None
    """At live tables without a clock: minutes until a stand-in plays for an absent player; 0: only once all
    other players present have asked for one. If not given: 3 minutes at private tables; at other tables a
    minute the first time, and less after that."""
