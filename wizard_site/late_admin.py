"""The admin's app, whose pages are loaded with all other pages and not at each start of a server."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib.admin import autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class LateAdminConfig(SimpleAdminConfig):
    """Django's admin without its automatic discovery; `wizard_site.urls` loads the apps' admin pages."""

    def ready(self) -> None:
        """Register Django's system checks of the admin site, without importing the admin pages yet."""
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(_check_admin_pages, checks.Tags.admin)


def _check_admin_pages(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[checks.CheckMessage]:
    """Import all admin pages, and run Django's system checks on these pages."""
    autodiscover()
    return check_admin_app(app_configs, **options)
