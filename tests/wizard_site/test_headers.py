"""What a page may load, who may frame it, and how long a browser keeps a static file."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.support.site.policy import policy_of
from wizard_site.boot.versions import static_version

pytestmark = pytest.mark.urls("tests.support.site.room")


def test_only_own_scripts_and_those_with_the_nonce_run(client: Client) -> None:
    answer = client.get("/page/")
    nonce = answer.content.decode().split('"')[1]
    assert policy_of(answer) == {
        "default-src": {"'self'"},
        "script-src": {"'self'", f"'nonce-{nonce}'"},
        "style-src": {"'self'", "'unsafe-inline'"},
        "img-src": {"'self'", "data:"},
        "connect-src": {"'self'"},
        "object-src": {"'none'"},
        "worker-src": {"'self'"},
        "manifest-src": {"'self'"},
        "base-uri": {"'self'"},
        "form-action": {"'self'"},
        "frame-ancestors": {"'none'"},
    }
    assert len(nonce) > 20
    assert nonce not in client.get("/page/")["Content-Security-Policy"]


def test_a_foreign_host_is_refused_in_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/page/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert policy_of(answer)["script-src"] == {"'self'"}
    assert len([each for each in caplog.records if each.levelname == "ERROR"]) == 1


def test_nobody_frames_a_page_or_guesses_its_type(client: Client) -> None:
    answer = client.get("/page/")
    assert policy_of(answer)["frame-ancestors"] == {"'none'"}
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_changed_file_changes_the_address_of_all(tmp_path: Path) -> None:
    (tmp_path / "requirements.lock").write_text("django==5.2")
    module = tmp_path / "static" / "js" / "table.js"
    module.parent.mkdir(parents=True)
    module.write_text("1")
    first = static_version(tmp_path)
    module.write_text("2")
    second = static_version(tmp_path)
    module.rename(module.with_name("lobby.js"))
    third = static_version(tmp_path)
    (tmp_path / "requirements.lock").write_text("django==6.0")
    assert len({first, second, third, static_version(tmp_path)}) == 4


def test_static_files_carry_the_version() -> None:
    assert f"/static/{settings.STATIC_VERSION}/" == settings.STATIC_URL
