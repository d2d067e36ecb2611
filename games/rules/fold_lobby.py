"""How a table's first events change the state: opened, seats taken and left, the start."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.rules import deal
from games.rules.events import GameStarted, SeatLeft, SeatTaken, TableOpened
from games.rules.options import stored_options
from games.rules.state import ABANDONED, OPEN, PLAYING, Seat, State


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _table_opened(_: None, event: TableOpened, at: datetime) -> State:
    return State(
        status=OPEN,
        options=stored_options(event.options),
        size=event.size,
        server_seed=event.server_seed,
        commitment=event.commitment,
        seats=(None,) * event.size,
        organised=event.organised,
    )


def _seat_taken(state: State, event: SeatTaken, at: datetime) -> State:
    seat = Seat(event.name, event.kind, event.user, event.level, event.salt)
    return state._replace(seats=_with(state.seats, event.seat, seat))


def _seat_left(state: State, event: SeatLeft, at: datetime) -> State:
    state = state._replace(seats=_with(state.seats, event.seat, None))
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
    )


APPLY_LOBBY: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    TableOpened: _table_opened,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
}
"""The change that each of these events makes."""
