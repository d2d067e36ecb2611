"""What it takes to add an action: its declaration in a topic, and nothing else."""

import subprocess
import sys

from tests.support.rules import toy_topic


def test_a_new_action_is_played_read_stored_and_redacted_by_its_declaration_alone() -> None:
    """In a process of its own: the rules read the topics once."""
    run = subprocess.run(
        [sys.executable, "-m", toy_topic.__name__], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
