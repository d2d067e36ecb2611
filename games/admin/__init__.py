"""The games' rows in the admin: read-only, and without secrets of running games."""

from games.admin import cheating, log, ratings, rounds, tables

__all__ = ["cheating", "log", "ratings", "rounds", "tables"]
