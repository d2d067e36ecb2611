"""Names the version of the static files by their content."""

import hashlib
from pathlib import Path


def static_version(base_dir: Path) -> str:
    """Return the version of the static files: the first 12 hex digits of a hash of their sources.

    `base_dir` is the root folder of the project, as in settings.BASE_DIR. The sources include the translation
    catalogs, the code that bundles the files or compiles the catalogs, and the versions of the libraries.
    """
    seen = hashlib.sha256()
    files = [
        base_dir / "requirements.lock",
        base_dir / "wizard_site/boot/bundling.py",
        base_dir / "wizard_site/translation/compiling.py",
        *base_dir.glob("locale/*.po"),
        *base_dir.glob("static/**/*"),
        *base_dir.glob("wizard_site/static/**/*"),
    ]
    for path in sorted(files):
        if path.is_file():
            seen.update(str(path.relative_to(base_dir)).encode())
            seen.update(path.read_bytes())
    return seen.hexdigest()[:12]
