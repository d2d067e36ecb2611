"""All settings, read from the environment once. The defaults run the whole product on one machine."""

from pathlib import Path
from zoneinfo import available_timezones

import django_stubs_ext
import environ
from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured

from wizard_site.boot.https import behind_tls
from wizard_site.boot.private_files import keep_database_private, keep_file_private, keep_folder_private
from wizard_site.boot.secret_key import stored_key
from wizard_site.boot.versions import digest

# Before any other module of Django's is imported: classes such as ModelAdmin take their type parameters now.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()

# At every start, so that the files of an earlier version become private, too.
keep_folder_private(VAR_DIR)
keep_file_private(VAR_DIR / "secret_key")

SECRET_KEY = env.str("SECRET_KEY", default="") or stored_key(VAR_DIR / "secret_key")
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PORT = env.int("PORT", default=8000)
RATE_LIMITS = env.str("RATE_LIMITS", default="on") != "off"
RUN_TABLES = env.bool("RUN_TABLES", default=True)
"""Whether `wizard_site.asgi:application` runs bots, clocks and tournaments, as `manage.py serve` does."""
MAX_OPEN_TABLES = env.int("MAX_OPEN_TABLES", default=3)
"""Tables of one person that may wait for players at the same time; 0 for any number."""
BOT_PAUSE = env.float("BOT_PAUSE", default=0.8)
"""Seconds that a bot waits before it moves, so that people can follow."""

INSTALLED_APPS = [
    # The first: its `runserver` replaces Django's.
    "wizard_site",
    "django.contrib.admin",
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
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.web.second_factor.staff_second_factor",
    "core.http.button_only.button_only",
    # Last, and synchronous only: so all middleware runs in one thread, without a hop for each.
    "core.http.edge.api_edge",
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
            ],
        },
    },
]

# --- Database -----------------------------------------------------------------------------------
DEFAULT_DATABASE_URL = f"sqlite:///{VAR_DIR / 'wizard.sqlite3'}"
DATABASES = {"default": env.db_url("DATABASE_URL", default=DEFAULT_DATABASE_URL)}
_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.sqlite3":
    if not _database["NAME"].startswith((":", "file:")):
        keep_database_private(Path(_database["NAME"]))
    _synchronous = env.str("SQLITE_SYNCHRONOUS", default="FULL").upper()
    if _synchronous not in ("OFF", "NORMAL", "FULL", "EXTRA"):
        raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is OFF, NORMAL, FULL or EXTRA, not {_synchronous}.")
    _database["OPTIONS"] = {
        # A deferred transaction that turns into a writing one fails at once when another writes:
        # all take the write lock at their start and wait for it instead.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what was acked survives a power cut. With OFF it survives the end of the process alone.
        "init_command": (
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous={_synchronous}; PRAGMA foreign_keys=ON;"
        ),
    }
else:
    # Each request has a thread of its own, so connections are lent by a pool of the process.
    _database["CONN_MAX_AGE"] = 0
    # Connections that a restart of PostgreSQL has broken are found before they are lent.
    _database["CONN_HEALTH_CHECKS"] = True
    _options = _database.setdefault("OPTIONS", {})
    # Bounds for waiting: for a row that stays locked, and for a machine that has gone silent.
    _options.setdefault("options", "-c lock_timeout=10s")
    _options.setdefault("connect_timeout", 5)
    _options.setdefault("tcp_user_timeout", 10_000)
    _options["pool"] = {
        "min_size": 0,
        "max_size": env.int("DATABASE_POOL", default=20),
        # In seconds: while PostgreSQL is away, requests fail soon, and connecting is tried again often.
        "timeout": 3,
        "reconnect_timeout": 2,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Between processes ----------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="")
REDIS_PREFIX = env.str("REDIS_PREFIX", default="wizard")
"""What keeps several sites on one Redis apart."""
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The other layer holds 100 messages a process, and receives nothing after a restart of Redis.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "core.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CHANNEL_LAYERS = {}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # With the default of 300, visitors would push out each other's counts of attempts.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

# --- Accounts -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
TOKEN_DAYS = env.int("TOKEN_DAYS", default=180)
"""Days after which a bearer token expires."""
SESSION_COOKIE_AGE = TOKEN_DAYS * 24 * 60 * 60
"""As long as a token: with its session a guest loses the account."""
ACCOUNT_ADAPTER = "accounts.web.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.web.forms.SignUpForm",
    "login": "accounts.web.forms.LogInForm",
    "add_email": "accounts.web.forms.EmailForm",
    "change_password": "accounts.web.forms.NewPasswordForm",
    "reset_password": "accounts.web.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.web.forms.LinkedPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Wizard: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"
"""No page tells whether an e-mail address is taken: accounts can share one until its owner confirms it."""
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
"""How many proxies of our own append to X-Forwarded-For; clients can forge the entries before theirs."""
# These are counted by core.limits and accounts.services.attempts, together with those over the API.
COUNTED_BY_ACCOUNTS: dict[str, str | None] = {"login": None, "login_failed": None, "signup": None}
ACCOUNT_RATE_LIMITS = COUNTED_BY_ACCOUNTS if RATE_LIMITS else False
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.web.second_factor.LogInCodeForm",
    "reauthenticate": "accounts.web.second_factor.ConfirmingCodeForm",
    "activate_totp": "accounts.web.second_factor.AppForm",
    "authenticate_webauthn": "accounts.web.second_factor.LogInPasskeyForm",
    "reauthenticate_webauthn": "accounts.web.second_factor.ConfirmingPasskeyForm",
    "add_webauthn": "accounts.web.second_factor.NewPasskeyForm",
    "edit_webauthn": "accounts.web.second_factor.PasskeyNameForm",
}
MFA_TOTP_ISSUER = "Wizard"
MFA_TOTP_TOLERANCE = 1
"""Periods of 30 seconds by which the clock of a phone may be wrong."""
MFA_ALLOW_UNVERIFIED_EMAIL = True
"""An account belongs to whoever has its name and password: an e-mail address is optional, and no way in."""
STAFF_MFA = env.str("STAFF_MFA", default="optional")
"""Whether staff need a second factor to reach the admin."""
if STAFF_MFA not in ("optional", "required"):
    raise ImproperlyConfigured(f"STAFF_MFA is optional or required, not {STAFF_MFA}.")

# --- HTTP API -------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttle.CallsThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.http.parsers.SafeJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "core.openapi.calls.DocstringSchema",
    "EXCEPTION_HANDLER": "core.http.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wizard",
    "DESCRIPTION": (
        "Play Wizard from any client: accounts, tables, actions, events, records and tournaments.\n\n"
        "Times are in UTC (ISO 8601). Seats count from 0; rounds, tricks and stages from 1. A card is its "
        "suit and rank, such as `R7`; `J1` to `J4` are Jesters, `W1` to `W4` Wizards. New fields can appear "
        "at any time: ignore those that you don't know."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "LevelEnum": "games.bots.choose.LEVELS",
        "KindEnum": "accounts.models.AccountKind",
        "VisibilityEnum": "games.models.table.TableVisibility",
        "TournamentVisibilityEnum": "tournaments.models.choices.Visibility",
        "TournamentStatusEnum": "tournaments.models.choices.Status",
        "EntryStatusEnum": "tournaments.models.choices.EntryStatus",
        "StageKindEnum": "tournaments.models.choices.StageKind",
        "StageStatusEnum": "tournaments.selectors.public.stages.StageStatus",
        "StageTableStatusEnum": "tournaments.selectors.public.stages.TableStatus",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.api.schema.close_inputs",
        "core.openapi.problems.describe_problems",
        "games.api.components.add_shapes",
    ],
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# --- Limits on incoming requests, with `manage.py serve` ---------------------------------------------
MAX_REQUEST_BYTES = env.int("MAX_REQUEST_BYTES", default=2 * 1024 * 1024)
"""A longer body is refused while it arrives. Forms and the API accept much less, lists of entrants 1 MB."""
REQUEST_HEADER_TIMEOUT = env.float("REQUEST_HEADER_TIMEOUT", default=10)
"""Seconds within which a request's headers must arrive."""
REQUEST_BODY_TIMEOUT = env.float("REQUEST_BODY_TIMEOUT", default=30)
"""Seconds within which a request's body must arrive after its headers."""
MAX_UNFINISHED_PER_ADDRESS = env.int("MAX_UNFINISHED_PER_ADDRESS", default=100)
"""Requests of one address that may be unfinished at once; a hall of players shares an address."""
MAX_UNFINISHED_REQUESTS = env.int("MAX_UNFINISHED_REQUESTS", default=500)
"""Requests that may be unfinished at once; each takes one of the process's file descriptors."""

# --- Mail, language, files --------------------------------------------------------------------------
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
SENDS_EMAIL = "EMAIL_URL" in env
"""Without an address of a mail server, e-mails are printed to the console."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Wizard <wizard@localhost>")
LANGUAGE_CODE = "en"
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
"""The time zone of new tournaments and of the admin's other pages. Stored times and clients' are in UTC."""
if TIME_ZONE not in available_timezones():
    raise ImproperlyConfigured(f"TIME_ZONE is a name such as Europe/Berlin, not {TIME_ZONE}.")
USE_TZ = True
FORMAT_MODULE_PATH = "wizard_site.formats"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_VERSION = "dev" if DEBUG else digest(BASE_DIR)
"""A part of every static file's path: all change their address when one changes, so that browsers keep
them for good and the modules' relative imports need no rewriting."""
STATIC_URL = f"static/{STATIC_VERSION}/"
STATIC_ROOT = VAR_DIR / "static" / STATIC_VERSION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = None if DEBUG else "^/static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Security and log -------------------------------------------------------------------------------
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Own files, and the inline scripts that carry `request.csp_nonce`.
        "script-src": [SELF, NONCE],
        # The admin and the cards that move set styles inline.
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
        # In every browser that knows import maps, 'self' covers this host's sockets.
        "connect-src": [SELF],
        "object-src": [NONE],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
if env.bool("HTTPS", default=False):
    vars().update(behind_tls(trusted_proxies=ALLAUTH_TRUSTED_PROXY_COUNT))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "one_line": {"()": "wizard_site.boot.logs.OneLine"},
        "seldom": {"()": "wizard_site.boot.logs.Seldom"},
    },
    "formatters": {
        "line": {
            "()": "wizard_site.boot.logs.Discreet",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["one_line"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "games": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "core": {"level": "INFO"},
        "wizard_site": {"level": "INFO"},
        "channels_redis.pubsub": {"filters": ["seldom"]},
    },
}
