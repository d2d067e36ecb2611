"""What a process has loaded and set when its port opens."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers import ROOT
from wizard_site.boot.gc_tuning import START_THRESHOLDS

ASK = """
import gc, json, sys
from django.core.management import call_command
from wizard_site.management.commands import serve
class Server:
    exit_code = 0
    def __init__(self, **options):
        self.endpoints = options["endpoints"]
    def run(self):
        print(json.dumps({
            "modules": list(sys.modules), "kept": gc.get_freeze_count(), "thresholds": gc.get_threshold(),
            "endpoints": self.endpoints,
        }))
serve.SiteServer = Server
call_command(serve.Command(), host="127.0.0.1", port=0)
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A server on SQLite as it is just before it opens its port."""
    folder: Path = tmp_path_factory.mktemp("start")
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/wizard.sqlite3", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ASK]
    said = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(said)
    return found


def test_all_that_players_need_to_return_is_loaded(started: dict[str, Any]) -> None:
    needed = {"games.live.consumers", "games.services.commands.committer", "tournaments.live.routing"}
    assert needed <= set(started["modules"])


def test_what_it_does_not_use_is_not_loaded(started: dict[str, Any]) -> None:
    unused = {"redis", "numpy", "psycopg", "lxml", "httpcore", "fido2", "qrcode", "babel", "games.wire.http"}
    assert not unused & set(started["modules"])


def test_pages_and_other_jobs_are_left_for_later(started: dict[str, Any]) -> None:
    later = {
        "wizard_site.urls",
        "rest_framework.views",
        "games.web.urls",
        "games.admin",
        "tournaments.services.timetable.scheduler",
        "notifications.services.sender",
        "games.mail.outgoing.sender",
    }
    assert not later & set(started["modules"])


def test_no_garbage_is_collected_while_players_return(started: dict[str, Any]) -> None:
    assert started["kept"] > 100_000
    assert tuple(started["thresholds"]) == START_THRESHOLDS


def test_many_who_return_at_once_are_kept_until_they_are_accepted(started: dict[str, Any]) -> None:
    assert started["endpoints"] == ["tcp:port=0:interface=127.0.0.1:backlog=1024"]
