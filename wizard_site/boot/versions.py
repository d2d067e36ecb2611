"""Names the version of the static files by their content."""

import hashlib
from pathlib import Path


def digest(base: Path) -> str:
    """Twelve hex digits that change with any own static file or installed package."""
    seen = hashlib.sha256()
    files = [base / "requirements.lock", *base.glob("static/**/*"), *base.glob("wizard_site/static/**/*")]
    for path in sorted(files):
        if path.is_file():
            seen.update(str(path.relative_to(base)).encode())
            seen.update(path.read_bytes())
    return seen.hexdigest()[:12]
