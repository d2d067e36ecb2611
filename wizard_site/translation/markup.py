"""Finds what people read in HTML with holes, as templates and scripts have it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from wizard_site.translation.not_translated import NAMES

HOLE = "…"
"""Stands for what a template or script puts in."""
WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters: less is a sign, such as a key or a suit."""
PROSE = re.compile(
    r"[^\W\d_]{2,}[’'”)]?[,.:;!?]?[ …]+[“(]?[^\W\d_]|^[A-Z][a-z]{2,}|[^\W\d_]{2}[.!?]$"
    r"|… [“(]?[^\W\d_]{2,}|[^\W\d_]{2,} …"
)
"""Several words, a word with a capital letter, or the end of a sentence: what code is seldom made of."""
ENTITY_OR_NAME = re.compile(rf"&#?\w+;|\b(?:{'|'.join(NAMES)})\b")
TAG = re.compile(r"<!--.*?-->|<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
ATTRIBUTE = re.compile(r"([\w:.@-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
CODE = re.compile(r"<(script|style|code|pre|samp)\b.*?</\1>", re.DOTALL)
"""Elements whose content is for machines, or is typed as it stands."""
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
    """A text that people read, and the number of the line in which it begins, from 0."""

    text: str
    line: int


def has_words(text: str) -> bool:
    """Whether the text has words beside names, which are the same in all languages."""
    return WORD.search(ENTITY_OR_NAME.sub("", text)) is not None


def is_prose(text: str) -> bool:
    """Whether the text reads like words for people rather than like code."""
    return PROSE.search(text) is not None and has_words(text)


def texts_of(markup: str) -> Iterator[MarkupText]:
    """Yield the texts between the tags, and those of attributes that are shown or read out."""
    markup = CODE.sub(lambda found: "\n" * found[0].count("\n"), markup)
    end = 0
    for tag in [*TAG.finditer(markup), None]:
        start = tag.start() if tag else len(markup)
        between = markup[end:start]
        if has_words(between):
            lead = len(between) - len(between.lstrip(f" \n{HOLE}"))
            yield MarkupText(" ".join(between.split()), markup.count("\n", 0, end + lead))
        if tag:
            yield from _texts_of_attributes(tag[0], markup.count("\n", 0, start))
            end = tag.end()


def _texts_of_attributes(tag: str, line: int) -> Iterator[MarkupText]:
    """Yield the texts of a tag's attributes; of unknown ones, what reads like words."""
    for attribute in ATTRIBUTE.finditer(tag):
        name, value = attribute[1], attribute[2] or attribute[3] or ""
        if name in SPOKEN_ATTRIBUTES:
            is_read = has_words(value)
        else:
            is_read = name not in CODE_ATTRIBUTES and not name.startswith("data-") and is_prose(value)
        if is_read:
            yield MarkupText(f"{name}={value}", line + tag.count("\n", 0, attribute.start()))
