"""The layers hold: import-linter's contracts (pyproject.toml), and what rules and bots may import at all."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONTRACTS = 9
PURE = {
    "games/rules": ("games.rules", "core.refusal", "core.sentence", "core.constraints"),
    # numpy is at home in few of its files alone, see tests/games/bots/test_imports.py.
    "games/bots": ("games.rules", "games.bots", "core.sentence", "numpy"),
    "tournaments/rules": ("games.rules", "tournaments.rules", "core.refusal", "core.sentence"),
}
IMPURE = {"asyncio", "os", "random", "secrets", "socket", "threading", "time"}
"""Of the standard library: clocks, random numbers and the outside; they come to the rules as arguments."""


def test_all_contracts_are_kept() -> None:
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert lint.returncode == 0, lint.stdout + lint.stderr
    assert f"Contracts: {CONTRACTS} kept, 0 broken." in lint.stdout


@pytest.mark.parametrize("folder", PURE)
def test_the_pure_parts_import_the_standard_library_and_themselves(folder: str) -> None:
    foreign = {
        f"{path.name}: {name}"
        for path, name in _imports(folder)
        if not name.startswith(PURE[folder]) and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()


@pytest.mark.parametrize("folder", ["games/rules", "tournaments/rules"])
def test_the_rules_have_no_clock_and_no_random_numbers_but_seeded_ones(folder: str) -> None:
    impure = {f"{path.name}: {name}" for path, name in _imports(folder) if name in IMPURE}
    # `Random(seed)` alone; what it gives is pinned by a test of its own.
    assert impure == ({"rng.py: random"} if folder == "tournaments/rules" else set())
    for path in (ROOT / folder).rglob("*.py"):
        asked = {
            node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)
        }
        assert not asked & {"now", "today", "utcnow"}, f"{path.name} reads the clock"


def _imports(folder: str) -> Iterator[tuple[Path, str]]:
    """Each module that a file in the folder imports."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths, folder
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from ((path, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: a relative import"
                yield path, node.module or ""
