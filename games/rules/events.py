"""What happened at a table: its log's entries, secrets included; `redact` makes them fit to show."""

from typing import Any, NamedTuple

from games.rules.cards import Card


class TableOpened(NamedTuple):
    """The table exists; the seed stays secret until the record."""

    options: dict[str, Any]
    size: int
    server_seed: str
    commitment: str
    organised: bool = False
    """Whether organisers opened it, and alone may end it early."""


class SeatTaken(NamedTuple):
    """Somebody sat down."""

    seat: int
    name: str
    kind: str
    user: int | None
    level: str | None
    salt: str


class SeatLeft(NamedTuple):
    """Somebody got up before the start."""

    seat: int
    name: str


class GameStarted(NamedTuple):
    """The seats are fixed: `seats` are the old numbers of those who sit, in the order of their new ones."""

    seats: tuple[int, ...]


class RoundDealt(NamedTuple):
    """A round's cards; `trump` is None where there is none, or where the dealer has yet to name it."""

    round: int
    cards: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    trump: str | None
    reveal: str
    restricted: bool


class TrumpNamed(NamedTuple):
    """The dealer named the trump suit; `by` and `lag` as in BidMade."""

    seat: int
    suit: str
    by: str | None = None
    lag: int = 0


class BidMade(NamedTuple):
    """A bid; `secret`: it is not shown to others (yet). `by`: who made it, if not the seat: bot or clock.

    `lag`: milliseconds that the network is measured to have taken; nobody's clock is charged with them.
    """

    seat: int
    bid: int
    secret: bool
    by: str | None = None
    lag: int = 0


class BidsRevealed(NamedTuple):
    """All bids of a secret round are shown."""

    bids: tuple[int, ...]


class CardPlayed(NamedTuple):
    """A card lies; `by` says who moved for the seat: human, bot, clock or wing. `lag` as in BidMade."""

    seat: int
    card: Card
    by: str
    lag: int = 0


class WingSet(NamedTuple):
    """A card will play itself when the turn comes, or no longer does; its player's secret."""

    seat: int
    card: Card | None


class TrickTaken(NamedTuple):
    """A trick is complete."""

    trick: int
    winner: int


class Accused(NamedTuple):
    """A judged accusation."""

    accuser: int
    accused: int
    source: str
    lux: float | None
    sensed_at: str | None
    after: int
    verdict: str
    accuser_points: int
    accused_points: int


class RoundScored(NamedTuple):
    """The points of a round by seat, without what accusations gave or took."""

    round: int
    points: tuple[int, ...]


class PlayerReady(NamedTuple):
    """A player has seen enough of the pause."""

    seat: int


class PlayerAway(NamedTuple):
    """A player gave no sign of life for a while, or left on purpose: a stand-in moves for the seat."""

    seat: int
    left: bool = False


class PlayerBack(NamedTuple):
    """A player is there again."""

    seat: int


class PauseAsked(NamedTuple):
    """A player would like a pause; when all who are there do, it begins."""

    seat: int


class ClockRenewed(NamedTuple):
    """Who has to act begins to think anew: no server ran, and nobody is charged for that time."""


class GameFinished(NamedTuple):
    """The result stands: (seat, score, correct bids, rank), first to last."""

    result: tuple[tuple[int, int, int, int], ...]
    tie_break: str | None


class TableHalted(NamedTuple):
    """The table is paused, and nobody acts: by the organisers, or because all its players asked for it."""

    by: str = "organisers"


class TableResumed(NamedTuple):
    """The table goes on where it was halted."""


class TimeLimitSet(NamedTuple):
    """When the table closes, in ISO 8601; None: no longer known."""

    closes_at: str | None


class PlayerReplaced(NamedTuple):
    """Somebody else has taken over the seat with all that it has."""

    seat: int
    name: str
    kind: str
    user: int | None
    level: str | None


class GameStopped(NamedTuple):
    """The organisers have ended the game; `round` does not count (None: every round dealt was scored)."""

    round: int | None


class GameAnnulled(NamedTuple):
    """Nothing of this game counts."""


Event = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | GameStarted
    | RoundDealt
    | TrumpNamed
    | BidMade
    | BidsRevealed
    | CardPlayed
    | WingSet
    | TrickTaken
    | Accused
    | RoundScored
    | PlayerReady
    | PlayerAway
    | PlayerBack
    | PauseAsked
    | ClockRenewed
    | TableHalted
    | TableResumed
    | TimeLimitSet
    | PlayerReplaced
    | GameStopped
    | GameAnnulled
    | GameFinished
)

QUIET = (WingSet, Accused, PlayerReady, TimeLimitSet, PauseAsked)
"""Events after which the same seats have to act as before."""

TYPES: dict[type[Any], str] = {
    TableOpened: "table_opened",
    SeatTaken: "seat_taken",
    SeatLeft: "seat_left",
    GameStarted: "game_started",
    RoundDealt: "round_dealt",
    TrumpNamed: "trump_named",
    BidMade: "bid_made",
    BidsRevealed: "bids_revealed",
    CardPlayed: "card_played",
    WingSet: "wing_set",
    TrickTaken: "trick_taken",
    Accused: "accused",
    RoundScored: "round_scored",
    PlayerReady: "player_ready",
    PlayerAway: "player_away",
    PlayerBack: "player_back",
    PauseAsked: "pause_asked",
    ClockRenewed: "clock_renewed",
    TableHalted: "table_halted",
    TableResumed: "table_resumed",
    TimeLimitSet: "time_limit_set",
    PlayerReplaced: "player_replaced",
    GameStopped: "game_stopped",
    GameAnnulled: "game_annulled",
    GameFinished: "game_finished",
}
_CLASSES = {name: cls for cls, name in TYPES.items()}


def type_of(event: Event) -> str:
    """The event's type in the words of the contract."""
    return TYPES[type(event)]


def fields_of(event: Event) -> dict[str, Any]:
    """The event's fields as they are stored: without those that are as they mostly are."""
    usual = event._field_defaults
    return {
        name: value for name, value in event._asdict().items() if name not in usual or value != usual[name]
    }


def event_of(type_name: str, data: dict[str, Any]) -> Event:
    """The event that was stored as a type and its fields; the inverse of `type_of` and `fields_of`."""
    if list in map(type, data.values()):
        data = {name: _frozen(value) for name, value in data.items()}
    event: Event = _CLASSES[type_name](**data)
    return event


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
