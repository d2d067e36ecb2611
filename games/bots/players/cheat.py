"""Decides whether a bot plays an illegal card: only if the table allows it, and only if it gains points."""

import random

from games.bots.players.character import Character, bot_character
from games.bots.players.play import points_by_card
from games.bots.view import Sight, build_view, strength_key
from games.rules.cards import Card


def choose_cheat(sight: Sight, *, level: str, rng: random.Random) -> Card | None:
    """Return an illegal card for the bot to play, or None if the bot should play by the rules."""
    forbidden = _forbidden_cards(sight)
    if not forbidden:
        return None
    # The bot's name and level determine how often it cheats, and for how many points.
    character = bot_character(_viewer_name(sight), level)
    if rng.random() >= character.chance:
        return None
    return _tempting_card(sight, forbidden, character)


def _forbidden_cards(sight: Sight) -> list[Card]:
    """Return the cards that the bot can play only by cheating.

    Return [] if it is not the bot's turn to play a card.
    """
    legal: list[Card] = sight["legal"]["cards"]
    # There is no legal card on another player's turn.
    if not legal:
        return []
    # The table allows these cards, although the rules forbid them.
    return [card for card in sight["playable"] if card not in legal]


def _viewer_name(sight: Sight) -> str:
    """Return the name of the player to whom this view of the table belongs."""
    return str(next(player["name"] for player in sight["players"] if player["seat"] == sight["viewer"]))


def _tempting_card(sight: Sight, forbidden: list[Card], character: Character) -> Card | None:
    """Return the illegal card with the most expected points, or None if cheating would gain too little."""
    view = build_view(sight)
    worth = points_by_card(view, [*sight["legal"]["cards"], *forbidden])
    honest = max(worth[card] for card in sight["legal"]["cards"])
    best = max(forbidden, key=lambda card: (worth[card], strength_key(view, card)))
    return best if worth[best] - honest >= character.gain else None
