"""The analysis of a finished game, as it is stored and as the API gives it."""

from typing import Annotated, NamedTuple, NotRequired, TypedDict

from core.constraints import Constraint
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.rules.protocol.sight import SightPlay
from games.rules.protocol.values import (
    BidNumber,
    CardCode,
    Count,
    HandSize,
    Name,
    PositiveCount,
    Probability,
    SeatNumber,
    Suit,
)

DECISIONS = ("name_trump", "bid", "play")
"""The kinds of decision that are judged."""


class Progress(NamedTuple):
    """How far the analysis has got."""

    done: Count
    """Rounds analysed so far."""
    of: Count
    """Rounds to analyse in all."""


class JudgedChoice(TypedDict):
    """A choice that the player had."""

    what: Name
    """A card, a suit, or a bid in digits."""
    met: Probability
    """The probability of meeting the bid with this choice, from 0 to 1."""
    points: float
    """The expected points of the round with this choice."""


class ComparedChoice(JudgedChoice):
    """A choice, compared with the best choice."""

    cost: float
    """Expected points lost with this choice; 0 unless it is certainly worse than the best choice."""


class Sample(TypedDict):
    """One sample of a decision."""

    choices: list[JudgedChoice]
    worth: NotRequired[float]
    """Expected points of the hand; present before play."""
    average: NotRequired[float]
    """Expected points of an average hand; present before play."""


class Judgement(TypedDict):
    """The judgement of a decision, combined from its samples."""

    choices: list[ComparedChoice]
    worth: NotRequired[float]
    average: NotRequired[float]


class JudgedPlayer(TypedDict):
    """A player, as the analysed player could see them at that moment."""

    seat: SeatNumber
    bid: BidNumber | None
    """The bid; null if it was not known."""
    tricks: BidNumber
    """Tricks taken so far in the round."""


class WholeTrick(TypedDict):
    """How the trick ended to which a card was played."""

    whole_trick: list[SightPlay]
    """For a card: the complete trick."""
    winner: SeatNumber | None
    """For a card: the seat that took the trick."""


class JudgedDecision(WholeTrick):
    """A decision, judged only by what the player could know at that moment. Estimates are null if the card
    broke the rules.
    """

    number: PositiveCount
    """The number of its entry in the table's log."""
    kind: Annotated[str, Constraint(one_of=DECISIONS)]
    """What was decided."""
    what: Name
    """What was chosen: a card, a suit, or a bid in digits."""
    by: Name | None
    """Who moved for the seat, such as a stand-in; null for bids and trumps that the player decided."""
    hand: list[CardCode]
    """The player's hand before the decision."""
    trick: list[SightPlay]
    """The cards already in the trick."""
    tricks: Count
    """Tricks that the player had taken in the round."""
    players: list[JudgedPlayer]
    """All players at that moment, by seat."""
    met: Probability | None
    """The probability of meeting the bid after this choice, from 0 to 1."""
    points: float | None
    """The expected points of the round after this choice."""
    best: Name
    """The choice with the most expected points; the same as `what` unless another is clearly better."""
    best_met: Probability
    """The probability of meeting the bid after the best choice, from 0 to 1."""
    best_points: float
    """The expected points of the round after the best choice."""
    cost: float | None
    """Expected points lost by not taking the best choice; 0 for the best choice."""
    choices: list[JudgedChoice]
    """All choices, with their estimates."""


class Sums(TypedDict):
    """Luck and skill, separated: points = average + luck + made, in points."""

    points: float
    """Points scored, without accusations."""
    average: float
    """The points that an average hand scores in this seat."""
    luck: float
    """How much better than average the hands were."""
    made: float
    """How many more points were scored than the hands were worth."""
    lost: float
    """Expected points lost by the player's decisions."""
    fortune: float
    """What other players and unseen cards contributed: made = fortune - lost."""


class JudgedRound(Sums):
    """A round of the analysis."""

    round: PositiveCount
    """The round's number, from 1."""
    cards: HandSize
    """Cards per hand."""
    turned: CardCode | None
    """The card turned up for trump; null if there was none."""
    trump: Suit | None
    """Null if there was no trump."""
    bid: BidNumber
    """The player's bid."""
    tricks: BidNumber
    """Tricks that the player took."""
    totals: Annotated[list[int], Constraint(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    """All players' total scores after the round, by seat."""
    worth: float
    """What the hand was worth: average + luck."""
    decisions: list[JudgedDecision]
    """The player's decisions, in order."""


class GameAnalysis(Sums):
    """The analysis of a game for one seat."""

    table: Name
    """The table's id."""
    seat: SeatNumber
    costliest: Annotated[list[int], Constraint(max_length=3)]
    """The `number`s of the costliest decisions, worst first."""
    rounds: list[JudgedRound]
    """In order."""
