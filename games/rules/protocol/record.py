"""The record of a finished game, `wizard-record/1`."""

from typing import Annotated, Literal, NotRequired, TypedDict, final

from core.constraints import Constraint
from games.rules.options import MAX_CARDS, MAX_PLAYERS, MIN_PLAYERS
from games.rules.protocol.options import TableOptions
from games.rules.protocol.sheet import ResultPlace, SheetCell
from games.rules.protocol.values import (
    BidNumber,
    CardCode,
    Claimed,
    Count,
    Digest,
    HandSize,
    Kind,
    Moment,
    Mover,
    Name,
    PositiveCount,
    Reveal,
    SeatNumber,
    Source,
    Suit,
    TieBreak,
    UndoKind,
    Verdict,
)

BySeat = Constraint(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)
Salt = Annotated[str, Constraint(pattern="^([0-9a-f]{2}){0,32}$")]
Hand = Annotated[list[CardCode], Constraint(max_length=MAX_CARDS)]


class RecordBid(TypedDict):
    """A bid."""

    seat: SeatNumber
    bid: BidNumber
    """The number of tricks."""
    by: NotRequired[Mover]
    """Who bid for the seat; absent if its player did."""


class RecordPlay(TypedDict):
    """A card that was played; `by` is the mover that played it for the seat."""

    seat: SeatNumber
    card: CardCode
    by: Mover


class RecordTrick(TypedDict):
    """A trick."""

    plays: Annotated[list[RecordPlay], BySeat]
    """The cards in the order they were played."""
    winner: SeatNumber


class RecordCheat(TypedDict):
    """A card that broke the rule to follow suit, whether anyone noticed or not."""

    trick: PositiveCount
    """The trick's number in the round, from 1."""
    seat: SeatNumber
    card: CardCode
    owed: Suit


class RecordAccusation(TypedDict):
    """An accusation and its verdict."""

    accuser: SeatNumber
    accused: SeatNumber
    after: PositiveCount
    """How many cards of the round had been played."""
    source: Source
    verdict: Verdict
    accuser_points: int
    """Points gained or lost by the accuser."""
    accused_points: int
    """Points lost by the accused; 0 or below."""


class RecordClaim(TypedDict):
    """A proven claim; the cards that follow from it are played by `claim`."""

    seat: SeatNumber
    tricks: Claimed
    after: Count
    """How many cards of the round had been played."""


class ProvenClaims(TypedDict):
    """The claims of a round."""

    claims: NotRequired[list[RecordClaim]]
    """Claims of the remaining tricks, in order; absent if there were none."""


@final
class RecordUndone(TypedDict):
    """A decision that was taken back; what the player decided instead is among the bids and tricks."""

    seat: SeatNumber
    kind: UndoKind
    value: str
    """The card, the bid or the suit."""
    after: Count
    """How many cards of the round had been played before it."""


class TakenBack(TypedDict):
    """The decisions of a round that were taken back."""

    undone: NotRequired[list[RecordUndone]]
    """In order; absent if there were none."""


class NamedTrump(TypedDict):
    """How a round's trump was named."""

    trump_by: NotRequired[Mover]
    """Who named trump for the dealer; absent if the dealer named it, or if no trump was named."""


class RecordRound(NamedTrump, ProvenClaims, TakenBack):
    """A round with all its cards."""

    number: PositiveCount
    """From 1."""
    cards: HandSize
    """Cards per hand."""
    dealer: SeatNumber
    hands: Annotated[list[Hand], BySeat]
    """The hands as dealt, by seat."""
    turned: CardCode | None
    """The card turned up for trump; null if there was none."""
    trump: Suit | None
    """Null if there was no trump."""
    reveal: Reveal
    restricted: bool
    """Whether the bids had to add up to another number than that of the tricks."""
    bids: list[RecordBid]
    """In the order they were made; a dealer's second bid comes last."""
    tricks: list[RecordTrick]
    """In order."""
    cheats: list[RecordCheat]
    """In order."""
    accusations: list[RecordAccusation]
    """In order."""
    scores: Annotated[list[SheetCell], BySeat]
    """By seat."""


class Fairness(TypedDict):
    """What it takes to check the deals."""

    commitment: Digest
    server_seed: Digest
    salts: list[Salt]
    """The players' shares of the randomness, by seat; for players who provided none, the server's salt, or
    an empty string in older games."""


class RecordPlayer(TypedDict):
    """The player in a seat at the end of the game."""

    seat: SeatNumber
    name: Name
    kind: Kind


class ReplacedPlayer(TypedDict):
    """The player who was replaced."""

    name: Name
    kind: Kind


class RecordSubstitution(TypedDict):
    """A change of a seat's player."""

    round: PositiveCount
    """The round in which the change was made, from 1."""
    after: Count | None
    """How many cards of the round had been played; null in a round that did not count."""
    seat: SeatNumber
    name: Name
    """The new player's name."""
    kind: Kind
    replaced: ReplacedPlayer


class GameRecord(TypedDict):
    """A finished game in the format `wizard-record/1`."""

    format: Literal["wizard-record/1"]
    table: Name
    """The table's id."""
    started_at: Moment
    finished_at: Moment
    options: TableOptions
    players: Annotated[list[RecordPlayer], BySeat]
    """By seat, at the end of the game."""
    fairness: Fairness
    rounds: list[RecordRound]
    """In order."""
    result: Annotated[list[ResultPlace], BySeat]
    """First place first."""
    tie_break: TieBreak | None
    """What decided first place; null if points did."""
    stopped: NotRequired[bool]
    """True if the organisers ended the game; the round they interrupted is left out. Absent otherwise."""
    substitutions: NotRequired[list[RecordSubstitution]]
    """In order; absent if nobody was replaced."""
