"""Decides whether a bot plays an illegal card: only if the table allows it, and only if it gains points."""

import random

from games.bots.players.character import Character, bot_character
from games.bots.players.play import points_by_card
from games.bots.view import Sight, build_view, strength_key
from games.rules.cards import Card


def choose_cheat(sight: Sight, *, level: str, rng: random.Random) -> Card | None:
    """Return an illegal card for the bot to play, or None if the bot should play by the rules.

    How often the bot cheats, and for how many points, depends on its name and its level.
    """
    forbidden = _forbidden_cards(sight)
    if not forbidden:
        return None
    character = bot_character(_viewer_name(sight), level)
    if rng.random() >= character.chance:
        return None
    return _tempting_card(sight, forbidden, character)


def _forbidden_cards(sight: Sight) -> list[Card]:
    """Return the cards that the bot can play only by cheating: the rules forbid them, the table allows them.

    Return [] if no card is legal, for example when it is another player's turn.
    """
    legal: list[Card] = sight["legal"]["cards"]
    if not legal:
        return []
    return [card for card in sight["playable"] if card not in legal]


def _viewer_name(sight: Sight) -> str:
    """Return the name of the player whose view of the table `sight` is."""
    return str(next(player["name"] for player in sight["players"] if player["seat"] == sight["viewer"]))


def _tempting_card(sight: Sight, forbidden: list[Card], character: Character) -> Card | None:
    """Return the illegal card with the most expected points, or None if cheating would gain too little.

    Cheating must gain at least `character.gain` points, compared to the best legal card. Ties go to the
    strongest card.
    """
    view = build_view(sight)
    worth = points_by_card(view, [*sight["legal"]["cards"], *forbidden])
    honest = max(worth[card] for card in sight["legal"]["cards"])
    best = max(forbidden, key=lambda card: (worth[card], strength_key(view, card)))
    return best if worth[best] - honest >= character.gain else None
