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
def stage_kind_text(kind: str) -> str:
    """Return the translated name of a stage's kind, such as “knock-out”, for use inside a sentence.

    `kind` is a value of StageKind.
    """
    return str(KINDS[StageKind(kind)])


@register.filter
def number_text(number: Any) -> str:
    """Return a number as text with a typographic minus sign (−) instead of a hyphen. Return "" for None.

    `number` may also be text that another filter has formatted.
    """
    return "" if number is None else str(number).replace("-", "\N{MINUS SIGN}")
