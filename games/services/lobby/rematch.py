"""The next game of the same people: the same options, the same seats, the same bots."""

import secrets
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from games.models import Table
from games.models.table import GameStatus
from games.rules.cards.deal import SEED_BYTES
from games.rules.errors import AlreadyStarted, NotFinished, NotSeated, SeatTaken
from games.rules.options import MIN_CHEATING_PAUSE, Options
from games.rules.state import FINISHED, State
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.selectors.tables import table
from games.services.commands import committer
from games.services.commands.notifications import notify_opened
from games.services.lobby.lobby import create_for, opening_change, sitter_of, take_seat
from games.store.tables import load


def play_again(*, table_id: str, user: User, now: datetime, salt: str = "") -> str:
    """The id of the table at which the people of a finished one play again, with `user` seated there.

    The first who asks opens it and sits on the seat they had; our own bots come along at once. Each
    other person takes a seat by asking too. Raises NotFound, NotSeated, NotFinished, AlreadyStarted when the
    others play without them, TableFull, BotsNotAdmitted, TooManyOpenTables, or Unavailable.
    """
    committer.check_open()
    state = load(table_id).state
    seat = state.seat_of(user.pk)
    if seat is None:
        raise NotSeated()
    if state.status != FINISHED:
        raise NotFinished()
    while True:
        row = table(table_id)
        following = row.next_table
        if following is None or following.status in (GameStatus.FINISHED, GameStatus.ABANDONED):
            opened = _open(row, state, user, sitter_of(user, salt, seat), now)
            if opened is not None:
                return opened
        else:
            _sit_down(following, user, seat, salt, now)
            return following.pk


def _open(row: Table, state: State, user: User, sitter: TakeSeat, now: datetime) -> str | None:
    """The id of a new table that follows this one; None when somebody else has opened one meanwhile."""
    bots = [
        TakeSeat(bot.name, bot.kind, level=bot.level, seat=number)
        for number, bot in enumerate(state.seats)
        if bot is not None and bot.kind == "bot" and bot.user is None
    ]
    opening = OpenTable(_options_today(state.options), len(state.seats), secrets.token_hex(SEED_BYTES))
    change = opening_change(opening, [sitter, *bots], now)
    table_id = change.after.table_id
    columns = {"visibility": row.visibility, "visiting_bots": row.visiting_bots}
    with transaction.atomic():
        create_for(user, change, now, **columns)
        # Two may ask at once: the one whose table is not linked joins the other.
        if not Table.objects.filter(pk=row.pk, next_table=row.next_table_id).update(next_table=table_id):
            transaction.set_rollback(True)
            return None
    notify_opened(change)
    return table_id


def _options_today(options: Options) -> Options:
    """The options of a game, which may be older than the least pause of tables where one may cheat."""
    if not options.cheating:
        return options
    return options._replace(pause=max(options.pause, MIN_CHEATING_PAUSE))


def _sit_down(following: Table, user: User, seat: int, salt: str, now: datetime) -> None:
    """Take the seat that the user had before, or any free one; does nothing if the user already
    sits there.
    """
    if load(following.pk).state.seat_of(user.pk) is not None:
        return
    if following.status != GameStatus.OPEN:
        raise AlreadyStarted("The others have begun the next game without you.")
    sit = partial(take_seat, table_id=following.pk, user=user, salt=salt, invite=following.invite, now=now)
    try:
        sit(seat=seat)
    except SeatTaken:
        sit()
