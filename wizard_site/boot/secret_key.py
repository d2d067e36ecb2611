"""The site's secret key in a file, generated at the first start."""

import fcntl
import os
import tempfile
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def stored_key(path: Path) -> str:
    """Return the key in this file; generate it if there is none.

    Servers that start together get the same key.
    """
    return _read(path) or _drawn_once(path)


def _read(path: Path) -> str:
    try:
        key = path.read_text()
    except FileNotFoundError:
        return ""
    return key if key.strip() else ""


def _drawn_once(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Another one may have drawn it meanwhile.
        return _read(path) or _drawn(path)


def _drawn(path: Path) -> str:
    """Generate a key and move it into place atomically, so that a killed process leaves no partial file."""
    key = get_random_secret_key()
    # mkstemp's files are the owner's alone.
    descriptor, written = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
        file.flush()
        os.fsync(descriptor)
    os.replace(written, path)
    return key
