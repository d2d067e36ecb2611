"""Schemathesis asks every call of the API in every way that it knows, as somebody and as nobody."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.description.tables import prepare
from tests.openapi import document
from tests.servers import ROOT

CONFIG = Path(__file__).with_name("schemathesis.toml")
OPEN_TO_ALL = {
    "register", "play_as_guest", "log_in", "list_tables", "show_table", "list_events", "show_record",
    "show_player", "show_leaderboard",
}  # fmt: skip

HOW = {
    "alice": ["--phases", "examples,coverage,fuzzing,stateful"],
    # Nobody brings no token, where the description leaves the choice, and not a wrong one, which is refused.
    # That all other calls refuse who brings none is what the check ignored_auth asks as Alice.
    "nobody": ["--phases", "coverage,fuzzing", "--generation-with-security-parameters", "false"]
    + [f"--include-operation-id={call}" for call in sorted(OPEN_TO_ALL)],
}


def operations():
    """The names of all calls but those of tournaments, of which there is none here."""
    return {
        call["operationId"]
        for path, item in document()["paths"].items()
        for call in item.values()
        if "/tournaments" not in path
    }


def dictionaries(words):
    """What is there, in the words of schemathesis' configuration."""
    lines = [f"{name} = {{ values = {json.dumps(values)} }}" for name, values in words.items()]
    return "\n".join(["", "[dictionaries]", *lines, ""])


def ask(server, folder, who):
    """What schemathesis says, and how often each call answered with which status."""
    notes = folder / "notes"
    notes.touch()
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.read_text() + dictionaries(prepare(server.url)))
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", config, "run"]
    asked = subprocess.run(
        [*command, f"{server.url}/api/v1/schema", "--no-color", *HOW[who]],
        cwd=folder,
        env={
            **os.environ,
            "SCHEMATHESIS_HOOKS": "tests.description.hooks",
            "PYTHONPATH": str(ROOT),
            "WIZARD_URL": server.url,
            "WIZARD_NOTES": str(notes),
            "WIZARD_AS": who,
        },
        capture_output=True,
        text=True,
    )
    answers = Counter(tuple(line.split()) for line in notes.read_text().splitlines())
    return asked, answers


@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_schemathesis_finds_nothing(start_server, tmp_path, who):
    asked, answers = ask(start_server(), tmp_path, who)
    assert asked.returncode == 0, asked.stdout[-20_000:] + asked.stderr
    done = {call for call, status in answers if status.startswith("2")}
    assert done & operations() == (operations() if who == "alice" else OPEN_TO_ALL)
