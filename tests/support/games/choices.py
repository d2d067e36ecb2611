"""Legal actions as JSON of the contract, derived from the viewer's own sight of the table."""

from random import Random
from typing import Any


def some_action(sight: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Anything that the table accepts; where people may cheat, that may be a forbidden card."""
    legal = sight["legal"]
    return _of(rng.choice, legal["suits"], legal["bids"], sight["playable"])


def first_legal(sight: dict[str, Any]) -> dict[str, Any]:
    """The first thing that the rules allow."""
    legal = sight["legal"]
    return _of(lambda choices: choices[0], legal["suits"], legal["bids"], legal["cards"])


def _of(chosen: Any, suits: list[str], bids: list[int], cards: list[str]) -> dict[str, Any]:
    if suits:
        return {"type": "name_trump", "suit": chosen(suits)}
    if bids:
        return {"type": "bid", "bid": chosen(bids)}
    return {"type": "play", "card": chosen(cards)}
