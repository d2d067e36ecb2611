"""Finds texts in templates and scripts that people read, but that are not marked for translation."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from django.template.base import Lexer, Token, TokenType

from wizard_site.translation.extract import DEFINITIONS, SCRIPT_CALL, SCRIPTS, TEMPLATES, source_paths
from wizard_site.translation.markup import HOLE, has_words, is_prose, iter_visible_texts
from wizard_site.translation.not_translated import Exempt
from wizard_site.translation.script_literals import Literal, find_literals

CODE_BEFORE = re.compile(
    r"(?:===?|!==?|\bcase|\bimport|\bfrom)\s*$|\bclass=\${$"
    r"|\b(?:querySelectorAll|querySelector|closest|matches|matchMedia|addEventListener|removeEventListener"
    r"|headers\.get|part|new \w*(?:Error|Event))\(\s*$"
)
"""The code before literals that nobody reads on pages: comparisons, imports, classes, selectors, errors."""
SHOWN_BEFORE = re.compile(r"\b(?:alt|ariaLabel|innerText|label|placeholder|textContent|title)\s*[:=]\s*$")
COMPARED_AFTER = re.compile(r"\s*(?:===?|!==?|\bin\b)")
KEY_BEFORE, KEY_AFTER = re.compile(r"[{,]\s*$"), re.compile(r"\s*:")
CONTEXT_LENGTH = 60
TRANSLATED_BLOCKS = {"blocktranslate", "blocktrans", "comment"}
TRANSLATED_TAGS = {"translate", "trans"}
CLASS_BLOCKS = {"block body_class", "block bodyclass"}
"""Blocks whose content is the value of an attribute `class`."""
TAGS_WITHOUT_TEXTS = {"block", "cache", "elif", "extends", "if", "load", "static", "url"}
ARGUMENT = re.compile(r"\b(\w+)=\"([^\"]*)\"")
FILTER = re.compile(r"\|(?:add|default|default_if_none|join|pluralize|yesno):\"([^\"]*)\"")
"""Filters whose argument may appear on the page."""


class UnmarkedText(NamedTuple):
    """A string that is not marked for translation, and its position."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        """Format as a message with the position: "static/js/api.js:7: not marked for translation: Hello"."""
        return f"{self.path}:{self.line}: not marked for translation: {self.text}"


def find_unmarked_texts(base_dir: Path) -> list[UnmarkedText]:
    """Return all texts for people that are not marked for translation.

    Search the templates and JavaScript files of the project in `base_dir`. Texts that are exempt from
    translation are included.
    """
    templates = source_paths(base_dir, TEMPLATES)
    scripts = [path for path in source_paths(base_dir, SCRIPTS) if path not in DEFINITIONS]
    return [
        *(
            text
            for path in templates
            for text in iter_unmarked_in_template((base_dir / path).read_text(), path)
        ),
        *(text for path in scripts for text in iter_unmarked_in_script((base_dir / path).read_text(), path)),
    ]


def report_unmarked_texts(
    unmarked_texts: Iterable[UnmarkedText], exemptions: Iterable[Exempt]
) -> Iterator[str]:
    """Yield an error message for each unmarked text that is not exempt from translation.

    Also yield an error message for each needless exemption, which no unmarked text matches.
    """
    needless = {(each.path, text) for each in exemptions for text in each.texts or (None,)}
    allowed = frozenset(needless)
    for text in unmarked_texts:
        key = (text.path, text.text) if (text.path, text.text) in allowed else (text.path, None)
        needless.discard(key)
        if key not in allowed:
            yield str(text)
    for path, exempt in sorted(needless, key=str):
        yield f"{path}: needless exception from translation: {exempt or 'the whole file'}"


def iter_unmarked_in_script(source: str, path: str) -> Iterator[UnmarkedText]:
    """Yield texts in a JavaScript source that users probably see and that are not marked for translation."""
    found = find_literals(source)
    calls = [call.end() for call in SCRIPT_CALL.finditer(source)]
    marked = [range(start, _end_of_call(source, start, found)) for start in calls]
    for literal in found:
        line = source.count("\n", 0, literal.start) + 1
        if literal.tag == "html":
            yield from (
                UnmarkedText(path, line + below, text) for text, below in iter_visible_texts(literal.text)
            )
        elif _is_shown(source, literal) and not any(literal.start in call for call in marked):
            yield UnmarkedText(path, line, literal.text)


def _end_of_call(source: str, start: int, found: Iterable[Literal]) -> int:
    """Return the position after the closing parenthesis of a JavaScript call.

    The arguments begin at `start`. Parentheses inside the literals in `found` do not count.
    """
    inside = {literal.start: literal.end for literal in found}
    depth, at = 1, start
    while depth and at < len(source):
        depth += (source[at] == "(") - (source[at] == ")")
        at = inside.get(at, at + 1)
    return at


def _is_shown(source: str, literal: Literal) -> bool:
    """Guess whether users see a string in a JavaScript source, from its text and the code around it."""
    before = source[max(0, literal.start - CONTEXT_LENGTH) : literal.start]
    after = source[literal.end : literal.end + CONTEXT_LENGTH]
    if SHOWN_BEFORE.search(before):
        return has_words(literal.text)
    is_key = KEY_BEFORE.search(before) and KEY_AFTER.match(after)
    is_code = is_key or CODE_BEFORE.search(before) or COMPARED_AFTER.match(after)
    return is_prose(literal.text) and not is_code


def iter_unmarked_in_template(source: str, path: str) -> Iterator[UnmarkedText]:
    """Yield the texts for people in a Django template that are not inside tags such as `{% translate %}`."""
    shown, block = "", ""
    for token in Lexer(source).tokenize():
        name = token.contents.partition(" ")[0]
        if block:
            block = "" if token.token_type is TokenType.BLOCK and name == f"end{block}" else block
            shown += "\n" * token.contents.count("\n")
        elif token.token_type is TokenType.TEXT:
            shown += token.contents
        else:
            if token.token_type is TokenType.BLOCK and (
                name in TRANSLATED_BLOCKS or token.contents in CLASS_BLOCKS
            ):
                block = name
            for text in _iter_tag_texts(token, name):
                yield UnmarkedText(path, token.lineno or 0, text)
            shown += HOLE + "\n" * token.contents.count("\n")
    for text, line in iter_visible_texts(shown):
        yield UnmarkedText(path, line + 1, text)


def _iter_tag_texts(token: Token, tag_name: str) -> Iterator[str]:
    """Yield the untranslated texts that users read in a template tag or a variable.

    Such a text is a string argument, either of the tag (in the form `label=Open a table`) or of a filter.
    `tag_name` is the tag's first word. Yield nothing for a comment or a tag that translates its content.
    """
    if token.token_type is TokenType.COMMENT or tag_name in TRANSLATED_TAGS | TRANSLATED_BLOCKS:
        return
    yield from filter(has_words, FILTER.findall(token.contents))
    if token.token_type is TokenType.BLOCK and tag_name not in TAGS_WITHOUT_TEXTS:
        arguments = ARGUMENT.findall(token.contents)
        yield from (f"{argument}={text}" for argument, text in arguments if is_prose(text))
