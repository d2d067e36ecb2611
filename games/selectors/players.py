"""What everybody may know of a player: profile, statistics, rating; and the list of the best."""

from typing import Any

from django.db.models import Avg, Count, F, Max, Q, QuerySet

from accounts.models import User
from core.refusal import NotFound
from games.models import Rating, Score, Seat
from games.models.table import GameStatus

MIN_RATED_GAMES = 5
"""Rated games after which somebody appears in the list of the best."""
LAST_GAMES = 30
"""How many of the own games a page lists."""


def player(name: str) -> dict[str, Any]:
    """The public profile of a player by name, whatever its case; raises NotFound."""
    user = User.objects.named(name).filter(is_active=True).first()
    if user is None:
        raise NotFound("There is no player with this name.")
    rating = Rating.objects.filter(user=user).first()
    return {
        "username": user.username,
        "kind": user.kind,
        "joined_at": user.date_joined,
        "statistics": statistics(user),
        "rating": None if rating is None else {"value": rating.value, "games": rating.games},
    }


def statistics(user: User) -> dict[str, Any]:
    """What the finished games of somebody add up to.

    Bids are counted in rounds that they bid and played by hand: no stand-in, clock, wing or other person did.
    """
    seats = Seat.objects.filter(user=user, table__status=GameStatus.FINISHED)
    sums = seats.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(rank=1)),
        average_score=Avg("score"),
        best_score=Max("score"),
    )
    bids = (
        _scores(user)
        .filter(own_moves=True)
        .aggregate(bids=Count("pk"), bids_met=Count("pk", filter=Q(bid=F("tricks"))))
    )
    return {**sums, **bids}


def _scores(user: User) -> QuerySet[Score]:
    """The rounds that somebody played in finished games."""
    return Score.objects.filter(
        round__table__status=GameStatus.FINISHED,
        round__table__seats__user=user,
        round__table__seats__seat=F("seat"),
    )


def last_games(user: User) -> QuerySet[Seat]:
    """The seats of somebody's finished games, the last one first, with all who sat there."""
    seats = Seat.objects.filter(user=user, table__status=GameStatus.FINISHED)
    return (
        seats.select_related("table")
        .prefetch_related("table__seats")
        .order_by("-table__finished_at", "table")[:LAST_GAMES]
    )


def leaderboard() -> QuerySet[Rating]:
    """The ratings of people with enough rated games, the best first."""
    return (
        Rating.objects.filter(games__gte=MIN_RATED_GAMES, user__is_active=True, user__kind="human")
        .select_related("user")
        .order_by("-value", "user__username")
    )
