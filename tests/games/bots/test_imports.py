"""The bots' room stays pure: a state can't be opened here, because what knows one can't be imported."""

import ast
import sys
from pathlib import Path

import pytest

import games.bots

HARMLESS = (
    {"core.sentence"}
    | {f"games.rules.{name}" for name in ("cards", "cards.deck_names", "editions", "scoring", "scoring.odds")}
    | {"games.rules.sight.proofs"}
    | {f"games.rules.claims.{name}" for name in ("claim", "knowledge", "proof")}
    | {f"games.rules.protocol.{types}" for types in ("advice", "analysis", "memory", "sight")}
)
ROOM = Path(games.bots.__file__).parent
MANY_AT_ONCE = {"arrays", "playout", "reckoning", "trial"}
"""Where numpy is at home: what plays out many deals. Others come to it by `trial` alone, when they search."""


def imported(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("file", sorted(ROOM.rglob("*.py")), ids=lambda file: str(file.relative_to(ROOM)))
def test_a_bot_imports_the_standard_library_and_the_harmless_rules_alone(file: Path) -> None:
    for name in imported(file.read_text()):
        of_the_house = name in HARMLESS or name.startswith("games.bots.")
        numbers = name.startswith("numpy") and file.stem in MANY_AT_ONCE
        assert of_the_house or numbers or name.split(".")[0] in sys.stdlib_module_names, name
        assert name != "time"
