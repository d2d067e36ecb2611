"""Requests for quick matches: the people who are waiting, and each person's own request."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import MatchRequest, Seat
from games.models.table import RUNNING
from games.rules.sight import format_iso
from games.wire.matching import MatchState, QuickMatch

MAX_USERS_IN_QUERY = 100
"""More users than this are compared with the current requests before any request is read."""


def waiting_requests(*, seen_since: datetime) -> list[MatchRequest]:
    """Return the users' requests for a quick match that still wait for a table, oldest first.

    For a quick match, the server finds users who want the same game. Leave out deactivated users, and users
    not seen since `seen_since`.
    """
    waiting = MatchRequest.objects.filter(table=None, seen_at__gte=seen_since, user__is_active=True)
    return list(waiting.select_related("user").order_by("requested_at", "pk"))


def has_match_requests() -> bool:
    """Return whether any quick-match requests exist, waiting or already matched."""
    return MatchRequest.objects.exists()


def has_found_table(user_id: int) -> bool:
    """Return whether the user has been matched to a running game but has not arrived at the table yet."""
    return _current_requests().filter(user=user_id, table__isnull=False).exists()


def match_requests_of(user_ids: Iterable[int]) -> dict[int, QuickMatch]:
    """Return these users' quick-match requests in the API's format, by user id.

    Leave out requests of users already at their table.
    """
    users = set(user_ids)
    if len(users) > MAX_USERS_IN_QUERY:
        # A lobby asks about thousands, of whom few are searching: first see who is searching at all.
        users &= set(_current_requests().values_list("user_id", flat=True))
    if not users:
        return {}
    return {each.user_id: _describe_request(each) for each in _current_requests().filter(user__in=users)}


def match_state(user_id: int, *, now: datetime) -> MatchState:
    """Return the user's quick-match request and the server's time, in the API's format.

    The request is None unless it still waits for a match, or for the user to arrive at a running game.
    """
    return describe_match(match_requests_of([user_id]).get(user_id), now=now)


def describe_match(match: QuickMatch | None, *, now: datetime) -> MatchState:
    """Return a quick-match request with the server's time, in the API's format.

    `match` is None if the user has no request.
    """
    return {"match": match, "server_time": format_iso(now)}


def _current_requests() -> QuerySet[MatchRequest]:
    """Select the quick-match requests that are still in use.

    They wait for a match, or have found a running game at which the user has not arrived yet.
    """
    arrived = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"), arrived_at__isnull=False)
    expected = Q(table__status__in=RUNNING, table__quarantined="") & ~Exists(arrived)
    return MatchRequest.objects.filter(Q(table=None) | expected)


def _describe_request(request: MatchRequest) -> QuickMatch:
    """Convert a quick-match request to the API's format.

    `fill_at` is the time when bots take the free seats, or None if the user does not want bots.
    """
    return {
        "size": request.size,
        "pace": request.pace,
        "fill_with_bots": request.fill_with_bots,
        "bot_level": request.bot_level,
        "requested_at": format_iso(request.requested_at),
        "fill_at": format_iso(request.patient_until) if request.fill_with_bots else None,
        "table": request.table_id,
    }
