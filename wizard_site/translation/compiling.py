"""Compiles catalogs when they have changed: for Django, and as JavaScript for the pages' scripts."""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wizard_site.translation.languages import catalog_paths

if TYPE_CHECKING:
    from babel.messages import Catalog

DIGEST_NAME = "digest"
STATIC_FOLDER = "static"
SCRIPT_FOLDER = "catalogs"
PLURAL_EXPRESSION = re.compile(r"[n0-9()\s?:!<>=&|%+-]+")


def compile_catalogs(base_dir: Path, target: Path) -> bool:
    """Compile all translation catalogs of the project in `base_dir` into the folder `target`.

    Return whether they were compiled: if neither the catalogs nor this module has changed since the last
    time, compile nothing.
    """
    digest = _catalogs_digest(base_dir)
    done = target / DIGEST_NAME
    (target / STATIC_FOLDER).mkdir(parents=True, exist_ok=True)
    if done.exists() and done.read_text() == digest:
        return False
    # Several processes may do this at once, because each file is replaced atomically.
    for path, content in _compile_files(base_dir):
        _replace_file(target / path, content)
    _replace_file(done, digest.encode())
    return True


def _compile_files(base_dir: Path) -> Iterator[tuple[Path, bytes]]:
    """Compile all translation catalogs of the project in `base_dir`, without writing any files.

    Yield the path of each compiled file, relative to the output folder, and the file's content.
    """
    # Babel is loaded only when something has changed, and not at each start.
    from io import BytesIO

    from babel.messages.mofile import write_mo

    from wizard_site.translation.catalogs import read_catalog

    for code, path in catalog_paths(base_dir).items():
        catalog = read_catalog(path.read_bytes(), code)
        file = BytesIO()
        write_mo(file, catalog)
        yield Path(path.stem, "LC_MESSAGES", "django.mo"), file.getvalue()
        yield Path(STATIC_FOLDER, SCRIPT_FOLDER, f"{code}.js"), javascript_catalog(catalog).encode()


def javascript_catalog(catalog: "Catalog") -> str:
    """Return the JavaScript file with a language's plural rule and the scripts' translations.

    Raise ValueError for unexpected characters in the rule.
    """
    plural = str(catalog.plural_expr)
    if not PLURAL_EXPRESSION.fullmatch(plural):
        raise ValueError(f"This is no expression for plural forms: {plural}")
    messages = {}
    for message in catalog:
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if message.id and all(forms) and any(path.endswith(".js") for path, _ in message.locations):
            first = message.id if isinstance(message.id, str) else message.id[0]
            key = f"{message.context}\x04{first}" if message.context else first
            messages[key] = message.string
    text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.wizardCatalog={{plural:(n)=>Number({plural}),messages:{text}}};\n"


def _catalogs_digest(base_dir: Path) -> str:
    """Return the SHA-256 hex digest of all translation catalogs in `base_dir` and of this Python module.

    If the digest has changed, the catalogs must be compiled again.
    """
    seen = hashlib.sha256()
    for path in [*catalog_paths(base_dir).values(), Path(__file__)]:
        seen.update(path.name.encode() + path.read_bytes())
    return seen.hexdigest()


def _replace_file(path: Path, content: bytes) -> None:
    """Write a file atomically, so that no process reads a partial file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)
