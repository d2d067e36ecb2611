"""Rematches: the next game of the same people, with the same options, seats and bots."""

import secrets
from contextlib import suppress
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from games.models import Table
from games.models.table import GameStatus
from games.rules.cards.deal import SEED_BYTES
from games.rules.errors import AlreadySeated, AlreadyStarted, NotFinished, NotSeated, SeatTaken
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
    """Open or join the rematch of a finished game, and return the rematch's table id.

    `salt`, in hex, is the user's own share of the randomness of the deals. Raise NotSeated for spectators,
    and another Refusal if the game is not finished or the rematch cannot be opened or joined.
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
    """Open a rematch with the site's bots in their former seats, and apply the user's `seat_action`.

    Return the new table's id, or None if another player opened a rematch first.
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

    They are the same, except that the pause between rounds lasts at least MIN_CHEATING_PAUSE if cheating is
    allowed.
    """
    if not options.cheating:
        return options
    # Older games may have a shorter pause.
    return options._replace(pause=max(options.pause, MIN_CHEATING_PAUSE))


def _take_former_seat(rematch_table: Table, user: User, seat: int, salt: str, now: datetime) -> None:
    """Give the user the former seat `seat` in the rematch or, if it is taken, another free seat.

    Do nothing if the user already has a seat. `salt`, in hex, is the user's own share of the randomness of
    the deals. Raise AlreadyStarted if the rematch has begun without the user.
    """
    if load_snapshot(rematch_table.pk).state.seat_of(user.pk) is not None:
        return
    if rematch_table.status != GameStatus.OPEN:
        raise AlreadyStarted(Sentence("The others have begun the next game without you."))
    sit = partial(
        take_seat, table_id=rematch_table.pk, user=user, salt=salt, invite=rematch_table.invite, now=now
    )
    # The same user may ask twice at once, as with a double click.
    with suppress(AlreadySeated):
        try:
            sit(seat=seat)
        except SeatTaken:
            sit()
