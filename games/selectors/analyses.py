"""Analyses of finished games, as far as they are made: rounds judged, sums, the costliest decisions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.models import Analysis
from games.rules.state import Round
from games.selectors.decisions import Decision

COSTLIEST = 3
Judgement = dict[str, Any]


class Made(NamedTuple):
    """The judged `rounds` of a seat so far, and whether these are `all` of them."""

    rounds: list[dict[str, Any]]
    all: bool


def made(table_id: str, seat: int) -> Made:
    """What is made of an analysis; nothing, where nobody has asked for it yet."""
    row = Analysis.objects.filter(table_id=table_id, seat=seat).first()
    return Made(row.data, row.made_at is not None) if row else Made([], False)


def told(table_id: str, seat: int, rounds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A whole analysis as the API tells it."""
    judged = [decision for past in rounds for decision in past["decisions"] if decision["cost"]]
    worst = sorted(judged, key=lambda decision: (-decision["cost"], decision["number"]))[:COSTLIEST]
    return {
        "table": table_id,
        "seat": seat,
        **{name: _sum(rounds, name) for name in ("points", "average", "luck", "made", "lost")},
        "costliest": [decision["number"] for decision in worst],
        "rounds": list(rounds),
    }


def judged_round(past: Round, seat: int, judged: Sequence[tuple[Decision, Judgement]]) -> dict[str, Any]:
    """One scored round of a seat, from its decisions and what was found about each."""
    assert past.points is not None
    assert past.totals is not None
    decisions = [_decision(decision, judgement) for decision, judgement in judged]
    worth, average = next(
        ((found["worth"], found["average"]) for _, found in judged if "worth" in found), (0.0, 0.0)
    )
    return {
        "round": past.number,
        "cards": past.cards,
        "trump": past.trump,
        "bid": past.bids[seat],
        "tricks": past.taken[seat],
        "points": past.points[seat],
        "totals": list(past.totals),
        "average": average,
        "worth": worth,
        "luck": round(worth - average, 1),
        "made": round(past.points[seat] - worth, 1),
        "lost": round(sum(decision["cost"] or 0 for decision in decisions), 1),
        "decisions": decisions,
    }


def _decision(decision: Decision, judgement: Judgement) -> dict[str, Any]:
    """What was done beside the best that could be; without figures where the rules did not allow it."""
    choices = {choice["what"]: choice for choice in judgement["choices"]}
    best = max(choices.values(), key=lambda choice: (choice["points"], choice["what"] == decision.what))
    done = choices.get(decision.what)
    sight = decision.sight
    return {
        "number": decision.number,
        "kind": decision.kind,
        "what": decision.what,
        "by": decision.by,
        "hand": sight["hand"],
        "trick": sight["trick"]["plays"] if sight["trick"] else [],
        "tricks": sight["players"][sight["viewer"]]["tricks"],
        "met": done and done["met"],
        "points": done and done["points"],
        "best": best["what"],
        "best_met": best["met"],
        "best_points": best["points"],
        "cost": done and round(best["points"] - done["points"], 1),
        "choices": judgement["choices"],
    }


def _sum(rounds: Sequence[dict[str, Any]], name: str) -> float:
    return round(sum(past[name] for past in rounds), 1)
