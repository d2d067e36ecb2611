"""Presets for tournaments, following the rules of events that are played in practice."""

from typing import NamedTuple, TypedDict

from core.sentence import Sentence


class StageTimes(TypedDict, total=False):
    """A stage's times in minutes, and the points that each player at a table loses if it runs over time."""

    minutes: int
    warn_minutes: int
    overtime_minutes: int
    overrun_penalty: int


class MixOptions(TypedDict, total=False):
    """The fields of an option mix that a preset sets."""

    preset: str
    spare_one_card: bool
    clock: int


class EventSettings(TypedDict, total=False):
    """The fields of a tournament that a preset sets."""

    nation_quota: int
    min_entrants: int
    capacity: int
    automatic: bool
    grace_seconds: int


class StagePreset(NamedTuple):
    """A stage of a preset: its kind, who qualifies from it, and the fields that differ from the defaults."""

    kind: str
    qualify: str = "all"
    qualify_count: int | None = None
    fields: StageTimes = {}


class Preset(NamedTuple):
    """A tournament preset; `mix` has the name and the fields of its option mix."""

    title: str
    description: str
    mix: tuple[str, MixOptions]
    stages: tuple[StagePreset, ...]
    fields: EventSettings = {}


CLOCK = 30
"""Seconds per decision when an event is played on this site, plus a reserve of two minutes for the game, so
that nobody can hold up a stage. Tables with real cards have no such clock."""
TEN_ROUNDS: tuple[str, MixOptions] = (
    Sentence("Ten rounds, bids must not add up, clock"),
    {"preset": "tournament", "clock": CLOCK},
)
SPARED: tuple[str, MixOptions] = (
    Sentence("Ten rounds, bids must not add up (2+ cards), clock"),
    {"preset": "tournament", "spare_one_card": True, "clock": CLOCK},
)
DM2008: tuple[str, MixOptions] = (
    Sentence("DM 2008 preliminary, clock"),
    {"preset": "dm2008", "clock": CLOCK},
)
_TIMED: StageTimes = {"minutes": 45, "warn_minutes": 5, "overrun_penalty": 10}


def _repeat_stage(count: int, stage: StagePreset, last: StagePreset) -> tuple[StagePreset, ...]:
    """Return `count` stages: `stage` repeated `count` - 1 times, followed by `last`."""
    return (*[stage] * (count - 1), last)


PRESETS: dict[str, Preset] = {
    # Sources: the guidelines of 2012 and the report of 2018.
    "world": Preset(
        Sentence("World Championship"),
        Sentence(
            "Four qualifying games at tables of four and five, with a new draw for each. 45 minutes per "
            "game; a table that runs over costs each of its players 10 points. The best four play the "
            "final."
        ),
        TEN_ROUNDS,
        (
            *_repeat_stage(
                4,
                StagePreset("drawn", fields=_TIMED),
                StagePreset("drawn", "best", 4, _TIMED),
            ),
            StagePreset("final"),
        ),
        {"nation_quota": 2},
    ),
    # 2015 to 2018: 180 to 220 players. Since 2015 rounds of one card have not been restricted.
    "german_2018": Preset(
        Sentence("German championship, 2015–18"),
        Sentence(
            "Five preliminaries drawn by lot. The best 64 go on to knock-out tables: 64, 16, then the final"
            " of four. Bids must not add up to the number of tricks, except in one-card rounds."
        ),
        SPARED,
        (
            *_repeat_stage(5, StagePreset("drawn"), StagePreset("drawn", "best", 64)),
            StagePreset("knock_out", "per_table", 1),
            StagePreset("knock_out", "per_table", 1),
            StagePreset("final"),
        ),
    ),
    "german_2019": Preset(
        Sentence("German championship, since 2019"),
        Sentence(
            "The first preliminary is drawn by lot, the next four are Swiss: the leader plays the best-"
            "placed players not met yet. The best 64 go on to knock-out tables: 64, 16, then the final of "
            "four. Bids must not add up to the number of tricks, except in one-card rounds."
        ),
        SPARED,
        (
            StagePreset("drawn"),
            *_repeat_stage(4, StagePreset("swiss"), StagePreset("swiss", "best", 64)),
            StagePreset("knock_out", "per_table", 1),
            StagePreset("knock_out", "per_table", 1),
            StagePreset("final"),
        ),
    ),
    "dm2008": Preset(
        Sentence("DM 2008, online preliminary"),
        Sentence(
            "One long game at tables of four: 15 rounds, with secret bids in the first and last ones. The "
            "best four qualify."
        ),
        DM2008,
        (StagePreset("drawn", "best", 4),),
    ),
    "online": Preset(
        Sentence("Online tournament"),
        Sentence(
            "From twelve players, by its timetable: three Swiss stages and a final of four. Late entrants "
            "go on the waiting list; after three minutes someone from it, or a bot, takes a missing "
            "player's seat."
        ),
        SPARED,
        (
            *_repeat_stage(
                3,
                StagePreset("swiss", fields={**_TIMED, "overtime_minutes": 10}),
                StagePreset("swiss", "best", 4, {**_TIMED, "overtime_minutes": 10}),
            ),
            StagePreset("final", fields={"minutes": 60, "overtime_minutes": 15}),
        ),
        {"min_entrants": 12, "automatic": True, "grace_seconds": 180},
    ),
    "club": Preset(
        Sentence("Club evening"),
        Sentence("For 9 to 17 players: three preliminaries and a final of four."),
        SPARED,
        (*_repeat_stage(3, StagePreset("drawn"), StagePreset("drawn", "best", 4)), StagePreset("final")),
        {"min_entrants": 9, "capacity": 17},
    ),
}
