"""Finds the sentences that are marked for translation, in Python, templates and scripts."""

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

APPS = ("accounts", "core", "games", "notifications", "tournaments", "wizard_site")
PYTHON = tuple(f"{app}/**/*.py" for app in APPS)
TEMPLATES = ("templates/**/*.html", "templates/**/*.txt", "wizard_site/templates/**/*.html")
SCRIPTS = ("static/js/**/*.js",)
FUNCTIONS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "Sentence": (1,),
    "counted_sentence": (1, 2),
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "npgettext": ((1, "c"), 2, 3),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
"""Functions that mark their arguments, with the positions of singular, plural and context."""
SCRIPT_CALL = re.compile(r"(?<![\w.])(n|p)?gettext\(\s*")
LITERAL = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*""")
DEFINITIONS = ("static/js/text.js",)
"""The script that defines these functions, where their parameters are not sentences."""

MessageId = str | tuple[str, ...]


class UnreadableMark(ValueError):
    """A script marks an expression for translation that is not a quoted string."""


class MarkedMessage(NamedTuple):
    """A marked message, or its singular and plural, and the file that contains it."""

    message_id: MessageId
    context: str | None
    path: str


def extract_catalog(base_dir: Path) -> Catalog:
    """Return a catalog of all messages that the project in `base_dir` marks for translation.

    The catalog contains no translations.
    """
    catalog = Catalog(fuzzy=False)
    for found in find_messages(base_dir):
        catalog.add(found.message_id, locations=[(found.path, 0)], context=found.context)
    return catalog


def find_messages(base_dir: Path) -> Iterator[MarkedMessage]:
    """Yield the messages that the project in `base_dir` marks for translation.

    Python files come first, then templates, then JavaScript.
    """
    for path in source_paths(base_dir, PYTHON):
        yield from _extract_from_python((base_dir / path).read_bytes(), path)
    for path in source_paths(base_dir, TEMPLATES):
        # In brackets, because the indentation of a template is not valid in Python.
        source = f"(\n{templatize((base_dir / path).read_text())}\n)"
        yield from _extract_from_python(source.encode(), path)
    for path in source_paths(base_dir, SCRIPTS):
        if path not in DEFINITIONS:
            yield from _extract_from_script((base_dir / path).read_text(), path)


def source_paths(base_dir: Path, patterns: tuple[str, ...]) -> list[str]:
    """Return the sorted paths, relative to `base_dir`, of the files that match any of the glob patterns."""
    return sorted(
        path.relative_to(base_dir).as_posix() for pattern in patterns for path in base_dir.glob(pattern)
    )


def _extract_from_python(source: bytes, path: str) -> Iterator[MarkedMessage]:
    """Yield the messages marked for translation in Python source."""
    for _, message, _, context in extract("python", BytesIO(source), keywords=FUNCTIONS):
        yield MarkedMessage(message, context, path)


def _extract_from_script(source: str, path: str) -> Iterator[MarkedMessage]:
    """Yield the messages marked for translation in a JavaScript source.

    Raise UnreadableMark if a marked text is not a quoted string.
    """
    # Babel's own JavaScript parser cannot handle nested template literals, which our scripts use for HTML.
    for call in SCRIPT_CALL.finditer(source):
        first, at = _parse_text_argument(source, call.end(), path)
        if call[1] is None:
            yield MarkedMessage(first, None, path)
            continue
        second, _ = _parse_text_argument(source, at, path)
        yield (
            MarkedMessage((first, second), None, path)
            if call[1] == "n"
            else MarkedMessage(second, first, path)
        )


def _parse_text_argument(source: str, start: int, path: str) -> tuple[str, int]:
    """Return the quoted string at `start`, and the position where the next argument begins.

    Raise UnreadableMark if there is no quoted string.
    """
    parts = []
    at = start
    while literal := LITERAL.match(source, at):
        parts.append(ast.literal_eval(literal[1]))
        at = literal.end()
        # Quoted strings joined by `+` count as one.
        if not source.startswith("+", at):
            break
        at += 1 + len(source[at + 1 :]) - len(source[at + 1 :].lstrip())
    else:
        line = source.count("\n", 0, start) + 1
        raise UnreadableMark(f"{path}:{line}: a text in quotes can be translated, and nothing else.")
    after = re.compile(r",?\s*").match(source, at)
    return "".join(parts), after.end() if after else at
