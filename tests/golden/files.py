"""The files of golden games: a setting, then each move with the digest of all that could be read by then."""

import json
from pathlib import Path
from typing import Any

from tests.golden.moves import Move, line_of, move_of
from tests.golden.playback import Playback

GAMES = Path(__file__).parent / "games"
IN_FULL = "in_full"
"""The game of which everything is kept as it is, for people to read, in place of digests."""


def names() -> list[str]:
    """The games that are kept."""
    return sorted(path.stem for path in GAMES.glob("*.txt"))


def setting_and_moves(name: str) -> tuple[dict[str, Any], list[Move]]:
    """What a file says was done."""
    first, *lines = (GAMES / f"{name}.txt").read_text().splitlines()
    return json.loads(first), [move_of(line.split(" ")[-1]) for line in lines if " move " in line]


def text_of(name: str, setting: dict[str, Any], moves: list[Move]) -> str:
    """The file of a game, made by playing it."""
    table = Playback(setting)
    lines = [json.dumps(setting), *(table.opened if name == IN_FULL else [])]
    for move in moves:
        told = table.do(move)
        lines.append(f"{table.digest} move {line_of(move)}")
        if name == IN_FULL:
            lines += told
    return "\n".join([*lines, f"ends {table.state.status}"]) + "\n"
