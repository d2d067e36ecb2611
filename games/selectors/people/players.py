"""Public data of players: profile, statistics, rating, and the leaderboard."""

from django.db.models import Avg, Count, F, Max, Q, QuerySet

from accounts.models import User
from core.refusal import NotFound
from core.sentence import Sentence
from games.models import Rating, Score, Seat, SlowRating
from games.models.table import GameStatus
from games.rules.options.pace import LIVE
from games.store.rate import rating_model
from games.wire.players import PlayerRating, PublicProfile, Statistics

MIN_RATED_GAMES = 5
"""Rated games after which a player appears on the leaderboard."""
LAST_GAMES = 30
"""Number of recent games that a profile lists."""


def player_profile(name: str) -> PublicProfile:
    """Return the public profile of the active account with this name, ignoring case.

    Raise NotFound if there is no such account.
    """
    user = User.objects.filter_by_name(name).filter(is_active=True).first()
    if user is None:
        raise NotFound(Sentence("There is no player with this name."))
    return {
        "username": user.username,
        "kind": user.kind,
        "joined_at": user.date_joined,
        "statistics": player_statistics(user),
        "rating": _describe_profile_rating(Rating, user),
        "slow_rating": _describe_profile_rating(SlowRating, user),
    }


def _describe_profile_rating(model: type[Rating] | type[SlowRating], user: User) -> PlayerRating | None:
    """Return the user's rating in the API's format, or None if the user has not played a rated game yet.

    `model` is Rating for live tables, or SlowRating for slow tables (with days per move).
    """
    rating = model.objects.filter(user=user).first()
    return None if rating is None else {"value": rating.value, "games": rating.games}


def player_statistics(user: User) -> Statistics:
    """Return a user's statistics over all finished games.

    Bids do not count in rounds that an earlier player of the user's seat began, where a stand-in or the clock
    moved for the user, or where a card was played that the user had set in advance.
    """
    seats = Seat.objects.filter(user=user, table__status=GameStatus.FINISHED)
    sums = seats.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(rank=1)),
        average_score=Avg("score"),
        best_score=Max("score"),
    )
    # `own_moves` excludes rounds with moves by a stand-in, a substitute, a premove or an expired clock.
    bids = (
        _finished_scores(user)
        .filter(own_moves=True)
        .aggregate(bids=Count("pk"), bids_met=Count("pk", filter=Q(bid=F("tricks"))))
    )
    return {
        "games": sums["games"],
        "wins": sums["wins"],
        "average_score": sums["average_score"],
        "best_score": sums["best_score"],
        "bids": bids["bids"],
        "bids_met": bids["bids_met"],
    }


def _finished_scores(user: User) -> QuerySet[Score]:
    """Return the user's round scores in all finished games."""
    # In one `filter`, so that both conditions hold for the same row of seats.
    return Score.objects.filter(
        round__table__status=GameStatus.FINISHED,
        round__table__seats__user=user,
        round__table__seats__seat=F("seat"),
    )


def last_games(user: User) -> QuerySet[Seat]:
    """Return the user's seats in the latest finished games (at most LAST_GAMES), newest first.

    The seats' tables are loaded.
    """
    seats = Seat.objects.filter(user=user, table__status=GameStatus.FINISHED)
    return (
        seats.select_related("table")
        .prefetch_related("table__seats")
        .order_by("-table__finished_at", "table")[:LAST_GAMES]
    )


def leaderboard_ratings(pace: str = LIVE) -> "QuerySet[Rating] | QuerySet[SlowRating]":
    """Return the ratings on the leaderboard for live or slow tables, highest first.

    `pace` is LIVE or SLOW. Leave out guests, bots, deactivated accounts and people with too few rated games.
    """
    return (
        rating_model(pace)
        .objects.filter(games__gte=MIN_RATED_GAMES, user__is_active=True, user__kind="human")
        .select_related("user")
        .order_by("-value", "user__username")
    )
