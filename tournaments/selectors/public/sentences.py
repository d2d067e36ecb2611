"""Describes a tournament in sentences, whose texts are in `templates/tournaments/sentences`.

Pages and the API show the same sentences, in the active language. In a template, blank lines separate
sentences, and any run of white space counts as one space.
"""

from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.rules.options import BANK, PRESET_DEFAULTS
from tournaments.models import OptionMix, Stage


def describe_options(mix: OptionMix, *, online: bool) -> list[str]:
    """Return sentences that describe `mix`, the set of game options with which a stage is played.

    The clock is described only if the game is played online.
    """
    return _render_sentence_template(
        "options",
        mix=mix,
        restriction=mix.restriction or PRESET_DEFAULTS[mix.preset]["restriction"],
        cards=[plan["cards"] if isinstance(plan, dict) else plan for plan in mix.rounds or ()],
        reserve=mix.clock * BANK if online and mix.clock else None,
    )


def describe_points(stage: Stage) -> str:
    """Return a sentence that explains how a game in this stage earns tournament points."""
    return " ".join(_render_sentence_template("points", stage=stage))


def describe_qualification(stage: Stage, *, last: bool) -> str:
    """Return a sentence that says who qualifies from this stage, or "" if it is the last stage (`last`)."""
    return (
        ""
        if last
        else " ".join(_render_sentence_template("goes_on", stage=stage, count=stage.qualify_count or 1))
    )


def table_title(stage: Stage, *, play_off: bool) -> str:
    """Return a table's title: the title of its stage, followed by "play-off" if `play_off` is True."""
    if not play_off:
        return stage.shown_title
    return gettext("%(title)s, play-off") % {"title": stage.shown_title}


def describe_time_limit(stage: Stage) -> str:
    """Return sentences about the time limit for this stage's games and the penalty for exceeding it.

    Return "" if there is no limit.
    """
    return " ".join(_render_sentence_template("time", stage=stage))


def _render_sentence_template(template_name: str, **context: Any) -> list[str]:
    """Render a template from `tournaments/sentences`, and return its sentences.

    Runs of white space become single spaces.
    """
    text = render_to_string(f"tournaments/sentences/{template_name}.txt", context)
    return [" ".join(sentence.split()) for sentence in text.split("\n\n") if sentence.strip()]
