"""Filters that put what the desk shows into words."""

from collections.abc import Sequence

from django import template

from games.rules.options import RoundPlan
from tournaments.rules.timetable import Step
from tournaments.selectors.desk.overview import DeskOverview

STEP_TEXTS = {
    Step.CLOSE_ENTRY: "entry closes",
    Step.OPEN_CHECK_IN: "check-in opens",
    Step.REMIND_CHECK_IN: "players who have not checked in are reminded",
    Step.CLOSE_CHECK_IN: "check-in closes",
    Step.CANCEL: "the tournament is cancelled, because too few players are here",
    Step.DRAW: "seats are drawn",
    Step.RELEASE: "seats are released",
    Step.START_TABLES: "tables start",
    Step.REPLACE_NO_SHOWS: "missing players are replaced",
    Step.WARN: "tables are warned that time is nearly up",
    Step.PENALISE_OVERRUN: "tables over time are penalised",
    Step.STOP_TABLES: "tables over time are stopped",
    Step.CLOSE_STAGE: "the stage is closed",
    Step.FINISH: "the result is final",
}
MOMENT_LABELS = {
    "entry_opens_at": "Entry opens",
    "entry_closes_at": "Entry closes",
    "check_in_opens_at": "Check-in opens",
    "check_in_closes_at": "Check-in closes",
    "starts_at": "Play starts",
}

register = template.Library()


@register.filter
def step_text(overview: DeskOverview) -> str:
    """What the timetable does next; empty if it does nothing more."""
    if overview.step is None:
        return ""
    if overview.ends_protest_period:
        what = "seats are drawn" if overview.step is Step.DRAW else "the tournament is over"
        return f"the protest period ends, and {what}"
    return STEP_TEXTS[overview.step]


@register.filter
def moment_label(field: str) -> str:
    """What a moment of the timetable is called."""
    return MOMENT_LABELS[field]


@register.filter
def rounds_text(rounds: Sequence[RoundPlan]) -> str:
    """The length of a game, such as “3 rounds: 5, 11, 15 cards”."""
    cards = [str(plan.cards) for plan in rounds]
    unit = "card" if cards == ["1"] else "cards"
    return f"{len(cards)} round{'s' if len(cards) > 1 else ''}: {', '.join(cards)} {unit}"
