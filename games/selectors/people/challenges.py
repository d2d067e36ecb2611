"""Challenges, for the people who have received them and for the players at the tables."""

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
from games.selectors.tables import describe_lobby_tables, get_table
from games.wire.people import Inbox, ReceivedChallenge, TableChallenge


def challenges_of(user: User) -> QuerySet[Challenge]:
    """Return the challenges (invitations to a table) that the user has received, newest first.

    Leave out challenges from deactivated accounts, and from people whom the user has blocked.
    """
    found = Challenge.objects.filter(challenged=user, challenger__is_active=True)
    return found.exclude(challenger__blocked_by__user=user).select_related("challenger", "table")


def open_challenges_of(user: User, now: datetime) -> QuerySet[Challenge]:
    """Return the challenges (invitations to a table) that the user can answer now, newest first."""
    is_seated = Exists(Seat.objects.filter(table=OuterRef("table"), user=user))
    waiting = challenges_of(user).filter(answer="", expires_at__gt=now)
    return waiting.filter(table__status=GameStatus.OPEN, table__quarantined="").exclude(is_seated)


def received_challenges(user: User, now: datetime) -> list[ReceivedChallenge]:
    """Return the challenges that the user can answer now, in the API's format, newest first."""
    challenges = list(
        open_challenges_of(user, now).prefetch_related("table__seats").order_by("-challenged_at", "-pk")
    )
    rows = describe_lobby_tables([challenge.table for challenge in challenges])
    return [
        {
            "id": challenge.pk,
            "username": challenge.challenger.username,
            "expires_at": format_iso(challenge.expires_at),
            "table": row,
        }
        for challenge, row in zip(challenges, rows, strict=True)
    ]


def challenges_to_table(table_id: str, user_id: int, now: datetime) -> list[TableChallenge]:
    """Return all challenges (invitations) to a table in the API's format, newest first.

    Include answered and expired challenges. Raise NotSeated if the user has no seat at the table.
    """
    if not get_table(table_id).seats.filter(user_id=user_id).exists():
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
    """Return the number of the user's friend requests, and the challenges that the user can answer.

    Return None for a deactivated or missing account.
    """
    user = find_account(user_id)
    if user is None:
        return None
    return {
        "friend_requests": received_friend_requests(user).count(),
        "challenges": received_challenges(user, now),
    }


def count_answerable_requests(user: User, now: datetime) -> int:
    """Return the number of friend requests and challenges that the user can answer, with a single query."""
    requests = received_friend_requests(user).order_by().values("pk")
    return requests.union(open_challenges_of(user, now).order_by().values("pk"), all=True).count()


def find_challenged_users(table_ids: Collection[str], now: datetime) -> set[int]:
    """Return the ids of the users with a challenge to one of these tables.

    The challenge must be unanswered and must not have expired.
    """
    waiting = Challenge.objects.filter(table__in=table_ids, answer="", expires_at__gt=now)
    return set(waiting.values_list("challenged_id", flat=True))


def has_group_challenge(table_id: str) -> bool:
    """Return whether a whole group was challenged to the table.

    The game then begins only when everybody in the group has accepted.
    """
    return Challenge.objects.filter(table=table_id, together=True).exists()


def are_seats_reserved_for_others(table_id: str, user_id: int) -> bool:
    """Return whether the table's free seats are reserved for a group to which the user does not belong."""
    known = Challenge.objects.filter(table=table_id, together=True)
    return known.exists() and not known.filter(Q(challenged=user_id) | Q(challenger=user_id)).exists()


def find_reserved_seat(table_id: str, user_id: int) -> int | None:
    """Return the number of the seat that is reserved for the user at the table, or None if there is none.

    Only a challenge to a whole group can reserve seats.
    """
    kept = Challenge.objects.filter(table=table_id, challenged=user_id, together=True, seat__isnull=False)
    return kept.values_list("seat", flat=True).first()


def find_tables_that_cannot_start() -> list[str]:
    """Return the ids of open tables where the challenge to a whole group has failed.

    A challenge fails if a challenged player declines, or leaves the table after accepting. A challenge also
    fails if the challenger withdraws the challenge or leaves the table.
    """
    places = Seat.objects.filter(table=OuterRef("table"))
    has_left = Q(answer=ChallengeAnswer.ACCEPTED) & ~Exists(places.filter(user=OuterRef("challenged")))
    has_refused = Q(answer__in=(ChallengeAnswer.DECLINED, ChallengeAnswer.WITHDRAWN))
    has_no_host = ~Exists(places.filter(user=OuterRef("challenger")))
    given_up = Challenge.objects.filter(has_left | has_refused | has_no_host, together=True)
    given_up = given_up.filter(table__status=GameStatus.OPEN, table__quarantined="")
    return list(given_up.values_list("table_id", flat=True).distinct())


def find_tables_with_expired_challenges(now: datetime) -> list[str]:
    """Return the ids of open tables where a member of a challenged group did not answer in time."""
    late = Challenge.objects.filter(together=True, answer="", expires_at__lte=now)
    late = late.filter(table__status=GameStatus.OPEN, table__quarantined="")
    return list(late.values_list("table_id", flat=True).distinct())


def recent_challenges(since: datetime) -> list[Challenge]:
    """Return the challenges sent or answered after `since`, with the challenged users loaded."""
    recent = Challenge.objects.filter(Q(challenged_at__gt=since) | Q(answered_at__gt=since))
    return list(recent.select_related("challenged"))


def find_challenge(challenge_id: int) -> Challenge | None:
    """Return a challenge with the challenged user loaded, or None if the challenge does not exist."""
    return Challenge.objects.filter(pk=challenge_id).select_related("challenged").first()
