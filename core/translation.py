"""Translates sentences into the active language; the only place where refusals and errors are translated."""

from collections.abc import Mapping
from decimal import Decimal
from typing import TypeVar

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from core.sentence import Sentence

T = TypeVar("T")


def translate(text: str) -> str:
    """Translate a text into the active language. Return it unchanged if there is no translation."""
    if not text:
        # Django would translate an empty string to the catalog's header.
        return text
    if not isinstance(text, Sentence):
        return gettext(text)
    template = (
        gettext(text.template) if text.plural is None else ngettext(text.template, text.plural, text.number)
    )
    params = {name: translate_all(value) for name, value in text.params.items()}
    return template % params if params else template


def translate_all(value: T) -> T:
    """Return the value with each translatable text (Sentence) translated and each Decimal formatted as text.

    Both are done for the active language, and in lists and dicts at any depth. The value itself is not
    changed. Values of other types are returned as they are.
    """
    translated: object = value
    if isinstance(value, Sentence):
        translated = translate(value)
    elif isinstance(value, Decimal):
        translated = number_format(value)
    elif isinstance(value, list):
        translated = [translate_all(each) for each in value]
    elif isinstance(value, Mapping):
        translated = {name: translate_all(each) for name, each in value.items()}
    return translated  # type: ignore[return-value]  # The same shape, with other texts.
