"""The version of the code that folds log entries into states; snapshots of other versions are ignored.

It is computed from the source, so that nobody has to remember to raise it. After a change to any of these
files, tables are read from their whole logs until their next round is dealt.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[3]
FOLDERS = ("games/rules",)
MODULES = (
    "core/constraints.py",
    "core/refusal.py",
    "core/sentence.py",
    "games/store/entries.py",
    "games/store/snapshot.py",
    "games/store/round_snapshots/encoding.py",
)


def state_source_files(root: Path) -> list[Path]:
    """Return the source files that define the game state and its stored format, sorted by path."""
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    return sorted([*found, *(root / module for module in MODULES)])


def compute_code_version(root: Path, files: Iterable[Path]) -> str:
    """Return a SHA-256 hash of source files, their paths relative to `root`, and the version of msgspec."""
    digest = hashlib.sha256(msgspec.__version__.encode())
    for path in files:
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


# When the module is imported, like the code itself: the files of a running server may be replaced.
CODE_VERSION = compute_code_version(ROOT, state_source_files(ROOT))
