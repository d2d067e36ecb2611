"""Refusals that several topics share."""

from games.rules import errors, legal
from games.rules.state import ABANDONED, FINISHED, OPEN, RUNNING, State


def require_seat(seat: int | None) -> int:
    """The seat; refuses people who have none."""
    if seat is None:
        raise errors.NotSeated()
    return seat


def on_turn(state: State, seat: int | None, status: str) -> int:
    """The seat; refuses it unless the table has this status and the seat is to act."""
    player = require_seat(seat)
    if state.status != status:
        raise errors.WrongPhase()
    if player not in legal.turn(state):
        raise errors.NotYourTurn()
    return player


def check_running(state: State) -> None:
    """Refuse what only a running game allows."""
    if state.status not in RUNNING:
        raise errors.WrongPhase("No game is running here.")


def check_started(state: State) -> None:
    """Refuse what organisers can only do to a game that has started and is not over, and say which it is."""
    if state.status == OPEN:
        raise errors.WrongPhase("The game has not started yet.")
    if state.status == FINISHED:
        raise errors.WrongPhase("The game is over.")
    if state.status == ABANDONED:
        raise errors.WrongPhase("This game has been abandoned.")
