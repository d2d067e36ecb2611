"""Schemathesis asks every call of the API in every way that it knows, as somebody and as nobody."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.description.tables import prepare
from tests.support.browser.settings import PATIENT_COACH
from tests.support.faults.hooks import HOOK
from tests.support.openapi import document
from tests.support.servers import ROOT

CONFIG = Path(__file__).with_name("schemathesis.toml")
OPEN_TO_ALL = {
    "register", "play_as_guest", "log_in", "list_tables", "show_table", "list_events", "show_record",
    "show_player", "show_leaderboard", "show_chat",
    "list_presets",
}  # fmt: skip

FEW = {
    "alice": {"act", "join_table", "list_tables", "log_in", "set_wing", "show_table"},
    "nobody": {"list_events", "list_tables", "show_table"},
}
"""Of each kind of call one: with a body, with a query, with things that exist or not."""
LEFT_TO_CHANCE = {"act"}
"""The cards are not always the same: only among many actions is one that is legal."""
HOW = {
    "alice": [],
    # Nobody brings no token, where the description leaves the choice, and not a wrong one, which is refused.
    # That all other calls refuse who brings none is what the check ignored_auth asks as Alice.
    "nobody": ["--generation-with-security-parameters", "false"],
}
EXAMPLES = re.compile(r"^max-examples = \d+$", re.MULTILINE)
QUICK_HASHES = "django.contrib.auth.hashers:PBKDF2PasswordHasher.iterations=1"
"""Passwords here protect nothing, and very many are sent."""


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


def ask(start_server, folder, who, *arguments, few=False):
    """Let schemathesis ask, and count what was answered by call and status; `few`: with few examples."""
    server = start_server(PYTHONPATH=HOOK, LIMITS=f"{QUICK_HASHES} {PATIENT_COACH}")
    notes = folder / "notes"
    notes.touch()
    settings = CONFIG.read_text()
    if few:
        settings = EXAMPLES.sub("max-examples = 3", settings)
    config = folder / "schemathesis.toml"
    config.write_text(settings + dictionaries(prepare(server.url)))
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", config, "run"]
    asked = subprocess.run(
        [*command, f"{server.url}/api/v1/schema", "--no-color", *HOW[who], *arguments],
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
    assert asked.returncode == 0, asked.stdout[-20_000:] + asked.stderr
    return Counter(tuple(line.split()) for line in notes.read_text().splitlines())


def refused(answers, calls):
    """Those of the calls that never succeeded, each with how often it was answered with which status."""
    done = {call for call, status in answers if status.startswith("2")}
    return {
        missing: {status: times for (call, status), times in answers.items() if call == missing}
        for missing in calls - done
    }


def only(calls):
    """The arguments that restrict schemathesis to these calls."""
    return [f"--include-operation-id={call}" for call in sorted(calls)]


@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_schemathesis_finds_nothing_in_a_few_calls(start_server, tmp_path, who):
    # Coverage asks a call with a body some hundred times: that is for the long tests.
    phases = "fuzzing" if who == "alice" else "coverage,fuzzing"
    answers = ask(start_server, tmp_path, who, "--phases", phases, *only(FEW[who]), few=True)
    assert not refused(answers, FEW[who] - LEFT_TO_CHANCE)


@pytest.mark.long
def test_schemathesis_finds_nothing_in_any_call(start_server, tmp_path):
    answers = ask(start_server, tmp_path, "alice", "--phases", "examples,coverage,fuzzing,stateful")
    assert not refused(answers, operations())


@pytest.mark.long
def test_schemathesis_finds_nothing_in_what_is_open_to_all(start_server, tmp_path):
    answers = ask(start_server, tmp_path, "nobody", "--phases", "coverage,fuzzing", *only(OPEN_TO_ALL))
    assert not refused(answers, OPEN_TO_ALL)
    assert {call for call, status in answers if status.startswith("2")} <= OPEN_TO_ALL
