"""`manage.py checkrecord FILE`: passes what the rules make of the moves, says what is wrong, exits 1 then."""

import io
import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.selectors.sights import read_record
from tests.support.games.playing import play_on, running, short

PASSES = "The record passes: every move, deal and score is what the rules make of it.\n"


@pytest.fixture
def good(db) -> dict[str, Any]:
    """The record of a game with cheats and accusations."""
    table_id = running(4, **short(4, 2, cheating=True, reveal="hiddentip", restriction="notequal"))
    play_on(table_id, Random(3), nerve=0.3)
    said: dict[str, Any] = json.loads(json.dumps(read_record(table_id)))
    return said


def checked(given: str) -> tuple[int, str, str]:
    """Exit code, what was printed, and the error."""
    out = io.StringIO()
    try:
        call_command("checkrecord", given, stdout=out)
    except CommandError as fault:
        return fault.returncode, out.getvalue(), str(fault)
    return 0, out.getvalue(), ""


def checked_text(folder: Path, text: str) -> tuple[int, str, str]:
    path = folder / "record.json"
    path.write_text(text)
    return checked(str(path))


def test_a_good_record_passes(tmp_path, good):
    assert any(past["cheats"] and past["accusations"] for past in good["rounds"])
    assert checked_text(tmp_path, json.dumps(good)) == (0, PASSES, "")


def test_it_reads_standard_input(monkeypatch, good):
    given = io.BytesIO(json.dumps(good).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=given))
    assert checked("-") == (0, PASSES, "")


def test_every_changed_field_is_named(tmp_path, good):
    good["rounds"][0]["scores"][1]["points"] += 10
    good["result"][0]["score"] += 10
    code, said, error = checked_text(tmp_path, json.dumps(good))
    assert code == 1
    assert "rounds[0].scores[1].points is " in said
    assert "result[0].score is " in said
    assert error == "The record does not pass: 2 faults."


def test_another_seed_is_found(tmp_path, good):
    good["fairness"]["server_seed"] = "00" * 32
    code, said, _ = checked_text(tmp_path, json.dumps(good))
    assert code == 1
    assert said


@pytest.mark.parametrize("missing", ["rounds", "fairness", "result", "options", "players"])
def test_a_record_that_lacks_something_is_found(tmp_path, good, missing):
    del good[missing]
    assert checked_text(tmp_path, json.dumps(good))[0] == 1


@pytest.mark.parametrize(
    "text", ["[]", "7", "null", '"wizard-record/1"', "{}", '{"format": "wizard-record/2"}']
)
def test_json_that_is_no_record_is_found(tmp_path, text):
    code, said, _ = checked_text(tmp_path, text)
    assert (code, said) == (1, "This is not a record in the format wizard-record/1.\n")


@pytest.mark.parametrize("text", ["", "{", "not json", "{'format': 1}", "\x00"])
def test_a_file_that_is_no_json_is_an_error(tmp_path, text):
    code, said, error = checked_text(tmp_path, text)
    assert (code, said) == (1, "")
    assert error.startswith("The file is not JSON: ")


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    assert checked(str(tmp_path / "none.json")) == (
        1,
        "",
        "The file cannot be read: No such file or directory.",
    )
    assert checked(str(tmp_path)) == (1, "", "The file cannot be read: Is a directory.")
