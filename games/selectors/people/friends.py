"""Friends with their status: whether they are online, and at which table."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models import User
from accounts.online import find_online_users
from accounts.preferences import stored_preferences
from accounts.selectors import list_friendships
from games import presence
from games.models import Seat, Table
from games.models.table import RUNNING, GameStatus, TableVisibility
from games.presence.marks import load_connected_marks
from games.selectors.tables import is_closed_to_spectators
from games.wire.people import Friend, FriendTable

TODAY = timedelta(days=1)
THIS_WEEK = timedelta(days=7)


class FriendStatus(NamedTuple):
    """A user's status as friends see it. `table_id` is the user's table, even if friends may not see it."""

    row: Friend
    table_id: str | None = None


def find_friend_ids(user: User) -> tuple[int, ...]:
    """Return the ids of the user's friends, sorted by the friends' names."""
    return tuple(list_friendships(user).values_list("friend_id", flat=True))


def friends_of(user: User, now: datetime) -> list[Friend]:
    """Return the user's friends with their online status in the API's format, sorted by name."""
    ids = find_friend_ids(user)
    found = friend_statuses(ids, now)
    return [found[user_id].row for user_id in ids if user_id in found]


def friend_statuses(user_ids: Collection[int], now: datetime) -> dict[int, FriendStatus]:
    """Return the online status that friends see, by user id. Leave out deactivated users."""
    # The number of queries does not depend on the number of users.
    users = list(
        User.objects.filter(pk__in=user_ids, is_active=True).only("username", "preferences", "last_seen_at")
    )
    shown = [user for user in users if stored_preferences(user.preferences).show_status]
    online = find_online_users([user.pk for user in shown])
    seats = _find_connected_seats(online)
    found = {user.pk: _build_offline_status(user.username, None) for user in users}
    for user in shown:
        if user.pk in online:
            found[user.pk] = _build_online_status(user.username, seats.get(user.pk))
        else:
            found[user.pk] = _build_offline_status(user.username, _last_seen_period(user.last_seen_at, now))
    return found


def find_users_seated_at(table_ids: Collection[str]) -> set[int]:
    """Return the ids of the users with a seat at any of these tables."""
    seats = Seat.objects.filter(table__in=table_ids, user__isnull=False)
    return set(seats.values_list("user_id", flat=True))


def _build_online_status(name: str, seat: Seat | None) -> FriendStatus:
    """Return the status of an online user.

    `seat` is the seat where the user is connected, or None if the user is at no table.
    """
    if seat is None:
        return FriendStatus({"username": name, "status": "online", "table": None, "last_seen": None})
    status = "waiting" if seat.table.status == GameStatus.OPEN else "playing"
    row: Friend = {
        "username": name,
        "status": status,
        "table": _describe_accessible_table(seat.table),
        "last_seen": None,
    }
    return FriendStatus(row, seat.table_id)


def _build_offline_status(name: str, last_seen: str | None) -> FriendStatus:
    """Return the status "offline", which is also shown for users who hide their real status.

    `last_seen` is a period such as "today", or None if it is unknown or hidden.
    """
    return FriendStatus({"username": name, "status": "offline", "table": None, "last_seen": last_seen})


def _last_seen_period(seen_at: datetime | None, now: datetime) -> str | None:
    """Return the period in which a user was last seen: "today", "this_week" or "earlier"; None if unknown."""
    if seen_at is None:
        return None
    age = now - seen_at
    return "today" if age < TODAY else "this_week" if age < THIS_WEEK else "earlier"


def _find_connected_seats(user_ids: Collection[int]) -> Mapping[int, Seat]:
    """Return the seat where each user is connected, by user id.

    Prefer a running game to an open table, then the newest table.
    """
    found = (
        Seat.objects.filter(
            user__in=user_ids, table__status__in=(GameStatus.OPEN, *RUNNING), table__quarantined=""
        )
        .select_related("table")
        .prefetch_related("table__previous_tables", "table__challenges")
        .order_by("table__opened_at")
    )
    seats = list(found)
    load_connected_marks({seat.table_id for seat in seats})
    connected = [seat for seat in seats if seat.seat in presence.connected_seats(seat.table_id)]
    connected.sort(key=lambda seat: seat.table.status in RUNNING)
    # The last seat of each user wins.
    return {seat.user_id: seat for seat in connected if seat.user_id is not None}


def _describe_accessible_table(table: Table) -> FriendTable | None:
    """Return the table's id and whether people without a seat can join or watch.

    Return None if they can do neither.
    """
    if table.visibility != TableVisibility.PUBLIC or table.sealed or is_closed_to_spectators(table):
        return None
    # The free seats are reserved, for the people who played before or for a group that was challenged.
    is_for_group = any(challenge.together for challenge in table.challenges.all())
    if table.status == GameStatus.OPEN and (table.previous_tables.all() or is_for_group):
        return None
    return {"id": table.pk, "way_in": "join" if table.status == GameStatus.OPEN else "watch"}
