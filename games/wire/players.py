"""Players in profiles and on the leaderboard."""

from datetime import datetime
from typing import TypedDict

from games.rules.protocol.values import Count, Kind, Name, PositiveCount


class Statistics(TypedDict):
    """A player's statistics over all finished games."""

    games: Count
    """Finished games."""
    wins: Count
    """Games won."""
    average_score: float | None
    """Average points per game; null before the first game."""
    best_score: int | None
    """The highest score in one game; null before the first game."""
    bids: Count
    """Rounds that the player bid and played themselves, without a stand-in, the clock or a wing."""
    bids_met: Count
    """The number of these rounds in which the bid was met."""


class PlayerRating(TypedDict):
    """A player's strength, estimated from rated games."""

    value: int
    """The rating; higher is stronger."""
    games: Count
    """Rated games so far."""


class PublicProfile(TypedDict):
    """The public profile of a player."""

    username: Name
    kind: Kind
    joined_at: datetime
    """When the account was created."""
    statistics: Statistics
    rating: PlayerRating | None
    """Null until there are enough rated games."""
    slow_rating: PlayerRating | None
    """The rating in slow games, which do not affect `rating`; null until there is one."""


class LeaderboardRow(TypedDict):
    """A row of the leaderboard."""

    rank: PositiveCount
    """From 1."""
    username: Name
    rating: int
    """The rating; higher is stronger."""
    games: PositiveCount
    """Rated games so far."""
