"""Cleans one-line messages and names written by people, and refuses those that could disturb others."""

import re
import unicodedata

from core.sentence import Sentence

MAX_MARKS = 6
"""Combining marks on one letter; no written language needs more, and towers of them cover other lines."""
_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]")
_DIRECTIONS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Bidirectional formatting, which can make a string look different from its content."""
_JOINERS = "\u200c\u200d"
"""Needed within emoji and in Persian and Indian scripts, one at a time between visible characters."""
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\ufeff"
    r"\uffa0\ufff0-\uffff\U0001d173-\U0001d17a]"
)


class UnfitText(ValueError):
    """The text is not accepted. The only argument is a message for the person who wrote it."""


def clean_text(text: str, *, max_length: int, name: str = Sentence("A message")) -> str:
    """Return the text on one line with single spaces, in Unicode form NFC.

    Raise UnfitText if it is blank, too long or has forbidden characters. `name` is the subject of the error
    message, such as "A name".
    """
    # Normalising takes time in proportion to the length, so absurd lengths are refused before it.
    if len(text) > 4 * max_length:
        raise _too_long_error(name, max_length)
    line = " ".join(_BREAKS.sub(" ", unicodedata.normalize("NFC", text)).split())
    if len(line) > max_length:
        raise _too_long_error(name, max_length)
    if _DIRECTIONS.search(line):
        raise UnfitText(
            Sentence("%(name)s can’t contain characters that change the direction of text.", name=name)
        )
    if any(unicodedata.category(each) in ("Cc", "Cs") for each in line):
        raise UnfitText(Sentence("%(name)s can’t contain control characters.", name=name))
    if _INVISIBLE.search(line) or _has_misplaced_joiner(line) or _has_too_many_marks(line):
        raise UnfitText(
            Sentence("%(name)s can’t contain invisible characters or piles of accents.", name=name)
        )
    if not any(unicodedata.category(each)[0] in "LNPS" for each in line):
        raise UnfitText(Sentence("%(name)s needs some text.", name=name))
    return line


def _too_long_error(name: str, max_length: int) -> UnfitText:
    """Return an UnfitText error whose message says that at most `max_length` characters are allowed."""
    return UnfitText(Sentence("%(name)s can have at most %(most)d characters.", name=name, most=max_length))


def _has_misplaced_joiner(text: str) -> bool:
    """Return whether a joiner (U+200C, U+200D) is first, last, or next to a space or another joiner."""
    joiners = (place for place, each in enumerate(text) if each in _JOINERS)
    return any(
        {text[place - 1 : place], text[place + 1 : place + 2]} & {"", " ", *_JOINERS} for place in joiners
    )


def _has_too_many_marks(text: str) -> bool:
    """Return whether more than MAX_MARKS combining marks, such as accents, follow one another."""
    height = 0
    for each in text:
        height = height + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if height > MAX_MARKS:
            return True
    return False
