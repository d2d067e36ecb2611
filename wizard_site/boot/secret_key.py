"""The site's secrets in files, generated at the first start."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def load_or_create_key(path: Path, generate: Callable[[], str] = get_random_secret_key) -> str:
    """Return the secret key that the file `path` contains.

    If the file is missing or blank, first create a key with `generate`, and store the key in the file.
    Servers that start at the same time get the same key.
    """
    return _read_key(path) or _create_key_once(path, generate)


def _read_key(path: Path) -> str:
    """Return the stored secret key, or "" if the file is missing or blank."""
    try:
        key = path.read_text()
    except FileNotFoundError:
        return ""
    return key if key.strip() else ""


def _create_key_once(path: Path, generate: Callable[[], str]) -> str:
    """Create a secret key while holding a file lock, and return the key.

    If another server has stored a key in the meantime, return that key instead.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Another server may have created it in the meantime.
        return _read_key(path) or _create_key(path, generate)


def _create_key(path: Path, generate: Callable[[], str]) -> str:
    """Generate a secret key, write it to the file in one atomic step, and return the key."""
    key = generate()
    # mkstemp's files are the owner's alone.
    descriptor, written = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
        file.flush()
        # Before the rename: after a power cut, the name must not lead to an empty file.
        os.fsync(descriptor)
    os.replace(written, path)
    return key
