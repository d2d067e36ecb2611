"""Before a game starts: opening a table, taking and leaving seats, adding bots, changing options."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from core.refusal import BadRequest, Refusal
from core.sentence import Sentence, must_be_one_of
from games.models import Table
from games.models.table import TableVisibility, new_table_id
from games.presence.marks import find_connected_seats
from games.rules import engine
from games.rules.cards.deal import SEED_BYTES
from games.rules.errors import (
    BotsNotAdmitted,
    NotEnoughPlayers,
    NotSeated,
    NotTheHost,
    SeatTaken,
    TooManyOpenTables,
)
from games.rules.options import Options, parse_options
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.statuses import OPEN
from games.rules.topics.hosting import ChangeOptions, RemovePlayer
from games.rules.topics.lobby import LeaveSeat, OpenTable, StartGame, TakeSeat
from games.rules.topics.rulings import SetTimeLimit
from games.selectors.people.challenges import (
    are_seats_reserved_for_others,
    find_reserved_seat,
    has_group_challenge,
)
from games.selectors.tables import admits_bots, open_tables_of, require_table_access
from games.services.commands import committer
from games.services.commands.act import dispatch
from games.services.commands.command import Command, Stale, Unavailable
from games.services.commands.due import compute_due_at
from games.services.commands.handler import MAX_ATTEMPTS, announce_change
from games.services.commands.pending import number_events
from games.services.lobby.bots import choose_bot_names, validate_bot_level
from games.services.matching.withdrawal import withdraw_request
from games.store.append import TableChange
from games.store.create import create_table, snapshot_before_first_entry
from games.store.snapshot import advance_snapshot
from games.store.tables import load_snapshot

FRIENDS_STAND_IN_MINUTES = 3
"""The default stand-in time at private tables, where friends can wait for each other."""
SEATS_RESERVED = Sentence("The free seats are for those who were challenged to this table.")


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
    """Open a table, give `user` the first seat, and return the table's id.

    `options` is the JSON object that a client sent, or None for the default options. The site's bots take
    `bots` of the other seats; if they take all, the game starts at once. `visibility` is "public" (the
    default) or "private". `visiting_bots` says whether other users' bots may take seats. `salt`, in hex, is
    the user's own share of the randomness of the deals. Raise BadRequest or WrongNumberOfPlayers for invalid
    arguments, and TooManyOpenTables if too many tables of this user wait for players.
    """
    committer.check_not_draining()
    level = validate_bot_level(bot_level)
    if visibility not in (None, *TableVisibility.values):
        raise BadRequest({"visibility": [must_be_one_of(TableVisibility.values)]})
    wanted = parse_options(options)
    if visibility == TableVisibility.PRIVATE:
        wanted = _apply_default_stand_in_time(wanted)
    opening = OpenTable(wanted, size, secrets.token_hex(SEED_BYTES))
    if not 0 <= bots < size:
        raise BadRequest({"bots": [Sentence("This must be a number from 0 to %(most)d.", most=size - 1)]})
    sitters = [build_take_seat_action(user, salt, 0)]
    sitters += [TakeSeat(name, "bot", level=level) for name in choose_bot_names((user.username,), bots)]
    change = build_opening_change(opening, sitters, now)
    columns = {"visibility": visibility or TableVisibility.PUBLIC, "visiting_bots": visiting_bots}
    with transaction.atomic():
        create_table_for(user, change, now, **columns)
    # After the commit: a process told of it earlier would find no table.
    announce_change(change)
    withdraw_request(user=user)
    return change.after.table_id


def _apply_default_stand_in_time(options: Options) -> Options:
    """Return the options with the default stand-in time of private tables.

    The stand-in time is how long the others wait for an absent player before a bot plays for that player.
    If the options already set this time or a clock, or give players days per move, return them unchanged.
    """
    if options.pace == SLOW or options.clock is not None or options.stand_in_minutes is not None:
        return options
    return options._replace(stand_in_minutes=FRIENDS_STAND_IN_MINUTES)


def build_opening_change(
    opening: OpenTable, actions: Sequence[TakeSeat | SetTimeLimit], now: datetime, *, sealed: bool = False
) -> TableChange:
    """Build a new table, apply the actions to it, and return the change that the caller must store.

    `opening` contains the table's options, number of seats and random seed. If `sealed` is true, only the
    players can see the table. Raise a Refusal if the rules don't allow such a table or one of the actions.
    """
    state, happened = engine.open_table(opening, now)
    before = snapshot_before_first_entry(new_table_id(), state)._replace(sealed=sealed)
    for action in actions:
        state, more = engine.take_action(state, None, action, now)
        happened += more
    entries = number_events(0, happened, now)
    due = compute_due_at(state, happened, now)
    return TableChange(before, advance_snapshot(before, state, entries)._replace(due_at=due), entries, due)


def create_table_for(user: User, change: TableChange, now: datetime, **columns: Any) -> None:
    """Store the new table that `change` contains, as opened by `user`. Call this in a transaction.

    `columns` are further columns of the table's database row, such as `visibility`. Raise TooManyOpenTables
    if too many tables of this user wait for players.
    """
    if change.after.state.status == OPEN:
        _check_open_table_limit(user)
    create_table(change, opened_by=user, opened_at=now, **columns)


def _check_open_table_limit(user: User) -> None:
    """Raise TooManyOpenTables if MAX_OPEN_TABLES tables of this user wait for players.

    Lock the user's database row until the transaction ends. Do nothing for bot accounts, or if
    MAX_OPEN_TABLES is 0.
    """
    if user.is_bot or not settings.MAX_OPEN_TABLES:
        return
    # Locked, so that two concurrent requests do not both find room for one more table.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
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
    """Give the user `seat` or, if it is None, the first free seat. Raise a Refusal if that is impossible.

    If a challenge reserves a seat for the user, `seat` is ignored. The game starts when the last seat is
    taken. `salt`, in hex, is the user's own share of the randomness of the deals, and `invite` is a private
    table's invite code.
    """
    committer.check_not_draining()
    require_table_access(table_id, user.pk, invite)
    if user.is_bot and not admits_bots(table_id):
        raise BotsNotAdmitted()
    if are_seats_reserved_for_others(table_id, user.pk):
        raise SeatTaken(SEATS_RESERVED)
    if (kept := find_reserved_seat(table_id, user.pk)) is not None:
        seat = kept
    _dispatch_or_raise(Command(table_id, build_take_seat_action(user, salt, seat), now, user=user.pk))
    withdraw_request(user=user)


def leave_seat(*, table_id: str, user: User, now: datetime) -> None:
    """Free the user's seat. If nobody but the site's bots is left, the table is abandoned.

    Raise NotSeated if the user has no seat, and AlreadyStarted if the game has started.
    """
    _dispatch_or_raise(Command(table_id, LeaveSeat(), now, user=user.pk))


def add_bot(
    *, table_id: str, user: User, now: datetime, level: str | None = None, seat: int | None = None
) -> None:
    """Put a bot of the site in `seat` or, if it is None, in the first free seat.

    If `level` is None, the bot has DEFAULT_LEVEL. Raise NotSeated unless the user has a seat at the table.
    """
    snapshot = load_snapshot(table_id)
    if snapshot.state.seat_of(user.pk) is None:
        raise NotSeated(Sentence("Only players at the table can add a bot."))
    if snapshot.state.status == OPEN and has_group_challenge(table_id):
        raise SeatTaken(SEATS_RESERVED)
    name = choose_bot_names(_player_names(snapshot.state), 1)[0]
    _dispatch_or_raise(
        Command(table_id, TakeSeat(name, "bot", level=validate_bot_level(level), seat=seat), now)
    )


def remove_player(*, table_id: str, user: User, seat: int, now: datetime, name: str | None = None) -> None:
    """Remove the bot or person in `seat` from the table before the game starts.

    Raise NotTheHost if `user` is not the table's host, NobodyThere if the seat is free, and SomebodyElseThere
    if `name` is given and the player in the seat has another name.
    """
    _dispatch_or_raise(Command(table_id, RemovePlayer(seat, name), now, user=user.pk))


def change_options(*, table_id: str, user: User, changes: object, now: datetime) -> None:
    """Change some of a table's options before the game starts.

    `changes` maps the names of options to their new values. Raise NotTheHost if `user` is not the table's
    host. Raise BadRequest if a new value is invalid, or if a whole group was challenged to a game with the
    present options.
    """
    if not isinstance(changes, Mapping):
        raise BadRequest({"options": [Sentence("This must be an object.")]})
    # If the table changes in the meantime, its options may have changed, too, so try again.
    for _ in range(MAX_ATTEMPTS):
        snapshot = load_snapshot(table_id)
        if snapshot.state.status == OPEN and has_group_challenge(table_id):
            agreed = Sentence("The players were challenged to a game with these options.")
            raise BadRequest({"options": [agreed]}, agreed)
        wanted = _apply_option_changes(snapshot.state.options, changes)
        if Table.objects.filter(pk=table_id, visibility=TableVisibility.PRIVATE).exists():
            wanted = _apply_default_stand_in_time(wanted)
        action = ChangeOptions(wanted)
        with suppress(Stale):
            _dispatch_or_raise(Command(table_id, action, now, user=user.pk, at_entry=snapshot.number))
            return
    raise Unavailable()


def _apply_option_changes(options: Options, changes: Mapping[str, object]) -> Options:
    """Return the options with these changes.

    A new preset (a named set of rules), pace or clock resets the options that depend on it.
    """
    known: dict[str, object] = {**options.as_dict()}
    if "preset" in changes:
        for implied in ("restriction", "reveal", "rounds"):
            known.pop(implied)
    if "pace" in changes:
        for implied in ("days", "on_timeout", "clock", "undo", "stand_in_minutes"):
            known.pop(implied, None)
    if changes.get("clock") is not None:
        # A clock moves for people who are away, so no stand-in time is needed.
        known.pop("stand_in_minutes", None)
    return parse_options({**known, **changes})


def start_game(*, table_id: str, user: User, now: datetime) -> None:
    """Start the game with the seated players. While the host is connected, only the host may do this."""
    state = load_snapshot(table_id).state
    seat = state.seat_of(user.pk)
    # Not checked by the rules, because connections are not in the log and a replay could not know them.
    if seat is not None and seat != state.host and state.host in find_connected_seats(table_id):
        raise NotTheHost(Sentence("The host of this table starts the game."))
    if state.status == OPEN and has_group_challenge(table_id):
        raise NotEnoughPlayers(
            Sentence("The game begins when everybody who was challenged to it has accepted.")
        )
    _dispatch_or_raise(Command(table_id, StartGame(), now, user=user.pk))


def _dispatch_or_raise(command: Command) -> None:
    """Carry out a command, and wait until the result is committed. Raise a Refusal if it is not allowed."""
    outcome = dispatch(command)
    if isinstance(outcome, Refusal):
        raise outcome


def build_take_seat_action(user: User, salt: str, seat: int | None) -> TakeSeat:
    """Return the action by which the user takes `seat` or, if it is None, the first free seat.

    `salt`, in hex, is the user's own share of the randomness of the deals.
    """
    return TakeSeat(user.username, user.kind, user=user.pk, seat=seat, salt=salt or None)


def _player_names(state: State) -> tuple[str, ...]:
    """Return the names of the people and bots at a table, in the order of their seats. Skip free seats."""
    return tuple(seat.name for seat in state.seats if seat is not None)
