"""The admin pages of games: read-only, and without the secrets of games in progress."""

from games.admin import chat, cheating, lobby, log, mail, ratings, rounds, slow, tables

__all__ = ["chat", "cheating", "lobby", "log", "mail", "ratings", "rounds", "slow", "tables"]
