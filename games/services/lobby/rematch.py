"""Rematches: the next game of the same people, with the same options, seats and bots."""

import secrets
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from games.models import Table
from games.models.table import GameStatus
from games.rules.cards.deal import SEED_BYTES
from games.rules.errors import AlreadyStarted, NotFinished, NotSeated, SeatTaken
from games.rules.options import MIN_CHEATING_PAUSE, Options
from games.rules.state import State
from games.rules.statuses import FINISHED
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.selectors.tables import get_table
from games.services.commands import committer
from games.services.commands.handler import announce_change
from games.services.lobby.lobby import (
    build_opening_change,
    build_take_seat_action,
    create_table_for,
    take_seat,
)
from games.store.tables import load_snapshot


def play_again(*, table_id: str, user: User, now: datetime, salt: str = "") -> str:
    """Join the rematch of a finished game, opening it if necessary, and return the rematch's table id.

    The user gets their former seat if it is free. Raise NotSeated, NotFinished, AlreadyStarted if the rematch
    has started without the user, or another Refusal.
    """
    committer.check_not_draining()
    state = load_snapshot(table_id).state
    seat = state.seat_of(user.pk)
    if seat is None:
        raise NotSeated()
    if state.status != FINISHED:
        raise NotFinished()
    # Other players may open or start the next game in the meantime, so try again.
    while True:
        row = get_table(table_id)
        following = row.next_table
        if following is None or following.status in (GameStatus.FINISHED, GameStatus.ABANDONED):
            opened = _open_rematch(row, state, user, build_take_seat_action(user, salt, seat), now)
            if opened is not None:
                return opened
        else:
            _take_former_seat(following, user, seat, salt, now)
            return following.pk


def _open_rematch(
    finished_table: Table, state: State, user: User, seat_action: TakeSeat, now: datetime
) -> str | None:
    """Open the rematch's table, seat the user (by `seat_action`) and the site's bots, and return its id.

    `state` is the final state of the finished game. If another player has just opened the rematch, store
    nothing and return None.
    """
    bots = [
        TakeSeat(bot.name, bot.kind, level=bot.level, seat=number)
        for number, bot in enumerate(state.seats)
        if bot is not None and bot.kind == "bot" and bot.user is None
    ]
    opening = OpenTable(_rematch_options(state.options), len(state.seats), secrets.token_hex(SEED_BYTES))
    change = build_opening_change(opening, [seat_action, *bots], now)
    table_id = change.after.table_id
    columns = {"visibility": finished_table.visibility, "visiting_bots": finished_table.visiting_bots}
    with transaction.atomic():
        create_table_for(user, change, now, **columns)
        # Two players may ask at once; the one whose table is not linked joins the other's table.
        if not Table.objects.filter(pk=finished_table.pk, next_table=finished_table.next_table_id).update(
            next_table=table_id
        ):
            transaction.set_rollback(True)
            return None
    announce_change(change)
    return table_id


def _rematch_options(options: Options) -> Options:
    """Return the options for the rematch of a game with these options.

    If cheating is allowed, a pause between rounds that is shorter than MIN_CHEATING_PAUSE is lengthened.
    """
    if not options.cheating:
        return options
    # Older games may have a shorter pause.
    return options._replace(pause=max(options.pause, MIN_CHEATING_PAUSE))


def _take_former_seat(rematch_table: Table, user: User, seat: int, salt: str, now: datetime) -> None:
    """Give the user their former seat in the rematch or, if that is taken, the first free seat.

    Do nothing if the user already has a seat. Raise AlreadyStarted if the rematch has started without the
    user.
    """
    if load_snapshot(rematch_table.pk).state.seat_of(user.pk) is not None:
        return
    if rematch_table.status != GameStatus.OPEN:
        raise AlreadyStarted(Sentence("The others have begun the next game without you."))
    sit = partial(
        take_seat, table_id=rematch_table.pk, user=user, salt=salt, invite=rematch_table.invite, now=now
    )
    try:
        sit(seat=seat)
    except SeatTaken:
        sit()
