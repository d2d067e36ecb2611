"""A table's options, the values that each option can have, and how options are stored."""

from typing import TYPE_CHECKING, NamedTuple

from games.rules.editions import BASE
from games.rules.options.pace import LIVE, STAND_IN

if TYPE_CHECKING:
    # These types are made from the constants below.
    from games.rules.protocol.options import CustomRound, TableOptions

PRESETS = ("standard", "dm2008", "tournament", "custom")
RESTRICTIONS = ("american", "notequal", "german", "canadian")
REVEALS = ("open", "hiddentip", "delayed")
MIN_PLAYERS, MAX_PLAYERS = 3, 6
DEFAULT_PAUSE, MAX_PAUSE_SECONDS = 8, 60
"""The pause between two rounds, in seconds."""
MIN_CHEATING_PAUSE = 5
"""The minimum pause in seconds at cheating tables: cheats with the last cards can be called only then."""
MAX_ROUNDS = 60
CLOCKS = (15, 30, 60)
"""The seconds allowed for each decision; each seat also has a bank, a time reserve for the whole game."""
BANK = 4
"""The size of a seat's bank, as a multiple of the time for one decision."""
CARDS_IN_DECK = 60
MAX_CARDS = CARDS_IN_DECK // MIN_PLAYERS
"""The maximum number of cards in a hand."""
PRESET_DEFAULTS = {
    "standard": {"restriction": "american", "reveal": "open"},
    # dm2008 has fixed restrictions and reveals in each round; only these values are accepted.
    "dm2008": {"restriction": "notequal", "reveal": "hiddentip"},
    "tournament": {"restriction": "notequal", "reveal": "open"},
    "custom": {"restriction": "american", "reveal": "open"},
}
"""Maps each preset to its values for options that are not set explicitly."""


class RoundPlan(NamedTuple):
    """One round of a schedule: its number of cards, its restriction of bids, and how bids are revealed."""

    cards: int
    restriction: str
    reveal: str

    def as_dict(self) -> "CustomRound":
        """Return the planned round as a JSON object."""
        return {"cards": self.cards, "restriction": self.restriction, "reveal": self.reveal}


class Options(NamedTuple):
    """A table's options, complete and consistent; new options are made only by `parse_options`."""

    preset: str = "standard"
    restriction: str = "american"
    spare_one_card: bool = False
    reveal: str = "open"
    cheating: bool = False
    pause: int | float = DEFAULT_PAUSE
    """The pause between rounds in seconds; an integer that a client sends remains an integer."""
    clock: int | None = None
    """The seconds allowed for each decision; None without a clock."""
    rounds: tuple[RoundPlan, ...] | None = None
    """The rounds of a custom schedule; None for any other preset."""
    coach: bool = False
    """Whether players may ask the coach for advice."""
    edition: str = BASE
    """The edition's name, a key of EDITIONS."""
    random_seats: bool = False
    """Whether seats are assigned at random when the game starts."""
    spectators: bool = True
    """Whether people without a seat may watch the game in progress."""
    undo: bool = False
    """Whether players may undo a card or bid if all people at the table agree."""
    pace: str = LIVE
    days: int | None = None
    """The days allowed for a decision at a slow table; None at a live table."""
    on_timeout: str = STAND_IN
    """What happens when a player at a slow table runs out of time."""
    stand_in_minutes: int | None = None
    """The minutes until a stand-in plays for an absent player.

    With ON_REQUEST, a stand-in plays once all others have asked for one. With None, it takes a minute the
    first time, and less each further time.
    """

    def as_dict(self) -> "TableOptions":
        """Return the options as a JSON object that `restore_options` can read."""
        named: TableOptions = {
            "preset": self.preset,
            "restriction": self.restriction,
            "spare_one_card": self.spare_one_card,
            "reveal": self.reveal,
            "cheating": self.cheating,
            "pause": self.pause,
            "clock": self.clock,
            "rounds": None if self.rounds is None else [plan.as_dict() for plan in self.rounds],
        }
        # Left out at their default, so that the JSON of older tables does not change.
        if self.coach:
            named["coach"] = True
        if self.edition != BASE:
            named["edition"] = self.edition
        if self.random_seats:
            named["random_seats"] = True
        if not self.spectators:
            named["spectators"] = False
        if self.undo:
            named["undo"] = True
        if self.pace != LIVE:
            named["pace"] = self.pace
            named["days"] = self.days
            named["on_timeout"] = self.on_timeout
        if self.stand_in_minutes is not None:
            named["stand_in_minutes"] = self.stand_in_minutes
        return named


def restore_options(data: "TableOptions") -> Options:
    """Restore a table's options from the JSON object made by `Options.as_dict`, without validation."""
    # Not validated, so that newer rules cannot reject an old game.
    options = Options(**data)  # type: ignore[arg-type]  # Rounds are still JSON's.
    if data["rounds"] is None:
        return options
    return options._replace(rounds=tuple(RoundPlan(**plan) for plan in data["rounds"]))
