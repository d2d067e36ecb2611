"""Filters for texts and numbers that all pages of tournaments share."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from tournaments.models.choices import StageKind

KINDS = {
    StageKind.DRAWN: _("drawn by lot"),
    StageKind.SWISS: _("Swiss"),
    StageKind.KNOCK_OUT: _("knock-out"),
    StageKind.FINAL: _("final"),
}

register = template.Library()


@register.filter
def kind_text(kind: str) -> str:
    """Return a stage's translated kind for use inside a sentence."""
    return str(KINDS[StageKind(kind)])


@register.filter
def minus(number: Any) -> str:
    """Format a number as text with a typographic minus sign (−) instead of a hyphen. Return "" for None."""
    return "" if number is None else str(number).replace("-", "\N{MINUS SIGN}")
