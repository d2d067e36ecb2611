"""Filters that turn codes into readable text for the organisers' console."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.sentence import decode_sentences
from core.translation import translate
from games.rules.options import RoundPlan
from tournaments.models.choices import POINTS_TEXTS, QUALIFY_TEXTS, ROLE_TEXTS, Points, Qualify, RoleKind
from tournaments.rules.presets import PRESETS
from tournaments.rules.timetable import Step
from tournaments.selectors.desk.overview import DeskOverview

STEP_TEXTS = {
    Step.CLOSE_ENTRY: _("entry closes"),
    Step.OPEN_CHECK_IN: _("check-in opens"),
    Step.REMIND_CHECK_IN: _("players who have not checked in are reminded"),
    Step.CLOSE_CHECK_IN: _("check-in closes"),
    Step.CANCEL: _("the tournament is cancelled, because too few players are here"),
    Step.DRAW: _("seats are drawn"),
    Step.RELEASE: _("seats are released"),
    Step.START_TABLES: _("tables start"),
    Step.REPLACE_NO_SHOWS: _("missing players are replaced"),
    Step.WARN: _("tables are warned that time is nearly up"),
    Step.PENALISE_OVERRUN: _("tables over time are penalised"),
    Step.STOP_TABLES: _("tables over time are stopped"),
    Step.CLOSE_STAGE: _("the stage is closed"),
    Step.FINISH: _("the result is final"),
}
MOMENT_LABELS = {
    "entry_opens_at": _("Entry opens"),
    "entry_closes_at": _("Entry closes"),
    "check_in_opens_at": _("Check-in opens"),
    "check_in_closes_at": _("Check-in closes"),
    "starts_at": _("Play starts"),
}
STATE_TEXTS = {
    "waiting": _("waiting"),
    "playing": _("playing"),
    "paused": _("paused"),
    "overtime": _("overtime"),
    "stopped": _("stopped"),
    "finished": _("finished"),
}

LEVEL_TEXTS = {
    "apprentice": _("Apprentice"),
    "journeyman": _("Journeyman"),
    "master": _("Master"),
}
MIX_NAMES = {str(preset.mix[0]): preset.mix[0] for preset in PRESETS.values()}

register = template.Library()
register.filter("sentence", translate)


@register.filter
def step_text(overview: DeskOverview) -> str:
    """Return the next step of a tournament's timetable, such as “tables start”, or "" if there is none."""
    if overview.step is None:
        return ""
    if overview.ends_protest_period:
        if overview.step is Step.DRAW:
            return gettext("the protest period ends, and seats are drawn")
        return gettext("the protest period ends, and the tournament is over")
    return str(STEP_TEXTS[overview.step])


@register.filter
def sentence_text(stored: str | dict[str, Any]) -> str:
    """Translate a sentence that is stored as a JSON object.

    A plain string, from an older version, is returned unchanged.
    """
    return translate(decode_sentences(stored))


@register.filter
def option_mix_text(name: str) -> str:
    """Return the name of a set of game options. Names of built-in sets are translated."""
    return translate(MIX_NAMES[name]) if name in MIX_NAMES else name


@register.filter
def role_text(role: str) -> str:
    """Return the translated name of an organiser's role, in the form used inside a sentence."""
    return str(ROLE_TEXTS[RoleKind(role)])


@register.filter
def points_text(points: str) -> str:
    """Describe how games earn tournament points, for use inside a sentence.

    `points` is a value of Points.
    """
    return str(POINTS_TEXTS[Points(points)])


@register.filter
def qualify_text(qualify: str) -> str:
    """Describe who qualifies from a stage, for use inside a sentence.

    `qualify` is a value of Qualify.
    """
    return str(QUALIFY_TEXTS[Qualify(qualify)])


@register.filter
def level_text(level: str) -> str:
    """Return the translated name of a bot's level, such as “Apprentice” for `apprentice`."""
    return str(LEVEL_TEXTS[level])


@register.filter
def timetable_date_label(field_name: str) -> str:
    """Return the translated label of a timetable date, such as “Play starts” for the field `starts_at`."""
    return str(MOMENT_LABELS[field_name])


@register.filter
def rounds_text(rounds: Sequence[RoundPlan]) -> str:
    """Return text such as “3 rounds: 5, 11, 15 cards”."""
    cards = [str(plan.cards) for plan in rounds]
    if cards == ["1"]:
        return gettext("1 round: 1 card")
    return ngettext("%(number)d round: %(cards)s cards", "%(number)d rounds: %(cards)s cards", len(cards)) % {
        "number": len(cards),
        "cards": ", ".join(cards),
    }


@register.filter
def state_text(state: str) -> str:
    """Return the translated label of a table's state, such as “overtime”."""
    return str(STATE_TEXTS[state])
