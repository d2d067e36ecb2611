"""Organisers' actions at running tables, through the command handler like all others.

Each raises RuntimeError within a transaction, because the handler commits by itself.
"""

from collections.abc import Collection
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
from games.services.lobby.seating import check_sitter, limit_of, seat_table, seed_with_first_dealer

__all__ = [
    "Sitter",
    "annul_game",
    "halt_table",
    "replace_player",
    "resume_table",
    "seat_table",
    "seed_with_first_dealer",
    "set_time_limit",
    "stop_game",
    "unseal",
]


def halt_table(*, table_id: str, now: datetime) -> None:
    """Pause a table until `resume_table`: no seat, no bot and no pause's end acts; nothing if it is halted.

    Raises NotFound, or WrongPhase where no game runs.
    """
    with suppress(NothingChanged):
        _dispatch(table_id, HaltTable(), now)


def resume_table(*, table_id: str, now: datetime) -> None:
    """Let a table go on; a pause between rounds begins anew. Nothing if it is not halted.

    Raises NotFound, or WrongPhase where no game runs.
    """
    with suppress(NothingChanged):
        _dispatch(table_id, ResumeTable(), now)


def set_time_limit(*, table_id: str, closes_at: datetime | None, now: datetime) -> None:
    """Tell the players when their table closes, or that it no longer does; nothing happens at that moment.

    Raises NotFound, or WrongPhase where no game runs.
    """
    with suppress(NothingChanged):
        _dispatch(table_id, SetTimeLimit(limit_of(closes_at)), now)


def replace_player(*, table_id: str, seat: int, sitter: Sitter, now: datetime) -> None:
    """Give a seat with its game to another player; the former player becomes a spectator.

    Raises NotFound, AlreadySeated, BadRequest (no such seat or sitter), or WrongPhase if no game runs.
    """
    check_sitter(sitter)
    _dispatch(table_id, ReplacePlayer(seat, *sitter), now)


def stop_game(*, table_id: str, now: datetime) -> None:
    """End a game by the scores of its scored rounds; the running round is void, with its accusations.

    Raises NotFound, or WrongPhase where no game runs.
    """
    _dispatch(table_id, StopGame(), now)


def annul_game(*, table_id: str, now: datetime) -> None:
    """Give a game up: nothing of it counts. Raises NotFound, or WrongPhase where no game runs."""
    _dispatch(table_id, AnnulGame(), now)


def unseal(table_ids: Collection[str], visibility: str = "public") -> None:
    """Show what sealed tables held back. Games that ended sealed stay unrated."""
    if visibility not in TableVisibility.values:
        raise ValueError(f"There is no visibility {visibility!r}.")
    sealed = Table.objects.filter(pk__in=table_ids, sealed=True)
    sealed.update(sealed=False, visibility=visibility, unrated=True)


def _dispatch(table_id: str, verb: Action, now: datetime) -> None:
    # Another thread commits the command: a transaction around this would wait for itself.
    with transaction.atomic(durable=True):
        pass
    outcome = dispatch(Command(table_id, verb, now))
    if isinstance(outcome, Refusal):
        raise outcome
