"""A seat's sight with its memory of the round, for bots, coach and analysis; never sent to clients."""

from typing import NotRequired, TypedDict

from games.rules.protocol.sight import (
    LegalMoves,
    SightLastTrick,
    SightPlay,
    SightPlayer,
    SightRound,
    SightTrick,
)
from games.rules.protocol.values import CardCode, Claimed, Count, EditionName, SeatNumber, Status, Verdict


class RememberedTrick(TypedDict):
    """A complete trick of the running round."""

    number: int
    leader: SeatNumber
    plays: list[SightPlay]
    """In the order played."""
    winner: SeatNumber | None


class RememberedAccusation(TypedDict):
    """An accusation in the running round, with its verdict."""

    accuser: SeatNumber
    accused: SeatNumber
    after: Count
    """How many cards of the round had been played."""
    verdict: Verdict


class Memory(TypedDict):
    """What anyone who has watched the current round can remember."""

    tricks: list[RememberedTrick]
    """The complete tricks, in order."""
    accusations: list[RememberedAccusation]
    """In order."""


class SeatSight(TypedDict):
    """A seat's sight during a round, reduced to the fields on which decisions are based."""

    number: Count
    status: Status
    edition: NotRequired[EditionName]
    viewer: SeatNumber
    players: list[SightPlayer]
    """By seat."""
    round: SightRound
    trick: SightTrick | None
    last_trick: SightLastTrick | None
    hand: list[CardCode]
    playable: list[CardCode]
    can_accuse: list[SeatNumber]
    can_claim: list[Claimed]
    legal: LegalMoves
    tricks: NotRequired[list[RememberedTrick]]
    """Absent if the seat remembers only the last trick."""
    accusations: NotRequired[list[RememberedAccusation]]
