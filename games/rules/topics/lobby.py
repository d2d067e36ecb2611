"""Opening a table, taking and leaving seats, and starting the game."""

from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict

from core.refusal import BadRequest
from core.sentence import Sentence
from games.rules import errors
from games.rules.cards import deal
from games.rules.clock import start_clocks
from games.rules.legal import require_seat
from games.rules.options import Options, restore_options
from games.rules.options.schedules import check_player_count, check_start_player_count
from games.rules.protocol.options import TableOptions
from games.rules.protocol.values import Digest, Kind, Mover, SeatNumber
from games.rules.state import Seat, State, replace_item
from games.rules.statuses import ABANDONED, OPEN, PLAYING
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class OpenTable(NamedTuple):
    """Open a table with `size` seats; `server_seed` is the server's secret: 32 random bytes in hex."""

    options: Options
    size: int
    server_seed: str
    organised: bool = False


class TakeSeat(NamedTuple):
    """Take the given seat, or the first free one if `seat` is None.

    `user` is an opaque user id, None for the site's own bots, which have a `level`. `salt` is the player's
    share of the randomness, in hex; if it is None, the seat gets the server's salt. It may be empty, as it is
    in older records.
    """

    name: str
    kind: str
    user: int | None = None
    level: str | None = None
    seat: int | None = None
    salt: str | None = None


class LeaveSeat(NamedTuple):
    """Leave the seat before the game starts."""


class StartGame(NamedTuple):
    """Start the game with the players who have a seat."""


class TableOpened(NamedTuple):
    """The table was opened."""

    options: Public[TableOptions]
    size: int
    server_seed: str
    """Secret until the record shows it."""
    commitment: Public[Digest]
    organised: bool = False
    """Whether organisers opened the table; if so, only they may end its game early."""


class PlayerSeated(NamedTuple):
    """A player took a seat."""

    seat: Public[SeatNumber]
    name: Public[str]
    kind: Public[Kind]
    user: int | None
    level: str | None
    salt: str


class SeatLeft(NamedTuple):
    """A player left their seat before the start, or was removed by the host."""

    seat: SeatNumber
    name: str
    removed: bool = False
    """Whether the host freed the seat."""


class GameStarted(NamedTuple):
    """The game started; `seats` are the old numbers of the taken seats in their new order."""

    seats: tuple[int, ...]


def open_table(action: OpenTable) -> TableOpened:
    """Return the event that opens a table, with a public hash of the server's secret random seed.

    Raise ValueError unless `action.server_seed` is 32 bytes in hex.
    """
    check_player_count(action.options, action.size)
    seed = bytes.fromhex(action.server_seed)
    if len(seed) != deal.SEED_BYTES:
        raise ValueError(f"A server seed has {deal.SEED_BYTES} bytes, not {len(seed)}.")
    return TableOpened(
        action.options.as_dict(), action.size, seed.hex(), deal.commit_to_seed(seed), action.organised
    )


def _decide_seating(state: State, seat: int | None, action: TakeSeat, mover: Mover | None) -> PlayerSeated:
    """Return the event that seats a player in the requested seat or the first free one.

    Raise a Refusal if the player cannot have the seat.
    """
    if action.user is not None and state.seat_of(action.user) is not None:
        raise errors.AlreadySeated()
    if state.status == ABANDONED:
        raise errors.AlreadyStarted(Sentence("This game has been abandoned."))
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    if action.user in state.removed:
        raise errors.RemovedByHost()
    free = [number for number, other in enumerate(state.seats) if other is None]
    if action.seat is not None and not 0 <= action.seat < state.size:
        raise BadRequest({"seat": [Sentence("This table has the seats 0 to %(last)d.", last=state.size - 1)]})
    if not free:
        raise errors.TableFull()
    if action.seat is not None and action.seat not in free:
        raise errors.SeatTaken()
    # A salt is the player's share of the game's randomness.
    salt = deal.server_salt(bytes.fromhex(state.server_seed)).hex() if action.salt is None else action.salt
    if not deal.is_salt(salt):
        raise BadRequest(
            {"salt": [Sentence("This must be hex, up to %(most)d bytes.", most=deal.SALT_BYTES)]}
        )
    wanted = free[0] if action.seat is None else action.seat
    return PlayerSeated(wanted, action.name, action.kind, action.user, action.level, salt.lower())


def _decide_seat_departure(
    state: State, seat: int | None, action: LeaveSeat, mover: Mover | None
) -> SeatLeft:
    """Return the event that frees a player's seat before the game starts.

    Raise AlreadyStarted if the game has started.
    """
    number = require_seat(seat)
    sitter = state.seats[number]
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    assert sitter is not None
    return SeatLeft(number, sitter.name)


def _decide_start(state: State, seat: int | None, action: StartGame, mover: Mover | None) -> GameStarted:
    """Return the event that starts the game.

    Raise AlreadyStarted, NotEnoughPlayers or WrongNumberOfPlayers if it cannot start.
    """
    require_seat(seat)
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    taken = tuple(number for number, other in enumerate(state.seats) if other is not None)
    check_start_player_count(state.options, len(taken))
    return _build_game_started(state, taken)


def _apply_table_opened(state: State | None, event: TableOpened, at: datetime) -> State:
    """Return the first state of a new table, with all seats free. `state` is not used."""
    return State(
        status=OPEN,
        options=restore_options(event.options),
        size=event.size,
        server_seed=event.server_seed,
        commitment=event.commitment,
        seats=(None,) * event.size,
        organised=event.organised,
    )


def _apply_seat_taken(state: State, event: PlayerSeated, at: datetime) -> State:
    """Put the player in the seat, and note the order in which players took their seats."""
    seat = Seat(event.name, event.kind, event.user, event.level, event.salt)
    arrivals = (*state.arrivals, event.seat)
    return state._replace(seats=replace_item(state.seats, event.seat, seat), arrivals=arrivals)


def _apply_seat_left(state: State, event: SeatLeft, at: datetime) -> State:
    """Return the state with the seat free.

    The table is abandoned unless a person or a user's bot account still has a seat.
    """
    sitter = state.seats[event.seat]
    # A user whom the host has removed may not take a seat here again.
    if event.removed and sitter is not None and sitter.user is not None:
        state = state._replace(removed=state.removed | {sitter.user})
    arrivals = tuple(seat for seat in state.arrivals if seat != event.seat)
    state = state._replace(seats=replace_item(state.seats, event.seat, None), arrivals=arrivals)
    return state if state.client_seats() else state._replace(status=ABANDONED)


def _apply_game_started(state: State, event: GameStarted, at: datetime) -> State:
    """Return the state of the started game, with the players in their new order of seats.

    Also set the random seed, scores and clocks.
    """
    seats = tuple(state.seats[old] for old in event.seats)
    zeros = (0,) * len(seats)
    return state._replace(
        status=PLAYING,
        seats=seats,
        arrivals=(),
        game_seed=_compute_game_seed(state, event.seats),
        scores=zeros,
        correct=zeros,
        started_at=at,
        clocks=start_clocks(state.options, len(seats), at),
    )


def _next_event_in_lobby(state: State) -> GameStarted | None:
    """Return the event that starts the game if all seats are taken, otherwise None."""
    return None if None in state.seats else _build_game_started(state, tuple(range(state.size)))


def _build_game_started(state: State, taken_seats: tuple[int, ...]) -> GameStarted:
    """Return the event that starts the game with the players in `taken_seats`.

    Their order is random if the table's options say so.
    """
    if not state.options.random_seats:
        return GameStarted(taken_seats)
    return GameStarted(deal.draw_seat_order(_compute_game_seed(state, taken_seats), taken_seats))


def _compute_game_seed(state: State, seat_order: tuple[int, ...]) -> bytes:
    """Compute the game's random seed from the server's seed and the players' salts.

    A salt is a player's own share of the randomness. `seat_order` lists the seats in the order in which their
    players' salts are used.
    """
    seats = [state.seats[number] for number in seat_order]
    salts = [bytes.fromhex(seat.salt) for seat in seats if seat is not None]
    return deal.game_seed(bytes.fromhex(state.server_seed), salts)


class ShownLeaving(TypedDict):
    """A player left their seat before the start, or was removed by the host."""

    seat: SeatNumber
    name: str
    removed: NotRequired[bool]
    """True if the host freed the seat; absent if its player left."""


def _redact_seat_left(event: SeatLeft, viewer: int | None) -> ShownLeaving:
    """Return the event as all viewers see it.

    The field `removed` is present only if the host removed the player from the seat.
    """
    shown: ShownLeaving = {"seat": event.seat, "name": event.name}
    return {**shown, "removed": True} if event.removed else shown


class ShownStart(TypedDict):
    """The game started."""

    seats: list[SeatNumber]


def _redact_game_started(event: GameStarted, viewer: int | None) -> ShownStart:
    """Return the event as all viewers see it.

    It lists the players in their new order, each by the player's seat number before the start.
    """
    return {"seats": list(event.seats)}


_ACTIONS = (
    ActionRule(TakeSeat, _decide_seating),
    ActionRule(LeaveSeat, _decide_seat_departure),
    ActionRule(StartGame, _decide_start),
)
_EVENTS = (
    EventRule(TableOpened, "table_opened", _apply_table_opened),
    EventRule(PlayerSeated, "seat_taken", _apply_seat_taken),
    EventRule(SeatLeft, "seat_left", _apply_seat_left, ShownLeaving, _redact_seat_left),
    EventRule(GameStarted, "game_started", _apply_game_started, ShownStart, _redact_game_started),
)
TOPIC = Topic("lobby", _ACTIONS, _EVENTS, {OPEN: _next_event_in_lobby})
Action = OpenTable | TakeSeat | LeaveSeat | StartGame
Event = TableOpened | PlayerSeated | SeatLeft | GameStarted
