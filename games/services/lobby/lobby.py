"""Before the start: open a table, sit down, get up, fill seats with bots, start."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.reserved_names import BOT_NAMES
from core.refusal import BadRequest, Refusal
from games.bots.choose import LEVELS
from games.models.table import TableVisibility, new_table_id
from games.rules import engine
from games.rules.cards.deal import SEED_BYTES
from games.rules.errors import BotsNotAdmitted, NotSeated, TooManyOpenTables
from games.rules.options import parse_options
from games.rules.state import OPEN, State
from games.rules.topics.lobby import LeaveSeat, OpenTable, StartGame, TakeSeat
from games.rules.topics.rulings import SetTimeLimit
from games.selectors.tables import admits_bots, check_entry, open_tables_of
from games.services.commands import committer
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.commands.due import due_at
from games.services.commands.notifications import notify_opened
from games.services.commands.pending import entries_of
from games.store.append import TableChange
from games.store.create import before_first_entry, create
from games.store.snapshot import advance
from games.store.tables import load

DEFAULT_LEVEL = "journeyman"


def open_table(
    *,
    user: User,
    size: int,
    now: datetime,
    options: object = None,
    bots: int = 0,
    bot_level: str | None = None,
    visibility: str | None = None,
    visiting_bots: bool = True,
    salt: str = "",
) -> str:
    """Open a table, seat `user` at 0 and `bots` of our own bots beside them; gives the table's id.

    Without `visiting_bots`, bot accounts of people may not sit down. A table whose last seat is taken starts
    at once. Raises BadRequest, WrongNumberOfPlayers, TooManyOpenTables, or Unavailable at a server
    that is about to end.
    """
    committer.check_open()
    level = _level(bot_level)
    if visibility not in (None, *TableVisibility.values):
        raise BadRequest({"visibility": [f"This must be one of {', '.join(TableVisibility.values)}."]})
    opening = OpenTable(parse_options(options), size, secrets.token_hex(SEED_BYTES))
    if not 0 <= bots < size:
        raise BadRequest({"bots": [f"This must be a number from 0 to {size - 1}."]})
    sitters = [sitter_of(user, salt, 0)]
    sitters += [TakeSeat(name, "bot", level=level) for name in _free_bot_names((user.username,), bots)]
    change = opening_change(opening, sitters, now)
    columns = {"visibility": visibility or TableVisibility.PUBLIC, "visiting_bots": visiting_bots}
    with transaction.atomic():
        create_for(user, change, now, **columns)
    notify_opened(change)
    return change.after.table_id


def opening_change(
    opening: OpenTable, actions: Sequence[TakeSeat | SetTimeLimit], now: datetime, *, sealed: bool = False
) -> TableChange:
    """A new table after these actions, started if no seat is free; nothing is stored yet."""
    state, happened = engine.open_table(opening, now)
    before = before_first_entry(new_table_id(), state)._replace(sealed=sealed)
    for action in actions:
        state, more = engine.step(state, None, action, now)
        happened += more
    entries = entries_of(0, happened, now)
    due = due_at(state, happened, now)
    return TableChange(before, advance(before, state, entries)._replace(due_at=due), entries, due)


def create_for(user: User, change: TableChange, now: datetime, **columns: Any) -> None:
    """Store a new table, within a transaction; raises TooManyOpenTables where it waits for players."""
    if change.after.state.status == OPEN:
        _check_open_tables(user)
    create(change, opened_by=user, opened_at=now, **columns)


def _check_open_tables(user: User) -> None:
    """Raise TooManyOpenTables for a person who would fill the lobby; bots' accounts may."""
    if user.is_bot or not settings.MAX_OPEN_TABLES:
        return
    # One after the other: two requests at once must not both find room for one more table.
    User.objects.select_for_update().get(pk=user.pk)
    if open_tables_of(user.pk).count() >= settings.MAX_OPEN_TABLES:
        raise TooManyOpenTables(settings.MAX_OPEN_TABLES)


def take_seat(
    *,
    table_id: str,
    user: User,
    now: datetime,
    seat: int | None = None,
    salt: str = "",
    invite: str | None = None,
) -> None:
    """Sit down; a private table asks for its invite code (Forbidden without). Raises BotsNotAdmitted."""
    committer.check_open()
    check_entry(table_id, user.pk, invite)
    if user.is_bot and not admits_bots(table_id):
        raise BotsNotAdmitted()
    _dispatch(Command(table_id, sitter_of(user, salt, seat), now, user=user.pk))


def leave_seat(*, table_id: str, user: User, now: datetime) -> None:
    """Leave a seat before the start; a table that all people have left is given up."""
    _dispatch(Command(table_id, LeaveSeat(), now, user=user.pk))


def add_bot(
    *, table_id: str, user: User, now: datetime, level: str | None = None, seat: int | None = None
) -> None:
    """Give a free seat to a bot; any seated player may do so."""
    snapshot = load(table_id)
    if snapshot.state.seat_of(user.pk) is None:
        raise NotSeated("Only players at the table can add a bot.")
    name = _free_bot_names(_names(snapshot.state), 1)[0]
    _dispatch(Command(table_id, TakeSeat(name, "bot", level=_level(level), seat=seat), now))


def start_game(*, table_id: str, user: User, now: datetime) -> None:
    """Start the game with the seated players. Any of them may do so."""
    _dispatch(Command(table_id, StartGame(), now, user=user.pk))


def _dispatch(command: Command) -> None:
    outcome = dispatch(command)
    if isinstance(outcome, Refusal):
        raise outcome


def sitter_of(user: User, salt: str, seat: int | None) -> TakeSeat:
    """A person who sits down, on any free seat if none is named; an empty `salt` is none of their own."""
    return TakeSeat(user.username, user.kind, user=user.pk, seat=seat, salt=salt or None)


def _level(level: str | None) -> str:
    if level is not None and level not in LEVELS:
        raise BadRequest({"bot_level": [f"This must be one of {', '.join(LEVELS)}."]})
    return level or DEFAULT_LEVEL


def _names(state: State) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats if seat is not None)


def _free_bot_names(taken: tuple[str, ...], wanted: int) -> list[str]:
    used = {name.lower() for name in taken}
    free = [name for name in BOT_NAMES if name.lower() not in used]
    secrets.SystemRandom().shuffle(free)
    return free[:wanted]
