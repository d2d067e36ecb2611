"""The database: SQLite in a file, unless DATABASE_URL specifies another."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from wizard_site.boot.private_files import keep_database_private
from wizard_site.settings.environment import VAR_DIR, env

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
        # A batch of moves has statements of its own length, which take as long to prepare as to execute.
        "cached_statements": 512,
        # FULL: acknowledged changes survive a power cut. With OFF they survive only the process's end.
        "init_command": (
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous={_synchronous}; PRAGMA foreign_keys=ON;"
        ),
    }
else:
    # Each request has a thread of its own, so connections come from a pool of the process.
    _database["CONN_MAX_AGE"] = 0
    # Connections that a restart of PostgreSQL has broken are detected before they are used.
    _database["CONN_HEALTH_CHECKS"] = True
    _options = _database.setdefault("OPTIONS", {})
    # Limits on waiting for a row that stays locked, and for a machine that no longer answers.
    _options.setdefault("options", "-c lock_timeout=10s")
    _options.setdefault("connect_timeout", 5)
    _options.setdefault("tcp_user_timeout", 10_000)
    # How often a connection executes a statement of `core.database.prepared_cursor` before it is prepared.
    _options.setdefault("prepare_threshold", 5)
    _options["pool"] = {
        "min_size": 0,
        "max_size": env.int("DATABASE_POOL", default=20),
        # In seconds: while PostgreSQL is away, requests fail quickly, and reconnecting is tried often.
        "timeout": 3,
        "reconnect_timeout": 2,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
