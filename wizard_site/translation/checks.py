"""Errors in catalogs: missing translations, and differences from the English that must not be."""

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages import Catalog, Message

PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]")
TAG = re.compile(r"</?[a-z][^<>]*>")


def find_missing_and_unused_messages(catalog: Catalog, marked: Catalog) -> list[str]:
    """Return a description of each message that only one of the two catalogs has.

    `marked` contains the messages that the source code marks for translation.
    """
    known, wanted = _message_keys(catalog), _message_keys(marked)
    return [
        *(f"not in the catalog: {_format_key(key)}" for key in wanted - known),
        *(f"not marked any longer: {_format_key(key)}" for key in known - wanted),
    ]


def find_untranslated(catalog: Catalog) -> list[str]:
    """Return the English text of each message that lacks its translation or one of its plural forms."""
    return [
        _english_texts(message)[0]
        for message in _messages_without_header(catalog)
        if not all(_translated_texts(message))
    ]


def find_errors(catalog: Catalog) -> Iterator[str]:
    """Yield a description of each fuzzy message, and of each translation with wrong placeholders or tags.

    Placeholders and tags are wrong if they differ from those of the English text.
    """
    for message in _messages_without_header(catalog):
        if message.fuzzy:
            yield f"fuzzy: {_english_texts(message)[0]}"
        for form in filter(None, _translated_texts(message)):
            if not _matches_english(message, form, PLACEHOLDER):
                yield f"other placeholders: {form}"
            if not _matches_english(message, form, TAG):
                yield f"other tags: {form}"


def _matches_english(message: Message, translation: str, pattern: re.Pattern[str]) -> bool:
    """Return whether `pattern` finds the same strings in a translation as in the English text.

    The order of the strings does not matter. If the English text has a singular and a plural, it is enough
    that the strings of one of these two forms are found.
    """
    found = Counter(pattern.findall(translation))
    return any(found == Counter(pattern.findall(english)) for english in _english_texts(message))


def _messages_without_header(catalog: Catalog) -> Iterator[Message]:
    """Return all messages of a catalog except its header, which is stored as a message without a text."""
    return (message for message in catalog if message.id)


def _message_keys(catalog: Catalog) -> set[tuple[str, str]]:
    """Return the key of each message: its context ("" for none) and its English text."""
    return {
        (message.context or "", "\n".join(_english_texts(message)))
        for message in _messages_without_header(catalog)
    }


def _format_key(key: tuple[str, str]) -> str:
    """Format a message's key (context and English text) as one line, such as "month / May"."""
    return " / ".join(filter(None, key)).replace("\n", " / ")


def _english_texts(message: Message) -> list[str]:
    """Return a list with a message's English text, or with its singular and plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def _translated_texts(message: Message) -> list[str]:
    """Return a list with a message's translation, or with all its plural forms.

    The text "" means that a translation is missing.
    """
    return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)
