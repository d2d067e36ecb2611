"""Static files of many versions: each server keeps its own while it lives."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers import ROOT
from wizard_site.boot import staticfiles

LONG_AGO = 1_000_000_000


@pytest.fixture(autouse=True)
def _small_collection(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(staticfiles, "call_command", lambda *args, **options: None)
    monkeypatch.setattr(staticfiles, "_held", held := [])
    yield
    for mark in held:
        mark.close()


def start(settings: Any, root: Path) -> None:
    settings.STATIC_ROOT = root
    staticfiles.collect_static()


def age(root: Path) -> None:
    os.utime(root, (LONG_AGO, LONG_AGO))


def test_a_version_is_collected_once(settings, tmp_path, monkeypatch) -> None:
    calls = []
    monkeypatch.setattr(staticfiles, "call_command", lambda *args, **options: calls.append(args))
    for _ in range(2):
        start(settings, tmp_path / "static" / "one")
    assert calls == [("collectstatic",)]


def test_what_an_old_server_still_serves_stays(settings, tmp_path) -> None:
    program = f"""
from django.conf import settings
settings.configure(STATIC_ROOT={str(tmp_path / "old")!r})
from wizard_site.boot import staticfiles
staticfiles.call_command = lambda *args, **options: None
staticfiles.collect_static()
print("serves", flush=True)
input()
"""
    server = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == "serves\n"
    age(tmp_path / "old")
    start(settings, tmp_path / "new")
    assert (tmp_path / "old").exists()
    server.communicate("\n")
    start(settings, tmp_path / "newer")
    assert not (tmp_path / "old").exists()


def test_a_version_of_today_stays_and_one_of_other_days_goes(settings, tmp_path) -> None:
    for name in ("recent", "ancient"):
        (tmp_path / name).mkdir()
    age(tmp_path / "ancient")
    start(settings, tmp_path / "new")
    assert {each.name for each in tmp_path.iterdir() if each.is_dir()} == {"recent", "new"}


def test_a_version_that_was_deleted_is_collected_again(settings, tmp_path) -> None:
    start(settings, tmp_path / "one")
    for mark in staticfiles._held:
        mark.close()
    age(tmp_path / "one")
    start(settings, tmp_path / "two")
    assert not (tmp_path / "one").exists()
    start(settings, tmp_path / "one")
    assert (tmp_path / "one" / ".done").exists()
