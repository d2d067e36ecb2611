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

    Do neither if the current version is already collected.
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
    """Mark a version of the static files as in use until the process ends."""
    mark = _lock_file(version).open("w")
    fcntl.flock(mark, fcntl.LOCK_SH)
    _held.append(mark)


def _delete_old_versions(current: Path) -> None:
    """Delete versions of the static files that are unused and more than a day old, except `current`."""
    for version in current.parent.iterdir():
        if version.is_dir() and version != current and version.stat().st_mtime < time.time() - DAY:
            _delete_unused(version)


def _delete_unused(version: Path) -> None:
    """Delete a version of the static files. Do nothing if a server uses this version."""
    with _lock_file(version).open("w") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        shutil.rmtree(version, ignore_errors=True)
        _lock_file(version).unlink()


def _lock_file(version: Path) -> Path:
    """Return the path of the lock file that marks a version of the static files as in use."""
    return version.with_name(f".{version.name}.used")
