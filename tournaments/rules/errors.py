"""Refusals raised by the rules of tournaments, each with a user-facing sentence."""

from collections.abc import Sequence

from core.refusal import Refusal
from core.sentence import Sentence


class CannotSeat(Refusal):
    """The players cannot be seated; `detail` says why, `players` has the ids of the players concerned."""

    code = "cannot_seat"

    def __init__(self, detail: str, players: Sequence[int] = ()) -> None:
        """Create the error with its message and the ids of the players who cause the problem."""
        super().__init__(detail)
        self.players = tuple(players)


def cannot_fill_tables_message(player_count: int, seat_count: int) -> Sentence:
    """Return an error message that says that this number of players cannot fill this number of seats."""
    return Sentence(
        "%(players)d players cannot fill tables with %(seats)d seats.", players=player_count, seats=seat_count
    )
