"""The app of the tournaments: from the first entry to the prize list."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments, their stages, draws and results."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Import the signal receivers, which connects them to their signals."""
        from tournaments import receivers  # noqa: F401
