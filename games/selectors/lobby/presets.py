"""Well-known variants of the game by name: the only list, for pages, apps and one-click games."""

from typing import Any, NamedTuple

from core.sentence import Sentence
from core.translation import translate
from games.rules.options import parse_options
from games.rules.options.schedules import allowed_player_counts
from games.wire.favourites import NamedPreset

USUAL_SIZE = 4


class GamePreset(NamedTuple):
    """A named variant of the game. `options` contains only the options that differ from the defaults."""

    name: str
    title: Sentence
    help: Sentence
    options: dict[str, Any]


PRESETS = (
    GamePreset(
        "official", Sentence("Official rules"), Sentence("The full game with open bids, as in the box."), {}
    ),
    GamePreset(
        "short",
        Sentence("Short game"),
        Sentence("Five rounds of one to five cards, for a quarter of an hour."),
        {"preset": "custom", "rounds": [1, 2, 3, 4, 5]},
    ),
    GamePreset(
        "up_and_down",
        Sentence("Up and down"),
        Sentence("One card more in each round up to six, and down to one again."),
        {"preset": "custom", "rounds": [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]},
    ),
    GamePreset(
        "german_tournament",
        Sentence("German tournament"),
        Sentence(
            "Ten rounds with a clock; bids must not add up to the tricks, but in one-card rounds they may."
        ),
        {"preset": "tournament", "spare_one_card": True, "clock": 60},
    ),
    GamePreset(
        "dm2008",
        Sentence("German championship 2008"),
        Sentence("Fifteen rounds, some with secret bids and some in which bids must not add up."),
        {"preset": "dm2008"},
    ),
    GamePreset(
        "never_equal",
        Sentence("Never equal"),
        Sentence("The full game in which the bids never add up to the tricks."),
        {"restriction": "notequal"},
    ),
    GamePreset(
        "secret_bids",
        Sentence("Secret bids"),
        Sentence("The full game in which everyone bids at the same time."),
        {"reveal": "hiddentip"},
    ),
    GamePreset(
        "cheating",
        Sentence("Cheating"),
        Sentence("Any card can be played, and anyone who notices can accuse."),
        {"cheating": True},
    ),
    GamePreset(
        "magic",
        Sentence("Wizard Magic"),
        Sentence("A 1 played where its suit must be followed beats even Wizards."),
        {"edition": "magic"},
    ),
)


def named_presets() -> list[NamedPreset]:
    """Return all named game variants in the API's format and the active language, official rules first."""
    return [_describe_preset(each) for each in PRESETS]


def preset_options(name: str) -> dict[str, Any]:
    """Return the options of a named game variant that differ from the default options.

    Raise KeyError if there is no variant with this name.
    """
    return {each.name: each.options for each in PRESETS}[name]


def _describe_preset(preset: GamePreset) -> NamedPreset:
    """Convert a game variant to the API's format, with all its options and the allowed numbers of players."""
    options = parse_options(preset.options)
    sizes = list(allowed_player_counts(options))
    return {
        "name": preset.name,
        "title": translate(preset.title),
        "help": translate(preset.help),
        "options": options.as_dict(),
        "sizes": sizes,
        "seats": USUAL_SIZE if USUAL_SIZE in sizes else sizes[0],
    }
