"""The coach's advice, as the API gives it."""

from typing import Annotated, TypedDict

from core.constraints import Constraint
from games.rules.protocol.values import BidNumber, CardCode, PositiveCount, Probability, Suit


class Promise(TypedDict):
    """What a choice can be expected to lead to."""

    met: Probability
    """The probability of meeting the bid with this choice, from 0 to 1."""
    points: float
    """The expected points of this round with this choice."""
    best: bool
    """True for the choice that the coach recommends."""


class AdvisedSuit(Promise):
    """A trump suit to name, followed by the best bid."""

    suit: Suit


class AdvisedBid(Promise):
    """A bid."""

    bid: BidNumber
    """The number of tricks to bid."""


class AdvisedCard(Promise):
    """A card that may be played."""

    card: CardCode


class AdvisedChoices(TypedDict):
    """The choices of a decision; lists for other kinds of decision are empty."""

    suits: list[AdvisedSuit]
    """If trump is to be named."""
    bids: list[AdvisedBid]
    """If a bid is to be made."""
    cards: list[AdvisedCard]
    """If a card is to be played."""
    why: Annotated[str, Constraint(min_length=1)]
    """One sentence for the player that explains the recommendation."""


class CoachAdvice(AdvisedChoices):
    """The choices for the current decision; the lists for other kinds of decision are empty."""

    number: PositiveCount
    """The number of the table's log that the advice is for."""
