"""The parts of a sight: all that one viewer may know about a table."""

from typing import Annotated, NotRequired, TypedDict, final

from core.constraints import Constraint
from games.rules.options import MAX_PLAYERS
from games.rules.protocol.sheet import ResultPlace, SheetRow
from games.rules.protocol.values import (
    BidNumber,
    CardCode,
    Claimed,
    Count,
    Digest,
    EditionName,
    HandSize,
    Kind,
    Moment,
    PositiveCount,
    Reveal,
    SeatNumber,
    Status,
    Suit,
    UndoKind,
    Verdict,
)


class SightPlayer(TypedDict):
    """A player as everyone at the table sees them."""

    seat: SeatNumber
    name: str
    kind: Kind
    connected: bool
    """Whether the player has a live connection."""
    away: bool
    """Whether a stand-in plays for them."""
    away_at: Moment | None
    """When a stand-in takes over unless the player shows a sign of life; absent or null if none is due."""
    bid: Count | None
    """Null if the player has not bid, or the bid is still secret."""
    has_bid: bool
    """Whether the player has bid, even in secret."""
    tricks: Count
    """Tricks taken in this round."""
    cards: Count
    """Cards left in hand."""
    score: int
    """Points of all scored rounds."""
    score_now: int
    """The score if the round ended now."""
    bank: NotRequired[Count | None]
    """With a clock: milliseconds left of the player's reserve for the whole game."""
    vacation_until: NotRequired[Moment | None]
    """At a slow table: when the player's vacation ends; null while there is none."""
    deadline: NotRequired[Moment | None]
    """At a slow table: when the player's time for a decision is up; null if they have no decision to make."""


class SightRound(TypedDict):
    """The current round."""

    number: PositiveCount
    """From 1."""
    of: PositiveCount
    """Rounds in the whole game."""
    cards: HandSize
    """Cards per hand."""
    dealer: SeatNumber
    turned: CardCode | None
    """The card turned up for trump; null if there was none."""
    trump: Suit | None
    """Null if there is no trump, or it has not been named yet."""
    reveal: Reveal
    restricted: bool
    """Whether the bids must not add up to the number of tricks."""


@final
class StandInRequest(TypedDict):
    """A player's request for a stand-in for an absent player."""

    seat: SeatNumber
    absent: SeatNumber


@final
class SightPlay(TypedDict):
    """A card in a trick."""

    seat: SeatNumber
    card: CardCode


class SightTrick(TypedDict):
    """The current trick."""

    number: PositiveCount
    """From 1."""
    leader: SeatNumber
    """The seat that led."""
    plays: Annotated[list[SightPlay], Constraint(max_length=MAX_PLAYERS)]
    """In the order played."""
    suit: Suit | None
    """The suit to follow; null if there is none."""


class SightLastTrick(SightTrick):
    """The last complete trick."""

    winner: SeatNumber
    """The seat that took the trick."""


@final
class LegalMoves(TypedDict):
    """What the rules allow this viewer to do now; the lists are empty if it is not their turn."""

    suits: list[Suit]
    """Suits that can be named as trump."""
    bids: list[Count]
    """Bids that can be made."""
    cards: list[CardCode]
    """Cards that the rules allow. At cheating tables, `playable` has more."""


@final
class AccusationOutcome(TypedDict):
    """The verdict on an accusation."""

    verdict: Verdict
    accuser_points: int
    """Points gained or lost by the accuser."""
    accused_points: int
    """Points lost by the accused; 0 or below."""


@final
class SightUndo(TypedDict):
    """A player's request to take back the last decision; the people present can allow or refuse it."""

    seat: SeatNumber
    """The seat that asks."""
    kind: UndoKind
    card: CardCode | None
    """The card that would be taken back; null for a bid or trump."""
    allowed: list[SeatNumber]
    """The seats that have agreed."""
    waits_for: list[SeatNumber]
    """The seats that have to answer."""
    ends_at: Moment
    """When the request ends if it has not been answered; the decision then stands."""


class SharedSight(TypedDict):
    """What everybody may know about a table."""

    number: Count
    """The number of the newest log entry in this sight; never goes back."""
    status: Status
    edition: NotRequired[EditionName]
    viewer: SeatNumber | None
    """The viewer's own seat; null for spectators."""
    players: Annotated[list[SightPlayer], Constraint(max_length=MAX_PLAYERS)]
    """By seat."""
    round: SightRound | None
    """Null before the first round."""
    trick: SightTrick | None
    """Null while no trick is in progress."""
    last_trick: SightLastTrick | None
    """Null before the round's first trick is complete."""
    turn: list[SeatNumber]
    """The seats that may act now; several while bidding in secret."""
    ready: list[SeatNumber]
    """The seats that are ready for the next round."""
    deadline: Moment | None
    """When the pause between rounds ends; at a table with a clock, when the time of the players to move is
    up."""
    halted: bool
    """Present and true while the table is paused: `turn` is empty and actions are refused."""
    own_pause: bool
    """True if the players paused the table themselves; any player can end the pause."""
    deserted: bool
    """True if everyone has left the game in progress: no stand-in plays, and the game waits until a player
    comes back."""
    pause_asked: list[SeatNumber]
    """The seats that have asked for a pause."""
    closes_at: Moment | None
    """When the organisers intend to close the table."""
    stand_in_asked: NotRequired[list[StandInRequest]]
    """Present while players ask for a stand-in, at a table where stand-ins play only on request."""
    undo: NotRequired[SightUndo]
    """Present while a player asks to take back a decision."""
    server_time: Moment
    """The server's clock, for countdowns."""


@final
class Unmarked(TypedDict):
    """A card or bid that the viewer has prepared, but that the rules do not allow now, on their turn."""

    card: CardCode | None
    bid: BidNumber | None


class OwnSight(TypedDict):
    """What only this viewer may know and do."""

    hand: list[CardCode] | None
    """The viewer's cards; null for spectators."""
    wing: CardCode | None
    """The card marked to be played on the viewer's turn; null if there is none."""
    prepared_bid: NotRequired[BidNumber]
    """The bid prepared to be made on the viewer's turn; absent if there is none."""
    unmarked: NotRequired[Unmarked]
    """Present on the viewer's turn if the prepared card or bid is not allowed, so that they must choose
    again."""
    can_undo: NotRequired[UndoKind]
    """What the viewer can ask to take back now; absent if there is nothing."""
    playable: list[CardCode]
    """The cards that the table accepts now; at cheating tables, the whole hand."""
    can_accuse: list[SeatNumber]
    """The seats that the viewer can accuse now."""
    can_claim: list[Claimed]
    """The claims of the remaining tricks that the viewer can make now, provable or not; empty with more than
    four cards in hand, and at cheating tables."""
    legal: LegalMoves


class Sight(SharedSight, OwnSight):
    """Everything that one viewer may know about a table at `number`, from which clients draw the table.
    `sheet` is left out of updates while it is unchanged.
    """

    commitment: Digest
    """The SHA-256 of the server's seed, for checking the deal later."""
    result: list[ResultPlace] | None
    """First place first; null until the game is over."""
    sheet: NotRequired[list[SheetRow]]
    """All scored rounds. Absent from updates in which it has not changed."""
