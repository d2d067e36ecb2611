"""The app's configuration, and the hooks that must be registered when Django starts."""

from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People, guests and bots, and the tokens of their devices. Independent of the game."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Set the titles of three other apps in the admin, and connect a signal receiver.

        The receiver, `announce_session_end`, sends the signal `access_changed` when a browser session ends.
        """
        # allauth calls its app Accounts as well, and the admin shows only one model of each of these apps.
        titles = (("account", _("E-mail")), ("mfa", _("Two-factor authentication")), ("auth", _("Staff")))
        for app, title in titles:
            apps.get_app_config(app).verbose_name = title
        from accounts.sockets import sessions  # noqa: F401  (it connects a signal receiver)
