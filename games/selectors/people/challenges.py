"""Challenges as their receivers, and the players at their tables, see them."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.selectors import find_account, received_friend_requests
from games.models import Challenge, Seat
from games.models.table import GameStatus
from games.rules.errors import NotSeated
from games.rules.sight import format_iso
from games.selectors.tables import get_table, table_rows
from games.wire.people import Inbox, ReceivedChallenge, TableChallenge


def challenges_of(user: User) -> QuerySet[Challenge]:
    """Return all challenges that the user has received, newest first.

    Challenges by blocked and deactivated accounts are left out.
    """
    found = Challenge.objects.filter(challenged=user, challenger__is_active=True)
    return found.exclude(challenger__blocked_by__user=user).select_related("challenger", "table")


def open_challenges_of(user: User, now: datetime) -> QuerySet[Challenge]:
    """Return the challenges that the user can accept or decline."""
    is_seated = Exists(Seat.objects.filter(table=OuterRef("table"), user=user))
    waiting = challenges_of(user).filter(answer="", expires_at__gt=now)
    return waiting.filter(table__status=GameStatus.OPEN, table__quarantined="").exclude(is_seated)


def received_challenges(user: User, now: datetime) -> list[ReceivedChallenge]:
    """Return the challenges that the user can accept or decline, newest first."""
    challenges = list(
        open_challenges_of(user, now).prefetch_related("table__seats").order_by("-challenged_at", "-pk")
    )
    rows = table_rows([challenge.table for challenge in challenges])
    return [
        {
            "id": challenge.pk,
            "username": challenge.challenger.username,
            "expires_at": format_iso(challenge.expires_at),
            "table": row,
        }
        for challenge, row in zip(challenges, rows, strict=True)
    ]


def challenges_at(table_id: str, user: int, now: datetime) -> list[TableChallenge]:
    """Return all challenges to a table, newest first, for a player there.

    Raises NotFound, or NotSeated if `user` has no seat at the table.
    """
    if not get_table(table_id).seats.filter(user_id=user).exists():
        raise NotSeated()
    found = Challenge.objects.filter(table=table_id).select_related("challenger", "challenged", "table")
    return [
        {
            "username": challenge.challenged.username,
            "challenger": challenge.challenger.username,
            "state": challenge.state(now),
            "expires_at": format_iso(challenge.expires_at),
        }
        for challenge in found
    ]


def inbox_of(user_id: int, now: datetime) -> Inbox | None:
    """Return a user's inbox: the number of friend requests, and the open challenges.

    Returns None if there is no such active account.
    """
    user = find_account(user_id)
    if user is None:
        return None
    return {
        "friend_requests": received_friend_requests(user).count(),
        "challenges": received_challenges(user, now),
    }


def waiting_count(user: User, now: datetime) -> int:
    """Return the number of a user's open friend requests and challenges.

    Takes a single query, because every page needs it.
    """
    requests = received_friend_requests(user).order_by().values("pk")
    return requests.union(open_challenges_of(user, now).order_by().values("pk"), all=True).count()


def find_challenged_users(table_ids: Collection[str], now: datetime) -> set[int]:
    """Return the ids of the users with unanswered, unexpired challenges to these tables.

    Tables at which the game has started are included.
    """
    waiting = Challenge.objects.filter(table__in=table_ids, answer="", expires_at__gt=now)
    return set(waiting.values_list("challenged_id", flat=True))


def recent_challenges(since: datetime) -> list[Challenge]:
    """Return the challenges that were made or answered after `since`."""
    recent = Challenge.objects.filter(Q(challenged_at__gt=since) | Q(answered_at__gt=since))
    return list(recent.select_related("challenged"))


def answered_challenge(challenge_id: int) -> Challenge | None:
    """Return a challenge with the person who was challenged, or None if it no longer exists."""
    return Challenge.objects.filter(pk=challenge_id).select_related("challenged").first()
