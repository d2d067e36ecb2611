"""Whatever code has a part in a state has a part in the version of the code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.store.round_snapshots.code_version import (
    CODE_VERSION,
    FOLDERS,
    MODULES,
    ROOT,
    compute_code_version,
    state_source_files,
)

FOLDING = """
import sys
import games.rules.engine, games.rules.events, games.rules.state
import games.store.entries, games.store.snapshot, games.store.round_snapshots.encoding
for module in list(sys.modules.values()):
    print(getattr(module, "__file__", None) or "")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the files."""
    for path in state_source_files(ROOT):
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


def test_all_of_our_modules_that_are_loaded_for_folding_a_log_count():
    command = [sys.executable, "-c", FOLDING]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    loaded = {Path(line) for line in said.stdout.splitlines()}
    ours = {
        path
        for path in loaded
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in ("core", "games", "accounts")
    }
    # A package's own module counts if there is any code in it.
    code = {path for path in ours if path.name != "__init__.py" or "import" in path.read_text()}
    assert ROOT / "games/rules/engine.py" in code
    assert code - set(state_source_files(ROOT)) == set()


def test_the_version_is_the_one_of_these_files():
    assert compute_code_version(ROOT, state_source_files(ROOT)) == CODE_VERSION


def test_the_same_files_elsewhere_have_the_same_version(copied):
    assert compute_code_version(copied, state_source_files(copied)) == CODE_VERSION


@pytest.mark.parametrize("changed", [*MODULES, f"{FOLDERS[0]}/state.py", f"{FOLDERS[0]}/topics/playing.py"])
def test_a_change_of_any_of_them_changes_it(copied, changed):
    with (copied / changed).open("a") as file:
        file.write("\n")
    assert compute_code_version(copied, state_source_files(copied)) != CODE_VERSION


def test_a_new_or_renamed_file_of_the_rules_changes_it(copied):
    rules = copied / FOLDERS[0]
    (rules / "new.py").touch()
    with_new = compute_code_version(copied, state_source_files(copied))
    (rules / "new.py").rename(rules / "newer.py")
    assert len({CODE_VERSION, with_new, compute_code_version(copied, state_source_files(copied))}) == 3
