"""The app's name, and the hooks that must be known as soon as Django is up."""

from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People, guests and bots, and the tokens of their devices. Independent of the game."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Import modules whose hooks must be known from the start, and rename apps for the admin."""
        # allauth calls its app Accounts, too; of each of these the admin shows one list alone.
        titles = (("account", _("E-mail")), ("mfa", _("Two-factor authentication")), ("auth", _("Staff")))
        for app, title in titles:
            apps.get_app_config(app).verbose_name = title
        from accounts.api import schema  # noqa: F401  (drf-spectacular registers extensions by import)
        from accounts.sockets import sessions  # noqa: F401  (it hears of sessions that end)
