"""What the rules of tournaments refuse, each with a sentence for a person."""

from collections.abc import Sequence

from core.refusal import Refusal


class CannotSeat(Refusal):
    """These players cannot be seated like this; `detail` says why, `players` are the ids that it is about."""

    code = "cannot_seat"

    def __init__(self, detail: str, players: Sequence[int] = ()) -> None:
        super().__init__(detail)
        self.players = tuple(players)
