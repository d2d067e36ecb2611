"""Opening a table, taking and leaving seats, the start."""

from datetime import datetime
from typing import NamedTuple, TypedDict, cast

from core.refusal import BadRequest
from games.rules import errors
from games.rules.cards import deal
from games.rules.options import Options, stored_options
from games.rules.protocol.options import TableOptions
from games.rules.protocol.values import Digest, Kind, SeatNumber
from games.rules.schedules import check_players, check_start
from games.rules.state import ABANDONED, OPEN, PLAYING, Clocks, Seat, State, with_item
from games.rules.topics.guards import require_seat
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class OpenTable(NamedTuple):
    """Make the table; `server_seed` are the server's 32 random bytes in hex."""

    options: Options
    size: int
    server_seed: str
    organised: bool = False


class TakeSeat(NamedTuple):
    """Sit down; no seat named: the first free one. `user` is opaque here, None for the server's own bots.

    Without a `salt` the seat gets the server's. An empty one is none at all, as older records have it.
    """

    name: str
    kind: str
    user: int | None = None
    level: str | None = None
    seat: int | None = None
    salt: str | None = None


class LeaveSeat(NamedTuple):
    """Get up before the game starts."""


class StartGame(NamedTuple):
    """Start with those who sit."""


class TableOpened(NamedTuple):
    """The table was opened."""

    options: Public[TableOptions]
    size: int
    server_seed: str
    """Secret until the record shows it."""
    commitment: Public[Digest]
    organised: bool = False
    """Whether organisers opened it, and alone may end it early."""


class PlayerSeated(NamedTuple):
    """Somebody took a seat."""

    seat: Public[SeatNumber]
    name: Public[str]
    kind: Public[Kind]
    user: int | None
    level: str | None
    salt: str


class SeatLeft(NamedTuple):
    """Somebody left a seat before the start."""

    seat: Public[SeatNumber]
    name: Public[str]


class GameStarted(NamedTuple):
    """The seats are fixed: `seats` are the old numbers of those who sit, in the order of their new ones."""

    seats: tuple[int, ...]


def open_table(action: OpenTable) -> TableOpened:
    """The first event of a table; raises what `schedules.check_players` raises."""
    check_players(action.options, action.size)
    seed = bytes.fromhex(action.server_seed)
    if len(seed) != deal.SEED_BYTES:
        raise ValueError(f"A server seed has {deal.SEED_BYTES} bytes, not {len(seed)}.")
    options = cast(TableOptions, action.options.as_dict())
    return TableOpened(options, action.size, seed.hex(), deal.commitment(seed), action.organised)


def _take_seat(state: State, seat: int | None, action: TakeSeat, by: str | None) -> PlayerSeated:
    if action.user is not None and state.seat_of(action.user) is not None:
        raise errors.AlreadySeated()
    if state.status == ABANDONED:
        raise errors.AlreadyStarted("This game has been abandoned.")
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    free = [number for number, other in enumerate(state.seats) if other is None]
    if action.seat is not None and not 0 <= action.seat < state.size:
        raise BadRequest({"seat": [f"This table has the seats 0 to {state.size - 1}."]})
    if not free:
        raise errors.TableFull()
    if action.seat is not None and action.seat not in free:
        raise errors.SeatTaken()
    salt = deal.server_salt(bytes.fromhex(state.server_seed)).hex() if action.salt is None else action.salt
    if not deal.is_salt(salt):
        raise BadRequest({"salt": [f"This must be hex, up to {deal.SALT_BYTES} bytes."]})
    wanted = free[0] if action.seat is None else action.seat
    return PlayerSeated(wanted, action.name, action.kind, action.user, action.level, salt.lower())


def _leave_seat(state: State, seat: int | None, action: LeaveSeat, by: str | None) -> SeatLeft:
    number = require_seat(seat)
    sitter = state.seats[number]
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    assert sitter is not None
    return SeatLeft(number, sitter.name)


def _start_game(state: State, seat: int | None, action: StartGame, by: str | None) -> GameStarted:
    require_seat(seat)
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    taken = tuple(number for number, other in enumerate(state.seats) if other is not None)
    check_start(state.options, len(taken))
    return GameStarted(taken)


def _table_opened(state: State | None, event: TableOpened, at: datetime) -> State:
    return State(
        status=OPEN,
        options=stored_options(event.options),
        size=event.size,
        server_seed=event.server_seed,
        commitment=event.commitment,
        seats=(None,) * event.size,
        organised=event.organised,
    )


def _seat_taken(state: State, event: PlayerSeated, at: datetime) -> State:
    seat = Seat(event.name, event.kind, event.user, event.level, event.salt)
    return state._replace(seats=with_item(state.seats, event.seat, seat))


def _seat_left(state: State, event: SeatLeft, at: datetime) -> State:
    state = state._replace(seats=with_item(state.seats, event.seat, None))
    return state if state.clients() else state._replace(status=ABANDONED)


def _game_started(state: State, event: GameStarted, at: datetime) -> State:
    seats = tuple(state.seats[old] for old in event.seats)
    salts = [bytes.fromhex(seat.salt) for seat in seats if seat is not None]
    zeros = (0,) * len(seats)
    return state._replace(
        status=PLAYING,
        seats=seats,
        game_seed=deal.game_seed(bytes.fromhex(state.server_seed), salts),
        scores=zeros,
        correct=zeros,
        started_at=at,
        clocks=None if state.options.clock is None else Clocks(at, zeros, zeros),
    )


def _start_when_full(state: State) -> GameStarted | None:
    return None if None in state.seats else GameStarted(tuple(range(state.size)))


class ShownStart(TypedDict):
    """The game started."""

    seats: list[SeatNumber]


def _redact_started(event: GameStarted, viewer: int | None) -> ShownStart:
    return {"seats": list(event.seats)}


_ACTIONS = (
    ActionRule(TakeSeat, _take_seat),
    ActionRule(LeaveSeat, _leave_seat),
    ActionRule(StartGame, _start_game),
)
_EVENTS = (
    EventRule(TableOpened, "table_opened", _table_opened),
    EventRule(PlayerSeated, "seat_taken", _seat_taken),
    EventRule(SeatLeft, "seat_left", _seat_left),
    EventRule(GameStarted, "game_started", _game_started, ShownStart, _redact_started),
)
TOPIC = Topic("lobby", _ACTIONS, _EVENTS, {OPEN: _start_when_full})
Action = OpenTable | TakeSeat | LeaveSeat | StartGame
Event = TableOpened | PlayerSeated | SeatLeft | GameStarted
