"""Errors in catalogs: missing translations, and differences from the English that must not be."""

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages import Catalog, Message

PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]")
TAG = re.compile(r"</?[a-z][^<>]*>")


def find_missing_and_unused_messages(catalog: Catalog, marked: Catalog) -> list[str]:
    """Describe each message that is missing in a translation catalog, or no longer used.

    `marked` contains the messages that the source code now marks for translation.
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
    """Describe each message marked "fuzzy" (unreviewed), and each translation that must be corrected.

    In such a translation, the placeholders or HTML tags differ from those in the English text.
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
    """Whether a translation contains the same placeholders, or the same HTML tags, as the English text.

    `pattern` matches one placeholder or tag. The order does not matter. For a plural message, it is enough if
    the English singular or plural agrees.
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
    """Return a message's English text in a list, or both its singular and its plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def _translated_texts(message: Message) -> list[str]:
    """Return a message's translation in a list, or all its plural forms. A missing text is ""."""
    return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)
