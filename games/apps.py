"""The Django app of the game: rules, tables, and everything that acts at tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, seats, rounds and their log."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register the system checks for the email settings."""
        # Importing the module registers them.
        from games.mail import checks  # noqa: F401
