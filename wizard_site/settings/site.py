"""The site itself: its secret, apps, middleware and templates, mail, language, and how tables run."""

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from core.time_zones import known_zones
from wizard_site.boot.private_files import keep_file_private, keep_folder_private
from wizard_site.boot.secret_key import load_or_create_key
from wizard_site.settings.environment import BASE_DIR, VAR_DIR, env
from wizard_site.translation.languages import SOURCE, languages

# Before any other Django module is imported: classes such as ModelAdmin accept type parameters from now on.
django_stubs_ext.monkeypatch()

# At every start, so that the files of an earlier version become private, too.
keep_folder_private(VAR_DIR)
keep_file_private(VAR_DIR / "secret_key")
keep_file_private(VAR_DIR / "vapid_key")

SECRET_KEY = env.str("SECRET_KEY", default="") or load_or_create_key(VAR_DIR / "secret_key")
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PORT = env.int("PORT", default=8000)
RATE_LIMITS = env.str("RATE_LIMITS", default="on") != "off"
RUN_TABLES = env.bool("RUN_TABLES", default=True)
"""Whether `wizard_site.asgi:application` runs bots, clocks and tournaments, as `manage.py serve` does."""
MAX_OPEN_TABLES = env.int("MAX_OPEN_TABLES", default=3)
"""Maximum number of one person's tables that may wait for players at the same time; 0 means no limit."""
BOT_PAUSE = env.float("BOT_PAUSE", default=0.8)
"""Seconds that a bot waits before it moves, so that people can follow."""

INSTALLED_APPS = [
    # The first: its `runserver` replaces Django's.
    "wizard_site",
    "wizard_site.late_admin.LateAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "accounts",
    "notifications",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After the account is known, and before any text is produced.
    "accounts.web.language.activate_user_language",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.web.second_factor.require_staff_second_factor",
    "core.http.button_only.explain_method_not_allowed",
    # Last, and synchronous only, so that all middleware runs in one thread without switching.
    "core.http.edge.make_api_middleware",
]

ROOT_URLCONF = "wizard_site.urls"
ASGI_APPLICATION = "wizard_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.web.context.add_preferences",
                "games.web.context.add_pending_count",
            ],
        },
    },
]

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
SENDS_EMAIL = "EMAIL_URL" in env
"""Whether a mail server is configured; if not, emails are printed to the console."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Wizard <wizard@localhost>")
LANGUAGE_CODE = SOURCE
LANGUAGES = languages(BASE_DIR)
TRANSLATIONS_DIR = VAR_DIR / "translations"
"""The folder for compiled catalogs, which are compiled at startup if they have changed."""
LOCALE_PATHS = [TRANSLATIONS_DIR]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
"""The time zone of new tournaments and of the admin's other pages. Times are stored and sent in UTC."""
if TIME_ZONE not in known_zones():
    raise ImproperlyConfigured(f"TIME_ZONE is a name such as Europe/Berlin, not {TIME_ZONE}.")
USE_TZ = True
FORMAT_MODULE_PATH = "wizard_site.formats"
