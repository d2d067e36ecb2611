"""Forms the tables of quick matches: claims the requests, opens the table, and announces it."""

import logging
import secrets
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.selectors import find_block_pairs
from core.realtime import bus
from games import broadcast
from games.models import MatchRequest
from games.models.lobby import Pace
from games.models.table import TableVisibility
from games.rules.cards.deal import SEED_BYTES
from games.rules.options import parse_options
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.selectors.lobby.matching import waiting_requests
from games.services.commands.handler import announce_change
from games.services.lobby.bots import choose_bot_names
from games.services.lobby.lobby import build_opening_change, build_take_seat_action
from games.services.matching.grouping import Group, Seeker, group_seekers
from games.store.append import TableChange
from games.store.create import create_table

logger = logging.getLogger(__name__)

PRESENT_SECONDS = 6.0
"""Seconds without a sign of life after which a person is skipped; pages send one every two seconds."""
CLOCKS = {Pace.FAST: 15, Pace.NORMAL: 30, Pace.RELAXED: 60}
"""The table's clock in seconds per decision, by pace."""


def form_tables(*, now: datetime) -> list[str]:
    """Open a table for each group of waiting people who want the same game, and return the tables' ids."""
    # Several processes may call this at the same time.
    requests = waiting_requests(seen_since=now - timedelta(seconds=PRESENT_SECONDS))
    blocks = find_block_pairs({each.user_id for each in requests})
    by_key = {each.pk: each for each in requests}
    formed = []
    for group in group_seekers([_build_seeker(each, now) for each in requests], blocks):
        try:
            change = _open_table(group, [by_key[member.request] for member in group.members], now)
        except Exception:
            logger.exception("A match cannot be seated")
            # The members of the group keep waiting.
            continue
        if change is not None:
            formed.append(change.after.table_id)
    return formed


def _build_seeker(request: MatchRequest, now: datetime) -> Seeker:
    """Describe the person who made a match request, as a Seeker for forming groups."""
    has_waited = request.patient_until <= now
    return Seeker(request.pk, request.user_id, request.size, request.pace, request.fill_with_bots, has_waited)


def _open_table(group: Group, requests: list[MatchRequest], now: datetime) -> TableChange | None:
    """Store a new table for a group of people, and return the stored change.

    If one of these people is no longer waiting, store nothing and return None.
    """
    # Strangers have not agreed to taking cards back; bots always agree.
    options = {"clock": CLOCKS[Pace(requests[0].pace)], "undo": len(requests) == 1}
    opening = OpenTable(parse_options(options), group.size, secrets.token_hex(SEED_BYTES))
    people = [build_take_seat_action(each.user, each.salt, None) for each in requests]
    names = choose_bot_names(tuple(each.user.username for each in requests), group.size - len(people))
    # The first person has waited longest, so the bots get the level that this person chose.
    bots = [TakeSeat(name, "bot", level=requests[0].bot_level) for name in names]
    change = build_opening_change(opening, [*people, *bots], now)
    with transaction.atomic():
        if not _assign_requests(requests, change.after.table_id, now):
            transaction.set_rollback(True)
            return None
        create_table(
            change,
            opened_by=requests[0].user,
            opened_at=now,
            visibility=TableVisibility.PUBLIC,
            visiting_bots=False,
        )
        transaction.on_commit(partial(_announce_match, change, [each.user_id for each in requests]))
    return change


def _assign_requests(requests: list[MatchRequest], table_id: str, now: datetime) -> bool:
    """Assign match requests to a table, and return True.

    Return False if a request was no longer waiting; the caller must then roll back the transaction.
    """
    # Always in the same order, so that two processes never wait for each other.
    keys = sorted(each.pk for each in requests)
    waiting = MatchRequest.objects.filter(table=None)
    # After False, other requests may already be assigned, so the caller must roll back.
    return all(waiting.filter(pk=key).update(table=table_id, matched_at=now) for key in keys)


def _announce_match(change: TableChange, user_ids: list[int]) -> None:
    """Announce the new table to all processes, and tell these users' pages that their search is over."""
    announce_change(change)
    bus.publish_message(broadcast.MatchChange(user_ids))
