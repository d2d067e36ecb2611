"""What happened at a table: its log's entries, secrets included; `sight.redact` makes them fit to show."""

from typing import Any, NamedTuple

from games.rules.cards import Card


class TableOpened(NamedTuple):
    """The table exists; the seed stays secret until the record."""

    options: dict[str, Any]
    size: int
    server_seed: str
    commitment: str


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
    """The dealer named the trump suit."""

    seat: int
    suit: str


class BidMade(NamedTuple):
    """A bid; `secret`: it is not shown to others (yet)."""

    seat: int
    bid: int
    secret: bool


class BidsRevealed(NamedTuple):
    """All bids of a secret round are shown."""

    bids: tuple[int, ...]


class CardPlayed(NamedTuple):
    """A card lies; `by` says who moved for the seat: human, bot, clock or wing."""

    seat: int
    card: Card
    by: str


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
    """A player gave no sign of life for a while."""

    seat: int


class PlayerBack(NamedTuple):
    """A player is there again."""

    seat: int


class GameFinished(NamedTuple):
    """The result stands: (seat, score, correct bids, rank), first to last."""

    result: tuple[tuple[int, int, int, int], ...]
    tie_break: str | None


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
    | GameFinished
)

QUIET = (WingSet, Accused, PlayerReady, PlayerAway, PlayerBack)
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
    GameFinished: "game_finished",
}
_CLASSES = {name: cls for cls, name in TYPES.items()}


def type_of(event: Event) -> str:
    """The event's type in the words of the contract."""
    return TYPES[type(event)]


def event_of(type_name: str, data: dict[str, Any]) -> Event:
    """The event that was stored as a type and its fields; the inverse of `type_of` and `_asdict`."""
    event: Event = _CLASSES[type_name](**{name: _frozen(value) for name, value in data.items()})
    return event


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
