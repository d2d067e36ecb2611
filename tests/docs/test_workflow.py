"""The workflow for GitHub calls .ci/run and may do nothing else."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")


@pytest.fixture
def workflow() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    return found


def test_it_calls_ci_run_within_a_time_limit(workflow: dict[str, Any]) -> None:
    for job in workflow["jobs"].values():
        assert ".ci/run" in [step.get("run") for step in job["steps"]]
        assert job["timeout-minutes"]


def test_it_may_only_read_and_its_actions_are_pinned(workflow: dict[str, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        actions = [step["uses"] for step in job["steps"] if "uses" in step]
        assert [action for action in actions if not PINNED.fullmatch(action)] == []
