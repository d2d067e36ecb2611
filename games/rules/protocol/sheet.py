"""The score sheet and the final result, in sights and in the record."""

from typing import NotRequired, TypedDict, final

from games.rules.protocol.values import CardCode, Count, PositiveCount, Rank, SeatNumber, Suit
from games.rules.scoring import FinalRank


class SheetCell(TypedDict):
    """A player's line for one round on the score sheet."""

    seat: SeatNumber
    bid: Count
    tricks: Count
    """Tricks taken."""
    points: int
    """Points for the bid."""
    adjustment: int
    """Points gained or lost by accusations."""
    total: int
    """The score after this round."""


@final
class SheetCheat(TypedDict):
    """A cheat, shown once the game is over."""

    trick: PositiveCount
    """The trick's number in the round, from 1."""
    seat: SeatNumber
    card: CardCode
    owed: Suit
    """The suit that should have been followed."""
    called_by: SeatNumber | None
    """Who caught it; null if nobody did."""


@final
class SheetRow(TypedDict):
    """A scored round on the score sheet."""

    round: PositiveCount
    """The round's number, from 1."""
    cells: list[SheetCell]
    """By seat."""
    cheats: NotRequired[list[SheetCheat]]
    """Present once the game is over, where cheating is on."""


@final
class ResultPlace(TypedDict):
    """A place in the final result."""

    seat: SeatNumber
    score: int
    """The final score."""
    correct_bids: Count
    """The number of bids met."""
    rank: Rank
    """From 1, never shared."""


def to_result_place(place: FinalRank) -> ResultPlace:
    """Convert a player's place in the final ranking to a JSON object."""
    return {
        "seat": place.seat,
        "score": place.score,
        "correct_bids": place.correct_bids,
        "rank": place.rank,
    }
