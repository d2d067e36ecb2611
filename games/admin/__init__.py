"""The admin's view of the rows: to list and to search, never to change, no secret of a running game."""

from games.admin import cheating, log, ratings, rounds, tables

__all__ = ["cheating", "log", "ratings", "rounds", "tables"]
