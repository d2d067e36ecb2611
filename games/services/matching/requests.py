"""Requests for a quick match: storing them, keeping them alive, and deleting them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from core.realtime import bus
from core.sentence import Sentence
from games import broadcast
from games.models import MatchRequest
from games.models.lobby import Pace
from games.rules.errors import BotsNotAdmitted
from games.selectors.lobby.matching import has_found_table
from games.services.attendance.grace import GRACE_SECONDS
from games.services.commands import committer
from games.services.lobby.bots import validate_bot_level
from games.services.matching.tables import form_tables

FILL_DELAY_SECONDS = 20.0
"""Seconds for which people wait for others. Then bots take the free seats, if the people accept bots."""
REQUEST_TIMEOUT = timedelta(seconds=GRACE_SECONDS[0])
"""How long a request is kept without a sign of life: as long as the first grace period in a game."""
KEEP_MATCHED = timedelta(minutes=10)
"""How long a request is kept after its table was opened."""


def request_match(
    *,
    user: User,
    now: datetime,
    size: int | None = None,
    pace: str = Pace.NORMAL,
    fill_with_bots: bool = True,
    bot_level: str | None = None,
    salt: str = "",
) -> None:
    """Start the user's search for a quick match, and open all tables that can be filled now.

    The new search replaces an earlier one, unless both ask for the same game: then the earlier one goes on.
    Do not start a search if the user has already found a table. If `size` is None, the user accepts a table
    of any size. `pace` is a value of Pace, which determines the time for each decision. `fill_with_bots`
    says whether bots may take the seats that stay free. `salt`, in hex, is the user's own share of the
    randomness of the deals. Raise BotsNotAdmitted for bot accounts, and BadRequest for an unknown bot level.
    """
    committer.check_not_draining()
    if user.is_bot:
        raise BotsNotAdmitted(Sentence("Quick matches are for people."))
    wishes: dict[str, object] = {
        "size": size,
        "pace": pace,
        "fill_with_bots": fill_with_bots,
        "bot_level": validate_bot_level(bot_level),
    }
    if _store_request(user, wishes, salt, now):
        bus.publish_message(broadcast.MatchChange([user.pk]))
    form_tables(now=now)


def _store_request(user: User, wishes: dict[str, object], salt: str, now: datetime) -> bool:
    """Store a user's new match request, delete any earlier one, and return True.

    If the user already has the same waiting request or has found a table, store nothing new and return False.
    `wishes` are columns of the request, such as `size` and `pace`. `salt`, in hex, is the user's own share of
    the randomness of the deals.
    """
    with transaction.atomic():
        # Locked, so that of two concurrent requests the second finds the first. `no_key`, so that storing a
        # seat for this user at the same time does not have to wait.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mine = MatchRequest.objects.filter(user=user)
        # A process that is forming a table with the request has locked it, so wait for the result.
        list(mine.select_for_update())
        # The same request stays, and is marked as active.
        if has_found_table(user.pk) or mine.filter(table=None, **wishes).update(seen_at=now):
            return False
        mine.delete()
        patient_until = now + timedelta(seconds=FILL_DELAY_SECONDS)
        MatchRequest.objects.create(
            user=user, requested_at=now, seen_at=now, patient_until=patient_until, salt=salt, **wishes
        )
    return True


def keep_match_requests_alive(*, user_ids: Collection[int], now: datetime) -> None:
    """Record that these users are active, so that their waiting match requests don't expire."""
    MatchRequest.objects.filter(user__in=user_ids, table=None).update(seen_at=now)


def delete_stale_requests(*, now: datetime) -> None:
    """Delete the waiting match requests of users who are no longer active, and notify these users.

    Also delete requests for which a table was opened at least KEEP_MATCHED (10 minutes) ago.
    """
    gone = MatchRequest.objects.filter(table=None, seen_at__lte=now - REQUEST_TIMEOUT)
    users = list(gone.values_list("user_id", flat=True))
    if users:
        # The condition is checked again, because a user may have come back just now.
        gone.filter(user__in=users).delete()
        bus.publish_message(broadcast.MatchChange(users))
    MatchRequest.objects.filter(matched_at__lte=now - KEEP_MATCHED).delete()
