"""Names the version of the static files by their content."""

import hashlib
from pathlib import Path


def static_version(base: Path) -> str:
    """Return the static files' version: 12 hex digits of a hash of everything from which they are built."""
    seen = hashlib.sha256()
    files = [
        base / "requirements.lock",
        base / "wizard_site/boot/bundling.py",
        base / "wizard_site/translation/compiling.py",
        *base.glob("locale/*.po"),
        *base.glob("static/**/*"),
        *base.glob("wizard_site/static/**/*"),
    ]
    for path in sorted(files):
        if path.is_file():
            seen.update(str(path.relative_to(base)).encode())
            seen.update(path.read_bytes())
    return seen.hexdigest()[:12]
