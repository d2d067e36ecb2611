"""Decides whether a bot plays an illegal card: only at tables that allow it, and only for a gain."""

import random

from games.bots.players.character import Character, character_of
from games.bots.players.play import worths
from games.bots.view import Sight, strength, view_of
from games.rules.cards import Card


def choose_cheat(sight: Sight, *, level: str, rng: random.Random) -> Card | None:
    """Return the illegal card that the bot plays, or None if it stays honest."""
    forbidden = _forbidden(sight)
    if not forbidden:
        return None
    character = character_of(_own_name(sight), level)
    if rng.random() >= character.chance:
        return None
    return _tempting(sight, forbidden, character)


def _forbidden(sight: Sight) -> list[Card]:
    """Return the cards that the table accepts although they break the rules; empty at a strict table."""
    legal: list[Card] = sight["legal"]["cards"]
    if not legal:
        return []
    return [card for card in sight["playable"] if card not in legal]


def _own_name(sight: Sight) -> str:
    return str(next(player["name"] for player in sight["players"] if player["seat"] == sight["viewer"]))


def _tempting(sight: Sight, forbidden: list[Card], character: Character) -> Card | None:
    """Return the best illegal card if it gains as much as the character demands, else None."""
    view = view_of(sight)
    worth = worths(view, [*sight["legal"]["cards"], *forbidden])
    honest = max(worth[card] for card in sight["legal"]["cards"])
    best = max(forbidden, key=lambda card: (worth[card], strength(view, card)))
    return best if worth[best] - honest >= character.gain else None
