"""Challenges as their receivers, and the players at their tables, see them."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.selectors import find_account, received_friend_requests
from games.models import Challenge, Seat
from games.models.challenge import ChallengeAnswer
from games.models.table import GameStatus
from games.rules.errors import NotSeated
from games.rules.sight import format_iso
from games.selectors.tables import get_table, table_rows
from games.wire.people import Inbox, ReceivedChallenge, TableChallenge


def challenges_of(user: User) -> QuerySet[Challenge]:
    """Return all challenges that the user has received, newest first.

    Challenges from blocked and deactivated accounts are left out.
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
    """Return the number of friend requests and challenges that the user can answer.

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


def waits_for_everybody(table_id: str) -> bool:
    """Whether the seats of a table are for people who were challenged to it together."""
    return Challenge.objects.filter(table=table_id, together=True).exists()


def are_seats_reserved(table_id: str, user: int) -> bool:
    """Whether an open table's free seats are kept for people who were challenged to it, without `user`."""
    known = Challenge.objects.filter(table=table_id, together=True)
    return known.exists() and not known.filter(Q(challenged=user) | Q(challenger=user)).exists()


def reserved_seat(table_id: str, user: int) -> int | None:
    """Return the seat that a challenge keeps for the user, or None if they can take any free one."""
    kept = Challenge.objects.filter(table=table_id, challenged=user, together=True, seat__isnull=False)
    return kept.values_list("seat", flat=True).first()


def find_left_tables() -> list[str]:
    """Return the open tables that wait for all who were challenged together, though one has given up.

    The challenger or somebody who had accepted has no seat any more, or a challenge was declined or
    withdrawn.
    """
    places = Seat.objects.filter(table=OuterRef("table"))
    has_left = Q(answer=ChallengeAnswer.ACCEPTED) & ~Exists(places.filter(user=OuterRef("challenged")))
    has_refused = Q(answer__in=(ChallengeAnswer.DECLINED, ChallengeAnswer.WITHDRAWN))
    has_no_host = ~Exists(places.filter(user=OuterRef("challenger")))
    given_up = Challenge.objects.filter(has_left | has_refused | has_no_host, together=True)
    given_up = given_up.filter(table__status=GameStatus.OPEN, table__quarantined="")
    return list(given_up.values_list("table_id", flat=True).distinct())


def find_expired_tables(now: datetime) -> list[str]:
    """Return the open tables that wait for all who were challenged together, though one's time is over."""
    late = Challenge.objects.filter(together=True, answer="", expires_at__lte=now)
    late = late.filter(table__status=GameStatus.OPEN, table__quarantined="")
    return list(late.values_list("table_id", flat=True).distinct())


def recent_challenges(since: datetime) -> list[Challenge]:
    """Return the challenges that were made or answered after `since`."""
    recent = Challenge.objects.filter(Q(challenged_at__gt=since) | Q(answered_at__gt=since))
    return list(recent.select_related("challenged"))


def answered_challenge(challenge_id: int) -> Challenge | None:
    """Return a challenge with the person who was challenged, or None if it no longer exists."""
    return Challenge.objects.filter(pk=challenge_id).select_related("challenged").first()
