"""Decides whether a bot plays an illegal card: only if the table allows it, and only if it gains points."""

import random

from games.bots.players.character import Character, bot_character
from games.bots.players.play import points_by_card
from games.bots.view import Sight, build_view, strength_key
from games.rules.cards import Card


def choose_cheat(sight: Sight, *, level: str, rng: random.Random) -> Card | None:
    """Return an illegal card for the bot to play, or None if the bot should play by the rules.

    The bot's name and level determine its probability of cheating and the gain in expected points that it
    requires.
    """
    forbidden = _forbidden_cards(sight)
    if not forbidden:
        return None
    character = bot_character(_viewer_name(sight), level)
    if rng.random() >= character.chance:
        return None
    return _tempting_card(sight, forbidden, character)


def _forbidden_cards(sight: Sight) -> list[Card]:
    """Return the cards with which the bot could cheat: the rules forbid them, but the table accepts them.

    Return [] if no card is legal at the moment.
    """
    legal: list[Card] = sight["legal"]["cards"]
    if not legal:
        return []
    return [card for card in sight["playable"] if card not in legal]


def _viewer_name(sight: Sight) -> str:
    """Return the name of the player in the viewer's seat."""
    return str(next(player["name"] for player in sight["players"] if player["seat"] == sight["viewer"]))


def _tempting_card(sight: Sight, forbidden: list[Card], character: Character) -> Card | None:
    """Return the illegal card with the most expected points, or None if cheating does not gain enough.

    The card must gain at least `character.gain` points over the best legal card; ties go to the strongest
    card.
    """
    view = build_view(sight)
    worth = points_by_card(view, [*sight["legal"]["cards"], *forbidden])
    honest = max(worth[card] for card in sight["legal"]["cards"])
    best = max(forbidden, key=lambda card: (worth[card], strength_key(view, card)))
    return best if worth[best] - honest >= character.gain else None
