from django.apps import AppConfig
from django.conf import settings

from wizard_site.settings.environment import BASE_DIR
from wizard_site.translation.compiling import compile_catalogs


class SiteConfig(AppConfig):
    name = "wizard_site"

    def ready(self) -> None:
        """Compile the translation catalogs if they have changed."""
        compile_catalogs(BASE_DIR, settings.TRANSLATIONS_DIR)
