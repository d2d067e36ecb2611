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
    """Put a table on hold until `resume_table` is called. This replaces a pause that the players agreed on.

    Do nothing if the organisers have put it on hold already. Raise WrongPhase if no game is in progress.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, HaltTable(), now)


def resume_table(*, table_id: str, now: datetime) -> None:
    """End a table's hold, or a pause that the players agreed on. Do nothing if there is neither.

    A pause between rounds then starts again in full.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, ResumeTable(), now)


def set_time_limit(*, table_id: str, closes_at: datetime | None, now: datetime) -> None:
    """Announce when the organisers will close a table or, if `closes_at` is None, remove this time limit.

    The time limit is only displayed. The game may go on after this time. Do nothing if the time limit stays
    the same. Raise WrongPhase if no game is in progress.
    """
    with suppress(NothingChanged):
        _dispatch_or_raise(table_id, SetTimeLimit(encode_time_limit(closes_at)), now)


def replace_player(*, table_id: str, seat: int, sitter: Sitter, now: datetime) -> None:
    """Give a seat in a running game to the player `sitter`. The former player becomes a spectator."""
    check_sitter(sitter)
    _dispatch_or_raise(table_id, ReplacePlayer(seat, *sitter), now)


def stop_game(*, table_id: str, now: datetime) -> None:
    """End a game with the scores so far. The unfinished round and its accusations do not count."""
    _dispatch_or_raise(table_id, StopGame(), now)


def annul_game(*, table_id: str, now: datetime) -> None:
    """Abandon a game without a result.

    Raise NotFound if there is no such table, and WrongPhase if no game is in progress.
    """
    _dispatch_or_raise(table_id, AnnulGame(), now)


def reveal_sealed_tables(table_ids: Collection[str], *, visibility: str) -> None:
    """Reveal tables that were hidden because other tables played the same deals.

    Make the tables public or private, as `visibility` says. Their games become unrated.
    """
    if visibility not in TableVisibility.values:
        raise ValueError(f"There is no visibility {visibility!r}.")
    # Unrated, because the deals were also played elsewhere.
    sealed = Table.objects.filter(pk__in=table_ids, sealed=True)
    sealed.update(sealed=False, visibility=visibility, unrated=True)


def set_chat_disabled(table_ids: Iterable[str | None], *, disabled: bool) -> None:
    """Turn chat off at these tables until their games are over, or turn it on again if `disabled` is false.

    Chat at a sealed (hidden) table stays off even after the game. None among the ids is ignored. The tables'
    logs do not change.
    """
    Table.objects.filter(pk__in=list(table_ids)).update(silent=disabled)


def _dispatch_or_raise(table_id: str, action: Action, now: datetime) -> None:
    """Carry out an organiser's action at a table. Raise a Refusal if it is not allowed.

    Raise RuntimeError if called in a transaction.
    """
    # Another thread commits the command, so an enclosing transaction would wait for itself.
    with transaction.atomic(durable=True):
        pass
    outcome = dispatch(Command(table_id, action, now))
    if isinstance(outcome, Refusal):
        raise outcome
