"""Puts the static files where they are served from, once for each of their versions."""

import fcntl
import shutil
import time
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

DAY = 24 * 60 * 60


def collect_static() -> None:
    """Collect this version's files unless that is done; servers that start together take turns."""
    root = Path(settings.STATIC_ROOT)
    done = root / ".done"
    if done.exists():
        return
    root.mkdir(parents=True, exist_ok=True)
    with (root.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            call_command("collectstatic", interactive=False, verbosity=0)
            done.touch()
            _forget_old(root)


def _forget_old(current: Path) -> None:
    """Delete the versions of other days; another server may still serve a recent one."""
    for version in current.parent.iterdir():
        if version.is_dir() and version != current and version.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(version, ignore_errors=True)
