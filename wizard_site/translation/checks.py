"""Faults of catalogs: missing translations, and differences from the English that must not be."""

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages import Catalog, Message

PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]")
TAG = re.compile(r"</?[a-z][^<>]*>")


def find_outdated(catalog: Catalog, marked: Catalog) -> list[str]:
    """Return a line for each sentence that is marked but not in the catalog, or vice versa."""
    known, wanted = _keys(catalog), _keys(marked)
    return [
        *(f"not in the catalog: {_format_key(key)}" for key in wanted - known),
        *(f"not marked any longer: {_format_key(key)}" for key in known - wanted),
    ]


def find_untranslated(catalog: Catalog) -> list[str]:
    """Return the English sentences without a translation, in the singular if they have a plural."""
    return [_english(message)[0] for message in _messages(catalog) if not all(_forms(message))]


def find_faults(catalog: Catalog) -> Iterator[str]:
    """Yield a line for each translation that is fuzzy or whose placeholders or tags differ from English."""
    for message in _messages(catalog):
        if message.fuzzy:
            yield f"fuzzy: {_english(message)[0]}"
        for form in filter(None, _forms(message)):
            if not _fits(message, form, PLACEHOLDER):
                yield f"other placeholders: {form}"
            if not _fits(message, form, TAG):
                yield f"other tags: {form}"


def _fits(message: Message, form: str, pattern: re.Pattern[str]) -> bool:
    """Whether a translation has the same matches of `pattern` as one of its message's English forms."""
    found = Counter(pattern.findall(form))
    return any(found == Counter(pattern.findall(english)) for english in _english(message))


def _messages(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of a catalog, without its header."""
    return (message for message in catalog if message.id)


def _keys(catalog: Catalog) -> set[tuple[str, str]]:
    """Return the keys that identify a catalog's messages: context and English text."""
    return {(message.context or "", "\n".join(_english(message))) for message in _messages(catalog)}


def _format_key(key: tuple[str, str]) -> str:
    """Return a message's key on one line."""
    return " / ".join(filter(None, key)).replace("\n", " / ")


def _english(message: Message) -> list[str]:
    """Return a message's English sentence, or its singular and plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def _forms(message: Message) -> list[str]:
    """Return a message's translation, or the translation's plural forms; "" if there is none."""
    return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)
