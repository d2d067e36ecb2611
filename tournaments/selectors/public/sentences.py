"""What is played, and for what, in the sentences of `templates/tournaments/sentences`.

Pages and the API show the same sentences. In a template blank lines separate sentences, and any run of white
space is one space.
"""

from typing import Any

from django.template.loader import render_to_string

from games.rules.options import BANK
from tournaments.models import OptionMix, Stage


def mix_sentences(mix: OptionMix, *, online: bool) -> list[str]:
    """A game's options, one sentence each; cheating comes first. A clock runs only where `online` is true."""
    return _sentences(
        "options",
        mix=mix,
        restriction=mix.restriction or ("notequal" if mix.preset == "tournament" else "american"),
        cards=[plan["cards"] if isinstance(plan, dict) else plan for plan in mix.rounds or ()],
        reserve=mix.clock * BANK if online and mix.clock else None,
    )


def points_sentence(stage: Stage) -> str:
    """What a game of this stage is worth."""
    return " ".join(_sentences("points", stage=stage))


def qualify_sentence(stage: Stage, *, last: bool) -> str:
    """Who goes on from this stage; empty after the last one."""
    return "" if last else " ".join(_sentences("goes_on", stage=stage, count=stage.qualify_count or 1))


def time_sentence(stage: Stage) -> str:
    """How long a game may take, and what an overrun costs; empty without a limit."""
    return " ".join(_sentences("time", stage=stage))


def _sentences(name: str, **context: Any) -> list[str]:
    text = render_to_string(f"tournaments/sentences/{name}.txt", context)
    return [" ".join(sentence.split()) for sentence in text.split("\n\n") if sentence.strip()]
