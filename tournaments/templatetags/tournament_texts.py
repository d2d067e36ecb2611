"""Filters for words and numbers that all pages of tournaments share."""

from typing import Any

from django import template

from tournaments.models.choices import StageKind

register = template.Library()


@register.filter
def kind_text(kind: str) -> str:
    """Return a kind of stage as used inside a sentence: lower case, except for Swiss."""
    label = str(StageKind(kind).label)
    return label if kind == StageKind.SWISS else label.lower()


@register.filter
def minus(number: Any) -> str:
    """Return the number with a proper minus sign, or "" for None."""
    return "" if number is None else str(number).replace("-", "\N{MINUS SIGN}")
