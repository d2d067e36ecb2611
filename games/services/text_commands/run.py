"""The entry point for typed commands: parses a command, and runs it only once per command id."""

from datetime import datetime
from functools import partial

from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from games.services.text_commands.board import run_board_command
from games.services.text_commands.caller import Caller
from games.services.text_commands.lobby import run_lobby_command
from games.services.text_commands.play import run_game_command
from games.text_commands import commands as typed
from games.text_commands.board_commands import (
    BoardCommand,
    ChallengePlayers,
    PlanVacation,
    QueueAtBoard,
    WriteMessage,
)
from games.text_commands.parse import parse_command
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import help_text
from games.wire.chat import CommandReply

KNOWN_SECONDS = 600
"""Seconds for which the reply to a command id is cached. Game actions stay in the log permanently."""


def run_command(
    *,
    text: str,
    user: User,
    now: datetime,
    table_id: str | None = None,
    command_id: str | None = None,
    invite: str | None = None,
    source: str = "button",
) -> CommandReply:
    """Run a typed command such as "/bid 2", and return the reply.

    `table_id` is the table where the command was typed, if any, and `invite` a private table's invite code.
    If a `command_id` is repeated at the same table within KNOWN_SECONDS, return the earlier reply. `source`,
    such as "button" or "mail", is logged if the command is an accusation. Raise NotUnderstood or another
    Refusal if the command cannot be carried out.
    """
    command = parse_command(text)
    if isinstance(command, typed.ShowHelp):
        return {"command": "help", "text": help_text(command.name)}
    caller = Caller(user, now, table_id or None, command_id, invite, source)
    if not isinstance(command, BoardCommand):
        caller = caller.with_table(caller.table_id)
    # Clients choose the id, and not every cache allows all characters in a key.
    key = None if command_id is None else f"command:{user.pk}:{table_id}:{command_id.encode().hex()}"
    known: CommandReply | None = None if key is None else cache.get(key)
    if known is not None:
        return known
    reply = _run_parsed_command(caller, command)
    if key is not None:
        # After the commit, if a transaction is open, because it may still be rolled back.
        transaction.on_commit(partial(cache.set, key, reply, timeout=KNOWN_SECONDS))
    return reply


def _run_parsed_command(
    caller: Caller, command: typed.GameCommand | typed.LobbyCommand | BoardCommand
) -> CommandReply:
    """Run a parsed command with the function for its type, and return the reply."""
    if isinstance(command, BoardCommand):
        return run_board_command(caller, command)
    if isinstance(command, typed.GameCommand):
        return run_game_command(caller, command)
    return run_lobby_command(caller, command)


def is_database_only_command(text: str) -> bool:
    """Return whether a typed command changes only database rows, so that a transaction may include it."""
    # Some commands change only database rows. They run at most once if the reply is stored in the same
    # transaction. All others store their actions on another connection, which would wait for the
    # transaction's locks; they may be repeated with the same `command_id` at any time.
    try:
        command = parse_command(text)
    except NotUnderstood:
        return False
    return isinstance(command, ChallengePlayers | WriteMessage | QueueAtBoard | PlanVacation)
