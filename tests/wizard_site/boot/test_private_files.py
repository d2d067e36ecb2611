"""What the site stores belongs to its own user: new files as well as those of an earlier installation."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers import ROOT
from wizard_site.boot.private_files import keep_database_private, keep_file_private, keep_folder_private


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    keep_folder_private(tmp_path / "new" / "var")
    assert mode(tmp_path / "new" / "var") == 0o700


def test_an_existing_installation_is_tightened(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    files = [folder / name for name in ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm", "secret_key")]
    for file in files:
        file.write_text(file.name)
        file.chmod(0o644)
    keep_folder_private(folder)
    keep_database_private(files[0])
    keep_file_private(files[3])
    assert mode(folder) == 0o700
    assert [mode(file) for file in files] == [0o600] * 4
    assert [file.read_text() for file in files] == [file.name for file in files]


def test_stricter_modes_stay(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    file.touch(0o400)
    keep_file_private(file)
    assert mode(file) == 0o400


def test_what_does_not_exist_is_no_error(tmp_path: Path) -> None:
    keep_file_private(tmp_path / "secret_key")
    keep_database_private(tmp_path / "nowhere" / "db.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_files_of_another_user_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(path: Path, wanted: int) -> None:
        raise PermissionError

    file = tmp_path / "secret_key"
    file.touch(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    with caplog.at_level(logging.WARNING):
        keep_file_private(file)
    assert "may be open to others" in caplog.text


def test_a_database_that_any_command_makes_is_private_with_all_its_files(tmp_path: Path) -> None:
    path = tmp_path / "wizard.sqlite3"
    look = (
        "import json; from pathlib import Path; print(json.dumps({one.name: oct(one.stat().st_mode & 0o777)"
    )
    program = (
        "from django.db import connection; connection.ensure_connection();"
        "connection.cursor().execute('CREATE TABLE one (id)');"
        f"{look} for one in Path({str(tmp_path)!r}).iterdir()}}))"
    )
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{path}", "SECRET_KEY": "only for tests"}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", program]
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    names = ("", "-wal", "-shm")
    assert json.loads(said) == {f"wizard.sqlite3{name}": "0o600" for name in names}
