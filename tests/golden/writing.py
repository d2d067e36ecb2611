"""Writes golden games: `python -m tests.golden` plays the kept moves again, `… new` draws all moves anew.

`… new NAME` draws those of one game alone.
"""

from random import Random
from typing import Any

from games.rules.actions import Action
from games.rules.options import parse_options
from games.rules.topics.playing import Play
from games.rules.topics.rulings import AnnulGame, StopGame
from games.rules.topics.slow import EndLateGame
from tests.golden.driver import Driver, Temper
from tests.golden.files import GAMES, IN_FULL, names, setting_and_moves, text_of
from tests.golden.moves import Move

PEOPLE = ("human", "guest", "human", "human", "guest", "human")
MIXED = ("human", "bot", "guest", "bot", "human", "bot")
SHORT: dict[str, Any] = {"preset": "custom", "rounds": [1, 3, 5, 2]}
GERMAN: dict[str, Any] = {**SHORT, "edition": "magic", "restriction": "german", "clock": 15}

Case = tuple[dict[str, Any], tuple[str, ...], int, Temper]
CASES: dict[str, Case] = {
    IN_FULL: (
        {"preset": "custom", "rounds": [1, 2], "cheating": True},
        MIXED[:3],
        3,
        Temper(wings=0.08, accusations=0.06, absence=0.04),
    ),
    "cheating": ({"cheating": True}, MIXED[:4], 4, Temper(accusations=0.06, wings=0.05)),
    "cheating_in_secret_rounds": (
        {
            "preset": "custom",
            "rounds": [2, 5, 7],
            "cheating": True,
            "reveal": "hiddentip",
            "restriction": "notequal",
        },
        PEOPLE[:5],
        5,
        Temper(accusations=0.1, wings=0.05, absence=0.05),
    ),
    "delayed": ({**SHORT, "reveal": "delayed"}, PEOPLE[:4], 4, Temper(wings=0.1, nonsense=0.3)),
    "tournament": (
        {"preset": "tournament", "clock": 30},
        PEOPLE[:4],
        4,
        Temper(absence=0.05, rulings=0.03, nonsense=0.15),
    ),
    "dm2008": ({"preset": "dm2008"}, PEOPLE[:4], 4, Temper()),
    "canadian": ({"restriction": "canadian", "reveal": "hiddentip"}, PEOPLE[:6], 6, Temper(wings=0.05)),
    "german": ({"restriction": "german", "spare_one_card": True, "pause": 0}, MIXED[:6], 6, Temper()),
    "holds_and_rulings": (
        {**SHORT, "clock": 15, "cheating": True},
        PEOPLE[:4],
        4,
        Temper(absence=0.1, pauses=0.2, rulings=0.15, wings=0.1, accusations=0.05),
    ),
    "secret_bids_with_a_clock": (
        {**SHORT, "clock": 60, "reveal": "hiddentip", "restriction": "notequal", "coach": True},
        PEOPLE[:5],
        6,
        Temper(absence=0.1, pauses=0.1, nonsense=0.2),
    ),
    "magic": (
        {**SHORT, "edition": "magic", "rounds": [1, 4, 8, 12]},
        MIXED[:4],
        4,
        Temper(wings=0.08, absence=0.04),
    ),
    "magic_with_cheating": (
        {**SHORT, "edition": "magic", "cheating": True},
        PEOPLE[:5],
        5,
        Temper(accusations=0.06, wings=0.05),
    ),
    "prepared": (
        {
            "preset": "custom",
            "rounds": [3, 2, {"cards": 4, "reveal": "hiddentip"}, 3],
            "restriction": "notequal",
        },
        PEOPLE[:4],
        4,
        Temper(preparations=0.4, wings=0.3),
    ),
    "claims": (
        {"preset": "custom", "rounds": [2, 5, 3, 1, 4, 2], "clock": 30, "reveal": "hiddentip"},
        MIXED[:3],
        3,
        Temper(claims=0.5, wings=0.05, absence=0.02),
    ),
    "magic_with_claims": (
        {**SHORT, "edition": "magic"},
        PEOPLE[:4],
        4,
        Temper(claims=0.5, pauses=0.05, rulings=0.02),
    ),
    "undo": (
        {"preset": "custom", "rounds": [2, 4, 3], "reveal": "hiddentip", "undo": True, "clock": 30},
        (*PEOPLE[:3], "bot"),
        4,
        Temper(undos=0.45, wings=0.05, absence=0.03),
    ),
    "changed_options": (
        SHORT,
        PEOPLE[:4],
        4,
        Temper(other_options=tuple(map(parse_options, (SHORT, {"clock": 30}, GERMAN, GERMAN)))),
    ),
    "slow": (
        {**SHORT, "pace": "slow", "days": 2, "reveal": "hiddentip", "restriction": "notequal"},
        PEOPLE[:4],
        4,
        Temper(vacations=0.15, absence=0.1, pauses=0.05, rulings=0.03),
    ),
    "out_of_time": (
        {**SHORT, "pace": "slow", "on_timeout": "end", "cheating": True},
        MIXED[:3],
        3,
        Temper(vacations=0.1, accusations=0.05),
    ),
    "stand_ins_on_request": (
        {**SHORT, "stand_in_minutes": 0},
        MIXED[:5],
        5,
        Temper(stand_ins=0.3, absence=0.1),
    ),
    "stopped": (SHORT, PEOPLE[:3], 3, Temper(rulings=0.1)),
    "annulled": (SHORT, MIXED[:3], 3, Temper(pauses=0.1)),
}


ENDINGS: dict[str, tuple[Action, ...]] = {
    "stopped": (StopGame(),),
    "annulled": (AnnulGame(),),
    "out_of_time": (EndLateGame(0), EndLateGame(1), EndLateGame(2)),
}
"""How games end that are not played to their end; of the last one only the seat to act can be out of time."""


def drawn(name: str, case: Case) -> tuple[dict[str, Any], list[Move]]:
    """A game's setting, and moves that lead to its end."""
    options, kinds, size, temper = case
    rng = Random(name)
    setting = {
        "options": options,
        "size": size,
        "seed": rng.randbytes(32).hex(),
        "organised": name in ("tournament", "stopped", "annulled", "holds_and_rulings"),
    }
    moves = list(Driver(setting, kinds, temper, rng).moves())
    if name in ENDINGS:
        moves = [*moves[: len(moves) * 2 // 3], *map(Move, ENDINGS[name]), Move(Play("R1"), 0)]
    return setting, moves


def write_games(arguments: list[str]) -> None:
    """Write the files of the games that the command line names, else of all."""
    anew = arguments[:1] == ["new"]
    for name in arguments[1:] or (CASES if anew else names()):
        setting, moves = drawn(name, CASES[name]) if anew else setting_and_moves(name)
        (GAMES / f"{name}.txt").write_text(text_of(name, setting, moves))
