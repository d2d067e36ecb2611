"""Keeps the site's files private to its user: they contain the hands of current games, and secret keys."""

import logging
import os
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def keep_folder_private(folder: Path) -> None:
    """Create the folder if it does not exist, and make it accessible only to the site's system user.

    Ignore a failure to create the folder, and only log a failure to change its permissions.
    """
    # A site with its database elsewhere may not need the folder; code that writes there reports failures.
    with suppress(OSError):
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    _restrict_access(folder, FOLDER_MODE)


def keep_database_private(database: Path) -> None:
    """Make a SQLite database, with its -wal and -shm files, accessible only to the site's system user.

    If there is no database yet, create an empty file, because SQLite would create a file that others can
    read. SQLite gives the -wal and -shm files the database's permissions. Failures do not raise exceptions.
    """
    # If the file cannot be created, SQLite reports why when it opens the database.
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDONLY, FILE_MODE))
    for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
        _restrict_access(database.with_name(name), FILE_MODE)


def keep_file_private(file: Path) -> None:
    """Make a file accessible only to the site's system user. Do nothing if the file does not exist.

    A failure is only logged.
    """
    _restrict_access(file, FILE_MODE)


def _restrict_access(path: Path, mode: int) -> None:
    """Set the permissions of a file or folder to `mode` if it has permissions beyond those.

    Do nothing if the path does not exist. A failure is only logged.
    """
    try:
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)
    except FileNotFoundError:
        pass
    except OSError as error:
        logger.warning("%s may be open to others: %s", path, error.strerror)
