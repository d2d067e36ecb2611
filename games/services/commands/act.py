"""The only way to change a running table: people, bots, clocks and staff all dispatch commands here."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from core.refusal import Refusal
from games.rules.actions import Action
from games.rules.errors import NothingChanged
from games.rules.topics.absence import ComeBack, LeaveGame, RenewClock
from games.rules.topics.playing import SetWing
from games.services.attendance.signs_of_life import note_arrival
from games.services.commands import committer
from games.services.commands.command import Command, Outcome
from games.services.commands.handler import handle_commands
from games.services.uncharged_time import claim_renewal
from games.store.snapshot import Accepted
from games.store.tables import cached


def act(*, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None) -> Accepted:
    """Do `action` for the seat of `user`; returns when it is committed, raises the Refusal if it is not done.

    `action_id` is an idempotency key: the same one again from the same seat gives the same answer, and
    nothing happens twice.
    """
    for first in _commands_before(table_id, user, action, now):
        dispatch(first)
    accepted = _accepted(dispatch(Command(table_id, action, now, user=user, action_id=action_id)))
    note_arrival(table_id=table_id, user=user, now=now)
    # If this process did not have the table cached before, only now can it tell that the player was away.
    for back in _return_to_seat(table_id, user, action, now):
        dispatch(back)
    return accepted


async def act_async(
    *, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None, lag: int = 0
) -> Accepted:
    """`act` for an event loop. It notes no arrival: that was done when the player's socket connected.

    `lag` is the network's round trip in milliseconds.
    """
    command = Command(table_id, action, now, user=user, action_id=action_id, lag=lag)
    commands = [*_commands_before(table_id, user, action, now), command]
    running = committer.running
    if running is None:
        return _accepted((await asyncio.to_thread(dispatch_all, commands))[-1])
    for first in commands[:-1]:
        running.submit(first)
    return _accepted(await running.ask(command))


def _commands_before(table_id: str, user: int, action: Action, now: datetime) -> list[Command]:
    """Return the commands that precede an action of `user`: a due clock renewal, and the player's return."""
    must_renew = claim_renewal(table_id, steady=time.monotonic())
    renewal = [Command(table_id, RenewClock(), now)] if must_renew else []
    return renewal + _return_to_seat(table_id, user, action, now)


def _return_to_seat(table_id: str, user: int, action: Action, now: datetime) -> list[Command]:
    """Return the command that takes the seat back from a stand-in, if this process knows of one."""
    snapshot = cached(table_id)
    seat = None if snapshot is None or not snapshot.state.away else snapshot.state.seat_of(user)
    if snapshot is None or seat not in snapshot.state.away or isinstance(action, LeaveGame):
        return []
    return [Command(table_id, ComeBack(seat), now)]


def set_wing(*, table_id: str, user: int, card: str | None, now: datetime) -> None:
    """Lay `card` aside as a premove, which plays itself when the turn comes; None takes it back."""
    for first in _commands_before(table_id, user, SetWing(card), now):
        dispatch(first)
    with suppress(NothingChanged):
        _accepted(dispatch(Command(table_id, SetWing(card), now, user=user)))
    note_arrival(table_id=table_id, user=user, now=now)


def dispatch(command: Command) -> Outcome:
    """Hand one command to the handler and wait until it is committed or refused."""
    running = committer.running
    return handle_commands([command])[0] if running is None else running.submit(command).result()


def dispatch_all(commands: Sequence[Command]) -> list[Outcome]:
    """Hand over many commands, in as few commits as possible, and wait for their outcomes."""
    running = committer.running
    if running is None:
        return handle_commands(commands)
    return [future.result() for future in [running.submit(command) for command in commands]]


def _accepted(outcome: Outcome) -> Accepted:
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome
