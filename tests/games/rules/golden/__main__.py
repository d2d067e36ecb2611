"""Writes the golden games anew, all or those named: `python -m tests.games.rules.golden ["name" …]`."""

import sys

from tests.games.rules.golden.cases import CASES
from tests.games.rules.golden.playthrough import file_of, text_of
from tests.support.rules.whole_games import a_game


def write(names: list[str]) -> None:
    """Play these games and write them to their files."""
    for name in names or CASES:
        file_of(name).write_text(text_of(name, a_game(**CASES[name]).state))
        print(f"wrote {file_of(name).name}")


if __name__ == "__main__":
    write(sys.argv[1:])
