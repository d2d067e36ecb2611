"""Reads, updates, merges and writes catalogs."""

import subprocess
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

WIDTH = 100


def read_catalog(text: str | bytes, code: str) -> Catalog:
    """Parse a translation catalog for a language code such as `pt-br`.

    Raise Babel's PoFileError if the text is malformed.
    """
    data = text.encode() if isinstance(text, str) else text
    return read_po(BytesIO(data), locale=code.replace("-", "_"), abort_invalid=True)


def format_catalog(catalog: Catalog, header: str) -> str:
    """Return the content of a translation catalog's .po file, starting with `header`."""
    # Sorted by source file and without line numbers, so that branches rarely conflict.
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, omit_header=True, sort_by_file=True, include_lineno=False)
    return f"{header}\n\n{file.getvalue().decode().strip()}\n"


def extract_header(text: str) -> str:
    """Return the header of a .po file: the text before the first message."""
    # A new header from Babel would contain the time of the last change, which would conflict in every merge.
    return text.strip().split("\n\n", 1)[0]


def update_catalog(catalog: Catalog, source_catalog: Catalog, *, keep_unused: bool = True) -> None:
    """Update a catalog to the messages of `source_catalog`.

    With `keep_unused`, translations that the source no longer uses are kept as obsolete; otherwise they are
    dropped.
    """
    for message in [*catalog.obsolete.values()]:
        _add_missing_translation(message, catalog)
    catalog.obsolete.clear()
    catalog.update(source_catalog, no_fuzzy_matching=True, update_header_comment=False)
    # Other branches may still use these messages.
    for key, message in [*catalog.obsolete.items()]:
        if not keep_unused or not _is_translated(message):
            del catalog.obsolete[key]


def merge_catalogs(ours: Catalog, theirs: Catalog) -> Catalog:
    """Add the messages and translations of `theirs` that are missing in `ours`, and return `ours`."""
    for message in [*theirs, *theirs.obsolete.values()]:
        if message.id:
            _add_missing_translation(message, ours)
    return ours


def _add_missing_translation(message: Message, catalog: Catalog) -> None:
    """Add a message to the catalog. Do nothing if the catalog already has a translation of this message."""
    known = catalog.get(message.id, message.context)
    if known is None or not _is_translated(known):
        catalog.delete(message.id, message.context)
        catalog.add(message.id, message.string, message.locations, message.flags, context=message.context)


def _is_translated(message: Message) -> bool:
    """Return whether the message is translated, with all its plural forms."""
    string = message.string
    return bool(string) if isinstance(string, str | None) else all(string)


def conflicting_versions(path: Path) -> list[str]:
    """Return both versions of a file that has a Git merge conflict, or [] for any other file.

    The version of the current commit (HEAD) comes first.
    """
    versions = []
    for stage in (2, 3):
        command = ["git", "show", f":{stage}:./{path.name}"]
        shown = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
        if shown.returncode == 0:
            versions.append(shown.stdout)
    return versions if len(versions) == 2 else []
