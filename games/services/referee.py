"""Organisers' actions at tables with a game in progress, dispatched in the same way as players' actions.

Functions that dispatch raise RuntimeError inside a transaction, because the command handler commits on its
own.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from games.models import Table
from games.models.table import TableVisibility
from games.rules.actions import Action
from games.rules.errors import NothingChanged
from games.rules.topics.holds import HaltTable, ResumeTable
from games.rules.topics.rulings import AnnulGame, ReplacePlayer, SetTimeLimit, StopGame
from games.selectors.states import Sitter
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby.seating import (
    check_sitter,
    encode_time_limit,
    open_tournament_table,
    seed_with_first_dealer,
)

__all__ = [
    "Sitter",
    "annul_game",
    "halt_table",
    "open_tournament_table",
    "replace_player",
    "resume_table",
    "reveal_sealed_tables",
    "seed_with_first_dealer",
    "set_chat_disabled",
    "set_time_limit",
    "stop_game",
]


def halt_table(*, table_id: str, now: datetime) -> None:
    """Put a table on hold, so that nobody can move, until `resume_table` is called.

    Raise NotFound if there is no such table, and WrongPhase if no game is in progress.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, HaltTable(), now)


def resume_table(*, table_id: str, now: datetime) -> None:
    """End the organisers' hold of a table, or do nothing if the table is not on hold.

    A pause between rounds then starts again with its full duration. Raise NotFound if there is no such table,
    and WrongPhase if no game is in progress.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, ResumeTable(), now)


def set_time_limit(*, table_id: str, closes_at: datetime | None, now: datetime) -> None:
    """Set or remove (None) the closing time that is displayed at a table. It does not end the game.

    Raise NotFound if there is no such table, and WrongPhase if no game is in progress.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, SetTimeLimit(encode_time_limit(closes_at)), now)


def replace_player(*, table_id: str, seat: int, sitter: Sitter, now: datetime) -> None:
    """Give a seat in a game to another player, `sitter`. The former player becomes a spectator.

    Raise NotFound, WrongPhase if no game is in progress, BadRequest if the seat or the new player is invalid,
    or AlreadySeated.
    """
    check_sitter(sitter)
    _dispatch_or_raise(table_id, ReplacePlayer(seat, *sitter), now)


def stop_game(*, table_id: str, now: datetime) -> None:
    """End a game with the scores so far; the unfinished round and its accusations do not count.

    Raise NotFound if there is no such table, and WrongPhase if no game is in progress.
    """
    _dispatch_or_raise(table_id, StopGame(), now)


def annul_game(*, table_id: str, now: datetime) -> None:
    """Abandon a game without a result.

    Raise NotFound if there is no such table, and WrongPhase if no game is in progress.
    """
    _dispatch_or_raise(table_id, AnnulGame(), now)


def reveal_sealed_tables(table_ids: Collection[str], *, visibility: str) -> None:
    """Make sealed tables (which only their players can see) visible to others, with this visibility.

    Their games become unrated. Raise ValueError for an unknown visibility.
    """
    if visibility not in TableVisibility.values:
        raise ValueError(f"There is no visibility {visibility!r}.")
    # Unrated, because the deals were also played elsewhere.
    sealed = Table.objects.filter(pk__in=table_ids, sealed=True)
    sealed.update(sealed=False, visibility=visibility, unrated=True)


def set_chat_disabled(table_ids: Iterable[str | None], *, disabled: bool) -> None:
    """Turn chat at these tables off or on, without an entry in their logs."""
    Table.objects.filter(pk__in=list(table_ids)).update(silent=disabled)


def _dispatch_or_raise(table_id: str, action: Action, now: datetime) -> None:
    """Send an organiser's action to the command handler, and wait. Raise the refusal, if any.

    Raise RuntimeError if called in a transaction.
    """
    # Another thread commits the command, so an enclosing transaction would wait for itself.
    with transaction.atomic(durable=True):
        pass
    outcome = dispatch(Command(table_id, action, now))
    if isinstance(outcome, Refusal):
        raise outcome
