"""Refusals raised by the rules of tournaments, each with a user-facing sentence."""

from collections.abc import Sequence

from core.refusal import Refusal
from core.sentence import Sentence


class CannotSeat(Refusal):
    """The players cannot be seated; `detail` says why, `players` has the ids of the players concerned."""

    code = "cannot_seat"

    def __init__(self, detail: str, players: Sequence[int] = ()) -> None:
        """Create the refusal with its message (`detail`) and the ids of the players concerned."""
        super().__init__(detail)
        self.players = tuple(players)


def cannot_fill_tables_message(players: int, seats: int) -> Sentence:
    """Return the error message to show if the number of players differs from the number of seats."""
    return Sentence(
        "%(players)d players cannot fill tables with %(seats)d seats.", players=players, seats=seats
    )
