"""Collects the static files of each version once, and deletes versions that no server uses."""

import fcntl
import shutil
import time
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command

DAY = 24 * 60 * 60

_held: list[IO[str]] = []
"""Open lock files, which this process holds as long as it lives, so that its static files are kept."""


def collect_static() -> None:
    """Collect the static files of the site's current version, and delete old versions that no server uses.

    Skip both steps if the current version is already collected. In any case, mark the current version as in
    use until this process ends.
    """
    root = Path(settings.STATIC_ROOT)
    root.parent.mkdir(parents=True, exist_ok=True)
    with (root.parent / ".lock").open("w") as lock:
        # Servers that start at the same time wait for each other.
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Before anything else, so that no other server considers this version unused. The lock is held until
        # this process ends.
        _lock_version(root)
        done = root / ".done"
        if not done.exists():
            root.mkdir(exist_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            # Last: if this process is killed while it collects, the next one starts over.
            done.touch()
            _delete_old_versions(root)


def _lock_version(version: Path) -> None:
    """Mark a version of the static files as in use, with a file lock that lasts until the process ends."""
    mark = _lock_file_path(version).open("w")
    fcntl.flock(mark, fcntl.LOCK_SH)
    _held.append(mark)


def _delete_old_versions(current: Path) -> None:
    """Delete versions of the static files that are unused and more than a day old, except `current`."""
    for version in current.parent.iterdir():
        if version.is_dir() and version != current and version.stat().st_mtime < time.time() - DAY:
            _delete_version_if_unused(version)


def _delete_version_if_unused(version: Path) -> None:
    """Delete the folder `version` of static files and its lock file, unless a server uses this version."""
    with _lock_file_path(version).open("w") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        shutil.rmtree(version, ignore_errors=True)
        _lock_file_path(version).unlink()


def _lock_file_path(version: Path) -> Path:
    """Return the path of the lock file that marks a version of the static files as in use."""
    return version.with_name(f".{version.name}.used")
