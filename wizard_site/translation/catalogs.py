"""Reads, updates, merges and writes catalogs."""

import subprocess
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

WIDTH = 100


def read_catalog(text: str | bytes, code: str) -> Catalog:
    """Return the catalog in the text of a file; raises babel's PoFileError if it is damaged."""
    data = text.encode() if isinstance(text, str) else text
    return read_po(BytesIO(data), locale=code.replace("-", "_"), abort_invalid=True)


def format_catalog(catalog: Catalog, header: str) -> str:
    """Return the text of the catalog's file under this header.

    Sentences are sorted by file, without the numbers of lines: two branches seldom change the same lines.
    """
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, omit_header=True, sort_by_file=True, include_lineno=False)
    return f"{header}\n\n{file.getvalue().decode().strip()}\n"


def header_of(text: str) -> str:
    """Return the beginning of a catalog's file up to its first sentence.

    Babel would write the time of each change there, over which branches would conflict.
    """
    return text.strip().split("\n\n", 1)[0]


def update_catalog(catalog: Catalog, marked: Catalog, *, keep_unused: bool = True) -> None:
    """Give the catalog exactly the marked sentences, with the translations that it has.

    Translations that are not used are kept at the end of the file, for branches that still use them.
    """
    for message in [*catalog.obsolete.values()]:
        _take_over(message, catalog)
    catalog.obsolete.clear()
    catalog.update(marked, no_fuzzy_matching=True, update_header_comment=False)
    for key, message in [*catalog.obsolete.items()]:
        if not keep_unused or not _is_translated(message):
            del catalog.obsolete[key]


def merge_catalogs(ours: Catalog, theirs: Catalog) -> Catalog:
    """Return our catalog with the sentences and translations that only theirs has."""
    for message in [*theirs, *theirs.obsolete.values()]:
        if message.id:
            _take_over(message, ours)
    return ours


def _take_over(message: Message, catalog: Catalog) -> None:
    """Add a message to the catalog unless the catalog has a translation of it."""
    known = catalog.get(message.id, message.context)
    if known is None or not _is_translated(known):
        catalog.delete(message.id, message.context)
        catalog.add(message.id, message.string, message.locations, message.flags, context=message.context)


def _is_translated(message: Message) -> bool:
    """Whether the message has a translation, of all its forms."""
    string = message.string
    return bool(string) if isinstance(string, str | None) else all(string)


def conflicting_versions(path: Path) -> list[str]:
    """Return both versions of a file on which a merge or rebase of git stopped, or nothing."""
    versions = []
    for stage in (2, 3):
        command = ["git", "show", f":{stage}:./{path.name}"]
        shown = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
        if shown.returncode == 0:
            versions.append(shown.stdout)
    return versions if len(versions) == 2 else []
