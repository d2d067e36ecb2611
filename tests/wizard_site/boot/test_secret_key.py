"""The secret key: one for all who start, there as a whole, and nobody else's to read."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.servers import ROOT
from wizard_site.boot import secret_key
from wizard_site.boot.secret_key import load_or_create_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "secret_key"


def test_the_key_is_drawn_once(path: Path) -> None:
    key = load_or_create_key(path)
    assert len(key) >= 50
    assert load_or_create_key(path) == key


def test_nobody_else_reads_it(path: Path) -> None:
    load_or_create_key(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_empty_file_is_none(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    key = load_or_create_key(path)
    assert len(key) >= 50
    assert load_or_create_key(path) == key


def test_who_is_killed_while_writing_leaves_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(secret_key.os, "fsync", _die)
        with pytest.raises(KeyboardInterrupt):
            load_or_create_key(path)
    assert not path.exists()
    assert load_or_create_key(path)


def _die(descriptor: int) -> None:
    raise KeyboardInterrupt


def test_who_is_second_takes_the_key_of_the_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looks before the first has written, and draws after it."""
    looked: list[str] = []
    read: Callable[[Path], str] = secret_key._read_key

    def read_then_lose_the_race(at: Path) -> str:
        found = read(at)
        if not looked:
            looked.append(found)
            looked.append(load_or_create_key(at))
        return found

    monkeypatch.setattr(secret_key, "_read_key", read_then_lose_the_race)
    assert load_or_create_key(path) == looked[1]


def test_servers_that_start_together_have_one_key(path: Path) -> None:
    path_text = repr(str(path))
    program = (
        "from pathlib import Path\nfrom wizard_site.boot.secret_key import load_or_create_key\n"
        f"print(load_or_create_key(Path({path_text})))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert len({each.communicate()[0] for each in started}) == 1
