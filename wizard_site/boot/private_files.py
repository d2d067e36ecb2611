"""Keeps the site's files to its own user: they contain the hands of running games, and the secret key."""

import logging
import os
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

OF_FOLDER = 0o700
OF_FILE = 0o600


def keep_folder_private(folder: Path) -> None:
    """Create the folder if it does not exist, and make it readable for this user alone.

    Failures are not raised; those to change access rights are logged.
    """
    # A site with its database elsewhere may do without. Whoever writes here says why that fails.
    with suppress(OSError):
        folder.mkdir(mode=OF_FOLDER, parents=True, exist_ok=True)
    _remove_access(folder, OF_FOLDER)


def keep_database_private(database: Path) -> None:
    """Make a SQLite database and the files beside it readable for this user alone.

    A database that does not exist yet is made as an empty file: SQLite would make it readable for others,
    and gives the files beside it the modes of the database's.
    """
    # If it cannot be made, SQLite says why when it is opened.
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDONLY, OF_FILE))
    for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
        _remove_access(database.with_name(name), OF_FILE)


def keep_file_private(file: Path) -> None:
    """Make a file readable for this user alone; does nothing if it does not exist.

    A failure is logged.
    """
    _remove_access(file, OF_FILE)


def _remove_access(path: Path, mode: int) -> None:
    """Remove access rights beyond `mode`.

    Does nothing if the file does not exist; a failure is logged.
    """
    try:
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)
    except FileNotFoundError:
        pass
    except OSError as error:
        logger.warning("%s may be open to others: %s", path, error.strerror)
