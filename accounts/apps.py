"""The app's name, and the hooks that must be known as soon as Django is up."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, guests and bots, and the tokens that their devices hold; knows nothing about cards."""

    name = "accounts"

    def ready(self) -> None:
        from accounts import sessions  # noqa: F401  (it hears of sessions that end)
        from accounts.api import schema  # noqa: F401  (drf-spectacular registers extensions by import)
