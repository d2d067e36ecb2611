"""Ratings of finished games, written after the transaction that ends the game, as soon as they are due.

A game is rated if it is public, follows a fixed schedule, has two or more people with accounts, no cheating
and no coach, and was finished by the people who began it. Guests and the site's bots at such a table get no
rating; with another person's bot the game is not rated, because that bot's strength is unknown. The model is
Plackett-Luce as implemented by openskill (Weng and Lin 2011, "A Bayesian Approximation Method for Online
Ranking").
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from openskill.models import PlackettLuce

from games.models import Rating, Seat, SlowRating, Table
from games.models.table import GameStatus, TableVisibility
from games.rules.options.pace import END, SLOW

START, SCALE = 1000, 40
"""The displayed rating of a new player, and the points that one unit of skill is worth."""
_MODEL = PlackettLuce()


def rate_game(table: Table) -> None:
    """Update the ratings of the people at a finished table, unless fewer than two can be rated."""
    ranks = _ranks_by_user(seats_to_rate(table))
    if len(ranks) < 2:
        return
    ratings = rating_model(table.pace)
    # This locks the ratings, so a transaction must be open.
    known = {rating.user_id: rating for rating in _lock_ratings(ratings, list(ranks))}
    teams = [[_MODEL.rating(mu=known[user].mu, sigma=known[user].sigma)] for user in ranks]
    after = _MODEL.rate(teams, ranks=list(ranks.values()))
    for user, (skill,) in zip(ranks, after, strict=True):
        ratings.objects.filter(user_id=user).update(
            mu=skill.mu,
            sigma=skill.sigma,
            games=known[user].games + 1,
            value=displayed_rating(skill.mu, skill.sigma),
        )


def rate_due_game(table_id: str) -> bool:
    """Update the ratings after a finished game and clear its flag `rating_due`.

    Return False if the flag was not set.
    """
    with transaction.atomic():
        # Only one of several processes clears the flag, so each game counts once.
        if not Table.objects.filter(pk=table_id, rating_due=True).update(rating_due=False):
            return False
        rate_game(Table.objects.get(pk=table_id))
        return True


def rating_model(pace: str) -> type[Rating] | type[SlowRating]:
    """Return the model that stores ratings of games at this pace, `live` or `slow`."""
    return SlowRating if pace == SLOW else Rating


def seats_to_rate(table: Table) -> QuerySet[Seat]:
    """Return the seats of the people whose ratings a game can change, ordered by rank.

    Return no seats if the game is unfinished, its table does not allow rating, or a bot account played.
    """
    rated = table.status == GameStatus.FINISHED and allows_rating(table) and not _has_bot_account(table)
    seats = table.seats.filter(kind="human", user__kind="human", rank__isnull=False).order_by("rank")
    return seats if rated else seats.none()


def allows_rating(table: Table) -> bool:
    """Return whether a table's settings allow its game to be rated. The players are not checked."""
    options = table.options
    return (
        table.visibility == TableVisibility.PUBLIC
        and not (table.unrated or table.sealed)
        and not options["cheating"]
        and not options.get("coach")
        and options["preset"] != "custom"
        # Whoever is losing could let the time run out.
        and options.get("on_timeout") != END
    )


def _ranks_by_user(seats: Iterable[Seat]) -> dict[int, float]:
    """Map user ids to the final ranks of the users' seats. Leave out seats without a user or a rank."""
    return {seat.user_id: seat.rank for seat in seats if seat.user_id is not None and seat.rank is not None}


def _has_bot_account(table: Table) -> bool:
    """Return whether a bot with a user account played at the table.

    This includes accounts that were marked as bots only after the game.
    """
    return table.seats.filter(Q(kind="bot", user__isnull=False) | Q(user__kind="bot")).exists()


def displayed_rating(mu: float, sigma: float) -> int:
    """Return the rating to display for a skill with mean `mu` and standard deviation `sigma`.

    It is START + SCALE * (`mu` - 3 * `sigma`), rounded.
    """
    # Subtracting the uncertainty keeps players with few games from leading the leaderboard.
    return round(START + SCALE * (mu - 3 * sigma))


def recompute_all_ratings() -> None:
    """Delete all ratings, and recompute them from all finished games in chronological order.

    Call this in a transaction.
    """
    # Games that end from here on are still due afterwards, and are left out below.
    Table.objects.filter(rating_due=True).update(rating_due=False)
    Rating.objects.all().delete()
    SlowRating.objects.all().delete()
    # Each rating depends on earlier ones, so the games are processed in the order in which they ended.
    finished = Table.objects.filter(status=GameStatus.FINISHED, rating_due=False).order_by(
        "finished_at", "pk"
    )
    for table in finished.iterator():
        rate_game(table)


def _lock_ratings(
    ratings: type[Rating] | type[SlowRating], user_ids: list[int]
) -> "QuerySet[Rating] | QuerySet[SlowRating]":
    """Return the users' ratings, locked until the end of the transaction. Create missing ratings first."""
    # Created and locked in the order of user ids, so that transactions cannot deadlock.
    new = _MODEL.rating()
    value = displayed_rating(new.mu, new.sigma)
    # A row that is not there cannot be locked: of two first games that end at once, one would not count.
    rows = [ratings(user_id=user, mu=new.mu, sigma=new.sigma, value=value) for user in sorted(user_ids)]
    # mypy does not see that the rows are of the manager's own class.
    ratings.objects.bulk_create(rows, ignore_conflicts=True)  # type: ignore[arg-type]
    return ratings.objects.select_for_update().filter(user_id__in=user_ids).order_by("user_id")
