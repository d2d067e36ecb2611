"""Finds the literals of a script: quoted strings, and template literals.

This is not a complete JavaScript parser: it distinguishes comments and regular expressions, which may contain
quotes, from code, and handles templates that contain code with further templates.
"""

import re
from typing import NamedTuple

from wizard_site.translation.markup import HOLE

CODE = re.compile(r"[^/`'\"{}]+|.", re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
REGEX = re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
BEFORE_REGEX = re.compile(r"(^|[=(,:\[!&|?{};>+]|\breturn)\s*$")
"""Code after which a slash begins a regular expression; elsewhere it divides."""


class Literal(NamedTuple):
    """A quoted string or a template literal in a script, and its position."""

    text: str
    start: int
    end: int
    tag: str
    """The name of the function before a template, such as `html`, or an empty string."""


class ScriptReader:
    """Collects the literals of a script."""

    def __init__(self, source: str) -> None:
        """Read a JavaScript source, and store its quoted strings and template literals in `found`."""
        self.source = source
        self.found: list[Literal] = []
        self._at = 0
        self._read_code(closing=None)

    def _read_code(self, closing: str | None) -> None:
        """Store the literals in the code from the current position up to the character `closing`.

        If `closing` is None, go on to the end of the script.
        """
        depth = 0
        while self._at < len(self.source):
            here = self.source[self._at]
            if here == closing and not depth:
                return
            depth += (here == "{") - (here == "}")
            if not (self._skip_comment_or_regex() or self._read_quoted() or self._read_template()):
                match = CODE.match(self.source, self._at)
                assert match
                self._at = match.end()

    def _skip_comment_or_regex(self) -> bool:
        """Skip a comment or regular expression at the current position. Return False if there is none."""
        match = COMMENT.match(self.source, self._at)
        if not match and BEFORE_REGEX.search(self.source[max(0, self._at - 20) : self._at]):
            match = REGEX.match(self.source, self._at)
        self._at = match.end() if match else self._at
        return match is not None

    def _read_quoted(self) -> bool:
        """Store the quoted string at the current position. Return False if there is none."""
        match = QUOTED.match(self.source, self._at)
        if match:
            self.found.append(Literal(match[0][1:-1], match.start(), match.end(), ""))
            self._at = match.end()
        return match is not None

    def _read_template(self) -> bool:
        """Store the template literal that begins at the current position, and the literals nested in it.

        Return False if no template literal begins there.
        """
        if self.source[self._at] != "`":
            return False
        start, text = self._at, ""
        self._at += 1
        while self._at < len(self.source) and self.source[self._at] != "`":
            if self.source.startswith("${", self._at):
                self._at += 2
                self._read_code(closing="}")
                text += HOLE
            else:
                step = 2 if self.source[self._at] == "\\" else 1
                text += self.source[self._at : self._at + step]
                self._at += step - 1
            self._at += 1
        self._at += 1
        tag = re.search(r"[\w.]*$", self.source[:start])
        self.found.append(Literal(text, start, self._at, tag[0] if tag else ""))
        return True


def find_literals(source: str) -> list[Literal]:
    """Return the quoted strings and template literals in a JavaScript source, in order of their positions."""
    return sorted(ScriptReader(source).found, key=lambda found: found.start)
