"""The command that takes the screenshots finds the same scenes in every run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import ROOT

SEED = """
import random
from bench.tournaments.events import set_up_django
from docs import screenshots

set_up_django({url!r})
scenes = screenshots.fill_database(random.Random(screenshots.SEED))
from games.models import LogEntry

entries = LogEntry.objects.order_by("table", "number")
print(*entries.values_list("table_id", "number", "type", "data"), sep="\\n")
print(scenes._replace(sessions={{}}))
"""


def seeded(folder: Path) -> str:
    """Every log entry of a freshly seeded database, and the paths of its scenes."""
    folder.mkdir()
    program = SEED.format(url=f"sqlite:///{folder / 'screenshots.sqlite3'}")
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env["SQLITE_SYNCHRONOUS"] = "OFF"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.long
def test_the_scenes_are_always_the_same(tmp_path: Path) -> None:
    first, second = seeded(tmp_path / "first"), seeded(tmp_path / "second")
    assert first
    assert first == second
