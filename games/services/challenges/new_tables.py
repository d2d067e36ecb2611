"""Challenges to a new slow table: the game begins when all have accepted, and ends if one person declines."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.online import find_online_users
from core.refusal import BadRequest
from core.sentence import Sentence
from games.models import Challenge, Seat, Table
from games.models.challenge import ChallengeAnswer
from games.models.mail import MailKind
from games.models.table import GameStatus, TableVisibility
from games.rules.cards.deal import SEED_BYTES
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS, parse_options
from games.rules.options.pace import SLOW
from games.rules.topics.lobby import LeaveSeat, OpenTable
from games.selectors.people.challenges import (
    find_tables_that_cannot_start,
    find_tables_with_expired_challenges,
)
from games.services.challenges.challenging import find_person_to_challenge, store_challenges
from games.services.challenges.errors import CannotChallengeYourself
from games.services.commands import committer
from games.services.commands.act import dispatch_all
from games.services.commands.command import Command
from games.services.commands.handler import announce_change
from games.services.lobby.lobby import build_opening_change, build_take_seat_action, create_table_for
from games.services.mail.queue import queue_email
from games.services.mail.recipients import find_email_addresses
from games.services.matching.withdrawal import withdraw_request
from games.shards import ServedShards, all_shards, shard_of

POLL_INTERVAL_SECONDS = 60.0
"""Seconds between two queries for tables that can no longer fill."""


def challenge_to_new_table(
    *, user: User, names: Sequence[str], now: datetime, in_order: bool, options: Mapping[str, object]
) -> str:
    """Open a slow table, challenge the named people to it, and return the table's id.

    If `in_order` is true, the seats follow the order of `names`; otherwise they are drawn at random. Raise a
    Refusal if the people or the options are not allowed.
    """
    committer.check_not_draining()
    seated = _find_players_in_order(user, names)
    others = [person for person in seated if person != user]
    if not MIN_PLAYERS <= len(seated) <= MAX_PLAYERS:
        raise BadRequest(
            {
                "usernames": [
                    Sentence(
                        "Wizard is played by %(least)d to %(most)d.", least=MIN_PLAYERS, most=MAX_PLAYERS
                    )
                ]
            }
        )
    wanted = parse_options({**options, "pace": SLOW, "random_seats": not in_order})
    opening = OpenTable(wanted, len(seated), secrets.token_hex(SEED_BYTES))
    own_seat = seated.index(user) if in_order else 0
    change = build_opening_change(opening, [build_take_seat_action(user, "", own_seat)], now)
    with transaction.atomic():
        create_table_for(user, change, now, visibility=TableVisibility.PUBLIC, visiting_bots=False)
        table = Table.objects.get(pk=change.after.table_id)
        seats = {person.pk: seat if in_order else None for seat, person in enumerate(seated)}
        # The user plays too, and the game begins when everybody has accepted.
        store_challenges(table, user, others, now, seats=seats, together=True)
        withdraw_request(user=user)
        # After the commit: a process told of it earlier would find no table.
        transaction.on_commit(partial(announce_change, change))
    return table.pk


def _find_players_in_order(user: User, names: Sequence[str]) -> list[User]:
    """Return the users with these names. If `user` is not among them, put `user` first.

    Raise a Refusal if `user` may not challenge one of these people, if a person is named twice, or if only
    `user` is named.
    """
    people = [find_person_to_challenge(user, name) for name in names]
    for person in people:
        if people.count(person) > 1:
            twice = Sentence("“%(name)s” is named twice.", name=person.username)
            raise BadRequest({"usernames": [twice]}, twice)
    if people == [user]:
        raise CannotChallengeYourself
    return people if user in people else [user, *people]


def queue_failed_challenge_emails(
    *, table_id: str, reason: Sentence, now: datetime, except_user_id: int | None = None
) -> None:
    """Tell the players of a group challenge by email that their game will not begin.

    Queue an email to the challenger and to everybody who has accepted. Skip people who are online or have no
    usable email address, and the user with the id `except_user_id`. Each email begins with `reason`.
    """
    known = Challenge.objects.filter(table=table_id, together=True)
    waiting = {
        *known.values_list("challenger", flat=True),
        *known.filter(answer=ChallengeAnswer.ACCEPTED).values_list("challenged", flat=True),
    } - {except_user_id}
    told = waiting - find_online_users(waiting)
    for user_id in find_email_addresses(told):
        queue_email(
            user_id=user_id,
            kind=MailKind.CHALLENGE,
            now=now,
            sentences=[reason, Sentence("So the game at board %(board)s does not begin.", board=table_id)],
            occasion=f"ended {table_id}",
        )


def remove_all_players(table_id: str, *, now: datetime) -> None:
    """Remove all people from a table that is waiting for players, so that the table is abandoned."""
    places = Seat.objects.filter(table=table_id, table__status=GameStatus.OPEN, user__isnull=False)
    seats = places.values_list("seat", flat=True)
    dispatch_all([Command(table_id, LeaveSeat(), now, seat=seat) for seat in seats])


class ChallengeWatch:
    """Ends the tables of group challenges that can no longer fill.

    A table can no longer fill if somebody has not answered in time or has left their seat.
    """

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that ends failed group challenges.

        It handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served
        self._ticked = float("-inf")

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """End the group challenges whose games can no longer begin.

        Do nothing if fewer than POLL_INTERVAL_SECONDS have passed since the last time. A game can no longer
        begin if somebody has left the table, has declined or has not answered in time, or if a challenge was
        withdrawn. Queue emails to the players, and remove the players from the table.
        """
        if monotonic_now - self._ticked < POLL_INTERVAL_SECONDS:
            return
        self._ticked = monotonic_now
        ended = {
            **dict.fromkeys(find_tables_that_cannot_start(), Sentence("Somebody has left the table.")),
            **dict.fromkeys(
                find_tables_with_expired_challenges(now), Sentence("Not everybody answered in time.")
            ),
        }
        shards = self._served()
        for table_id, reason in ended.items():
            if shard_of(table_id) not in shards:
                continue
            # In this order, so that a crash in between loses no email; the occasion prevents a second one.
            queue_failed_challenge_emails(table_id=table_id, reason=reason, now=now)
            remove_all_players(table_id, now=now)
