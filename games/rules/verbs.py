"""What the organisers may ask of a running table; players never do."""

from typing import NamedTuple


class HaltTable(NamedTuple):
    """Nobody acts until the table is resumed."""


class ResumeTable(NamedTuple):
    """Go on where the table was halted."""


class SetTimeLimit(NamedTuple):
    """Tell the players when the table closes (ISO 8601); None takes it back. Nothing happens by itself."""

    closes_at: str | None


class ReplacePlayer(NamedTuple):
    """Somebody else takes over a seat with all that it has: hand, bid, tricks, score.

    `user` is opaque here, None for the house's bots.
    """

    seat: int
    name: str
    kind: str
    user: int | None = None
    level: str | None = None


class StopGame(NamedTuple):
    """End the game here: the running round is void, the scored rounds decide."""


class AnnulGame(NamedTuple):
    """Nothing of this game counts."""


Verb = HaltTable | ResumeTable | SetTimeLimit | ReplacePlayer | StopGame | AnnulGame
