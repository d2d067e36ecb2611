"""The games' rows in the admin: read-only, and without secrets of running games."""

from games.admin import chat, cheating, lobby, log, ratings, rounds, slow, tables

__all__ = ["chat", "cheating", "lobby", "log", "ratings", "rounds", "slow", "tables"]
