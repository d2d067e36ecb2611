"""Finds the texts that people read in HTML with placeholders, as in templates and scripts."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from wizard_site.translation.not_translated import NAMES

HOLE = "…"
"""Stands for a value that a template or script inserts."""
WORD = re.compile(r"[^\W\d_]{2,}")
"""At least two letters: a single letter is a symbol, such as a key or a suit."""
PROSE = re.compile(
    r"[^\W\d_]{2,}[’'”)]?[,.:;!?]?[ …]+[“(]?[^\W\d_]|^[A-Z][a-z]{2,}|[^\W\d_]{2}[.!?]$"
    r"|… [“(]?[^\W\d_]{2,}|[^\W\d_]{2,} …"
)
"""Several words, a capitalised word, or the end of a sentence, all of which are rare in code."""
ENTITY_OR_NAME = re.compile(rf"&#?\w+;|\b(?:{'|'.join(NAMES)})\b")
TAG = re.compile(r"<!--.*?-->|<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
ATTRIBUTE = re.compile(r"([\w:.@-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
CODE = re.compile(r"<(script|style|code|pre|samp)\b.*?</\1>", re.DOTALL)
"""Elements whose content is for machines, or has to be typed literally."""
SPOKEN_ATTRIBUTES = {
    *("alt", "label", "placeholder", "text", "title"),
    *("aria-description", "aria-label", "aria-roledescription", "aria-valuetext"),
    *("data-before", "data-none", "data-past"),
}
CODE_ATTRIBUTES = {
    *("class", "className", "content", "d", "href", "id", "media", "name", "points", "rel", "sizes", "src"),
    *("srcset", "style", "transform", "viewBox"),
}


class MarkupText(NamedTuple):
    """A string that people read, and the number, counted from 0, of the line where it begins."""

    text: str
    line: int


def has_words(text: str) -> bool:
    """Return whether the text contains words that may need translation.

    Single letters, and names that are the same in every language (NAMES), do not count as such words.
    """
    return WORD.search(ENTITY_OR_NAME.sub("", text)) is not None


def is_prose(text: str) -> bool:
    """Guess whether a string is a text for people, such as a sentence, rather than an identifier or code."""
    return PROSE.search(text) is not None and has_words(text)


def iter_visible_texts(markup: str) -> Iterator[MarkupText]:
    """Yield the texts in HTML that people see or that screen readers read aloud.

    The texts are between tags, or in attributes such as `alt`.
    """
    markup = CODE.sub(lambda found: "\n" * found[0].count("\n"), markup)
    end = 0
    for tag in [*TAG.finditer(markup), None]:
        start = tag.start() if tag else len(markup)
        between = markup[end:start]
        if has_words(between):
            lead = len(between) - len(between.lstrip(f" \n{HOLE}"))
            yield MarkupText(" ".join(between.split()), markup.count("\n", 0, end + lead))
        if tag:
            yield from _iter_attribute_texts(tag[0], markup.count("\n", 0, start))
            end = tag.end()


def _iter_attribute_texts(tag: str, first_line: int) -> Iterator[MarkupText]:
    """Yield each attribute of an HTML tag whose value people see or hear, in the form `alt=The deck`.

    `first_line` is the number, counted from 0, of the line where the tag begins.
    """
    for attribute in ATTRIBUTE.finditer(tag):
        name, value = attribute[1], attribute[2] or attribute[3] or ""
        if name in SPOKEN_ATTRIBUTES:
            is_read = has_words(value)
        else:
            # Values of attributes that this module does not know count if they look like sentences.
            is_read = name not in CODE_ATTRIBUTES and not name.startswith("data-") and is_prose(value)
        if is_read:
            yield MarkupText(f"{name}={value}", first_line + tag.count("\n", 0, attribute.start()))
