"""The app of the game: rules, tables, and everything that moves them."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, seats, rounds and their log."""

    name = "games"
    verbose_name = "Games"
