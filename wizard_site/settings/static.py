"""Static files."""

from wizard_site.boot.versions import static_version
from wizard_site.settings.environment import BASE_DIR, VAR_DIR
from wizard_site.settings.site import DEBUG, TRANSLATIONS_DIR
from wizard_site.translation.compiling import STATIC_FOLDER

STATICFILES_DIRS = [BASE_DIR / "static", TRANSLATIONS_DIR / STATIC_FOLDER]
STATIC_VERSION = "dev" if DEBUG else static_version(BASE_DIR)
"""A part of every static file's path: all addresses change when any file changes, so browsers can cache
files indefinitely, and relative imports in scripts need no rewriting."""
STATIC_URL = f"static/{STATIC_VERSION}/"
STATIC_ROOT = VAR_DIR / "static" / STATIC_VERSION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "wizard_site.boot.bundling.BundlingStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = None if DEBUG else "^/static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
