"""Collects the static files of each version once, and deletes versions that nobody serves."""

import fcntl
import shutil
import time
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command

DAY = 24 * 60 * 60

_held: list[IO[str]] = []
"""Locks that this process holds while it lives, so that its files are kept."""


def collect_static() -> None:
    """Collect this version's static files unless that is done already, and delete unused old versions.

    Marks this version as in use while the process lives. Servers that start together wait for each other.
    """
    root = Path(settings.STATIC_ROOT)
    root.parent.mkdir(parents=True, exist_ok=True)
    with (root.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Before anything else, so that no other server takes this version's files for unused.
        _lock_version(root)
        done = root / ".done"
        if not done.exists():
            root.mkdir(exist_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            # Last: if this process is killed while it collects, the next one begins anew.
            done.touch()
            _delete_old_versions(root)


def _lock_version(version: Path) -> None:
    """Mark this version as in use by a lock, which ends with the process."""
    mark = _lock_file(version).open("w")
    fcntl.flock(mark, fcntl.LOCK_SH)
    _held.append(mark)


def _delete_old_versions(current: Path) -> None:
    """Delete versions that are older than a day and that no server has locked."""
    for version in current.parent.iterdir():
        if version.is_dir() and version != current and version.stat().st_mtime < time.time() - DAY:
            _delete_unused(version)


def _delete_unused(version: Path) -> None:
    """Delete a version; does nothing if a server has locked it."""
    with _lock_file(version).open("w") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        shutil.rmtree(version, ignore_errors=True)
        _lock_file(version).unlink()


def _lock_file(version: Path) -> Path:
    """Return the path of the file beside a version by which servers lock the version."""
    return version.with_name(f".{version.name}.used")
