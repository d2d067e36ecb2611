"""Keeps the site's files private to its user: they contain the hands of current games, and secret keys."""

import logging
import os
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def keep_folder_private(folder: Path) -> None:
    """Create a folder if it is missing, and let only the site's system user access the folder.

    Raise no OSError: ignore a failure to create the folder, and log a failure to restrict its permissions.
    """
    # A site with its database elsewhere may not need the folder; code that writes there reports failures.
    with suppress(OSError):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    _restrict_access(folder, FOLDER_MODE)


def keep_database_private(database: Path) -> None:
    """Create an SQLite database file if it is missing, and let only the site's system user access it.

    Restrict the access to the database's -wal and -shm files, too. Raise no OSError: ignore a failure to
    create the file, and log a failure to restrict its permissions.
    """
    # SQLite would create a file that others can read; its -wal and -shm files inherit the permissions.
    # If the file cannot be created, SQLite reports why when it opens the database.
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDONLY, FILE_MODE))
    for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
        _restrict_access(database.with_name(name), FILE_MODE)


def keep_file_private(file: Path) -> None:
    """Make a file, if it exists, accessible only to the site's system user.

    Log failures without raising them.
    """
    _restrict_access(file, FILE_MODE)


def _restrict_access(path: Path, mode: int) -> None:
    """Restrict access to a file or folder to the permissions in `mode`, such as 0o600.

    Do nothing if it does not exist. Log failures without raising them.
    """
    try:
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)
    except FileNotFoundError:
        pass
    except OSError as error:
        logger.warning("%s may be open to others: %s", path, error.strerror)
