"""Characters: drawn once and for ever, and every kind is about."""

from collections import Counter

from games.bots.choose import LEVELS
from games.bots.players.character import DRAWN, HONEST, ROGUE, TEMPTED, bot_character


def test_a_bot_is_the_same_at_every_table() -> None:
    assert bot_character("Merlin", "apprentice") is bot_character("Merlin", "apprentice")


def test_characters_never_change_between_versions() -> None:
    drawn = [bot_character(name, "journeyman").word for name in ("Merlin", "Morgana", "Väinämöinen")]
    assert drawn == ["honest", "rogue", "tempted"]


def test_names_and_levels_draw_every_character() -> None:
    drawn = Counter(bot_character(f"bot {n}", level) for n in range(200) for level in LEVELS)
    for character in (HONEST, TEMPTED, ROGUE):
        expected = 600 * DRAWN.count(character) / len(DRAWN)
        assert 0.75 * expected < drawn[character] < 1.25 * expected


def test_who_cheats_more_often_cheats_for_less() -> None:
    assert HONEST.chance == 0 < TEMPTED.chance < ROGUE.chance < 1
    assert TEMPTED.gain > ROGUE.gain > 0
