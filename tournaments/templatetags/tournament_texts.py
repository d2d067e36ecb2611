"""Filters for words and numbers that all pages of tournaments share."""

from typing import Any

from django import template

from tournaments.models.choices import StageKind

register = template.Library()


@register.filter
def kind_text(kind: str) -> str:
    """How a stage's tables are made, inside a sentence; Swiss is a name."""
    label = str(StageKind(kind).label)
    return label if kind == StageKind.SWISS else label.lower()


@register.filter
def minus(number: Any) -> str:
    """A number with the sign for minus, not a hyphen; empty if there is none."""
    return "" if number is None else str(number).replace("-", "\N{MINUS SIGN}")
