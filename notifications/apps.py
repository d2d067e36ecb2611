"""The app of notifications."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The app that stores devices with notifications, and the messages queued for these devices."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Connect the signal receivers."""
        from notifications import receivers  # noqa: F401
