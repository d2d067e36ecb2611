"""Puts the static files where they are served from, once for each version; deletes what nobody serves."""

import fcntl
import shutil
import time
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command

DAY = 24 * 60 * 60

_held: list[IO[str]] = []
"""What this process keeps locked while it lives, so that its files stay."""


def collect_static() -> None:
    """Collect this version's files unless that is done; servers that start together take turns."""
    root = Path(settings.STATIC_ROOT)
    root.parent.mkdir(parents=True, exist_ok=True)
    with (root.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _hold(root)
        done = root / ".done"
        if not done.exists():
            root.mkdir(exist_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            done.touch()
            _forget_old(root)


def _hold(version: Path) -> None:
    """Show all who start later that this version is in use; the lock ends with the process."""
    mark = _mark_of(version).open("w")
    fcntl.flock(mark, fcntl.LOCK_SH)
    _held.append(mark)


def _forget_old(current: Path) -> None:
    """Delete the versions of other days that no server holds."""
    for version in current.parent.iterdir():
        if version.is_dir() and version != current and version.stat().st_mtime < time.time() - DAY:
            _forget(version)


def _forget(version: Path) -> None:
    with _mark_of(version).open("w") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        shutil.rmtree(version, ignore_errors=True)
        _mark_of(version).unlink()


def _mark_of(version: Path) -> Path:
    """The file beside a version by which its servers hold it."""
    return version.with_name(f".{version.name}.used")
