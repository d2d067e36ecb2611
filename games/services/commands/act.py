"""The entry points of the command handler: people, bots, clocks and staff change tables only through
these.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from core.refusal import Refusal
from core.sentence import Sentence
from games import presence
from games.presence.marks import load_connected_marks
from games.rules.actions import Action
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.topics.absence import AskStandIn, ComeBack, LeaveGame, has_stand_in_or_request
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.preparing import SetWing
from games.services.attendance.signs_of_life import record_arrival
from games.services.commands import committer
from games.services.commands.claims import cache_claim_proof
from games.services.commands.command import Command, Outcome
from games.services.commands.handler import handle_commands
from games.store.snapshot import Accepted
from games.store.tables import cached_snapshot


def carry_out_action(
    *, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None
) -> Accepted:
    """Carry out an action of a user at a table, wait for the commit, and return the action's result.

    `user` is the user's id. If a stand-in plays for the user, the user takes the seat back, unless the action
    is to leave the game. `action_id` is an idempotency key: if the user has already acted with this id,
    return the result of that action. Raise a Refusal if the action is not allowed.
    """
    cache_claim_proof(table_id, user, action)
    if isinstance(action, AskStandIn):
        load_connected_marks([table_id])
    _refuse_stand_in_for_connected_player(table_id, action)
    # A player who acts takes their seat back from a stand-in.
    for first in _build_seat_return_commands(table_id, user, action, now):
        dispatch(first)
    accepted = _raise_if_refused(dispatch(Command(table_id, action, now, user=user, action_id=action_id)))
    record_arrival(table_id=table_id, user=user, now=now)
    # If this process did not have the table cached before, only now can it tell that the player was away.
    for back in _build_seat_return_commands(table_id, user, action, now):
        dispatch(back)
    return accepted


async def carry_out_action_async(
    *, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None, lag: int = 0
) -> Accepted:
    """Carry out an action of a user with an open socket, without blocking the event loop.

    Return the action's result after the commit. `user` is the user's id, and `lag` the network round trip in
    milliseconds. If a stand-in plays for the user, the user takes the seat back, unless the action is to
    leave the game. `action_id` is an idempotency key: if the user has already acted with this id, return the
    result of that action. Raise a Refusal if the action is not allowed.
    """
    command = Command(table_id, action, now, user=user, action_id=action_id, lag=lag)
    commands = [*_build_seat_return_commands(table_id, user, action, now), command]
    if isinstance(action, ClaimTricks):
        await asyncio.to_thread(cache_claim_proof, table_id, user, action)
    _refuse_stand_in_for_connected_player(table_id, action)
    running = committer.running
    if running is None:
        return _raise_if_refused((await asyncio.to_thread(dispatch_all, commands))[-1])
    for first in commands[:-1]:
        # Not awaited: the committer keeps the order, so the seat is given back before the action is decided.
        running.submit(first)
    # The user's arrival was recorded when their socket connected.
    return _raise_if_refused(await running.submit_async(command))


def _refuse_stand_in_for_connected_player(table_id: str, action: Action) -> None:
    """Raise WrongPhase if the action requests a bot in place of a player who is connected."""
    # The rules cannot check this, because the log does not record who is connected.
    if isinstance(action, AskStandIn) and action.absent in presence.connected_seats(table_id):
        raise WrongPhase(Sentence("This player is there."))


def _build_seat_return_commands(table_id: str, user_id: int, action: Action, now: datetime) -> list[Command]:
    """Build the command by which the user takes their seat back from a stand-in bot, as a list of length 1.

    Return an empty list if no stand-in plays or was requested for the user, if the action is to leave the
    game, or if the table is not cached.
    """
    snapshot = cached_snapshot(table_id)
    # Nearly always there is neither: then the user's seat need not be looked up.
    if snapshot is None or not (snapshot.state.away or snapshot.state.stand_in_asked):
        return []
    seat = snapshot.state.seat_of(user_id)
    # A player who leaves the game does not want the seat back.
    if seat is None or isinstance(action, LeaveGame) or not has_stand_in_or_request(snapshot.state, seat):
        return []
    return [Command(table_id, ComeBack(seat), now)]


def set_wing(*, table_id: str, user: int, card: str | None, now: datetime) -> None:
    """Set the user's wing: a card that is played automatically when the user's turn comes.

    `user` is the user's id. If a stand-in plays for the user, the user takes the seat back. On the
    user's turn, the card is played at once. If `card` is None, remove the wing. Setting the same card again
    is no error. Raise a Refusal if the card is not allowed.
    """
    for first in _build_seat_return_commands(table_id, user, SetWing(card), now):
        dispatch(first)
    with suppress(NothingChanged):
        # On the user's turn, the card is played at once.
        _raise_if_refused(dispatch(Command(table_id, SetWing(card), now, user=user)))
    record_arrival(table_id=table_id, user=user, now=now)


async def set_wing_async(*, table_id: str, user: int, card: str | None, now: datetime) -> None:
    """Mark a card to be played automatically when the user's turn comes (a wing).

    Do not block the event loop. `user` is the user's id. If `card` is None, remove the wing. If a stand-in
    plays for the user, the user takes the seat back. On the user's turn, the card is played at once. Setting
    the same card again is no error. Raise a Refusal if the card is not allowed. Unlike `set_wing`, do not
    record the user's arrival at the table, because it was recorded when the user's socket connected.
    """
    with suppress(NothingChanged):
        await carry_out_action_async(table_id=table_id, user=user, action=SetWing(card), now=now)


def dispatch(command: Command) -> Outcome:
    """Send a command to the command handler, wait, and return the command's result or the refusal."""
    running = committer.running
    return handle_commands([command])[0] if running is None else running.submit(command).result()


def dispatch_all(commands: Sequence[Command]) -> list[Outcome]:
    """Send commands to the command handler, and return their results or refusals in the same order."""
    running = committer.running
    if running is None:
        return handle_commands(commands)
    # All are submitted before the first is waited for, so that they share commits.
    return [future.result() for future in [running.submit(command) for command in commands]]


def _raise_if_refused(outcome: Outcome) -> Accepted:
    """Return the outcome if it is a result, or raise it if it is a refusal."""
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome
