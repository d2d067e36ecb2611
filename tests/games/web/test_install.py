"""The site can be installed: manifest, worker, and a page for when the server can't be reached."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from games.web.install import offline_file_urls
from tests.support.site.policy import policy_of

PNG = b"\x89PNG\r\n\x1a\n"


def found(address: str) -> bytes:
    """The static file at an address."""
    path = finders.find(address.removeprefix(settings.STATIC_URL))
    assert path, f"{address} is missing"
    return Path(path).read_bytes()


# --- The manifest ---------------------------------------------------------------------------------


def manifest(client: Client) -> dict[str, Any]:
    answer = client.get("/manifest.webmanifest")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/manifest+json")
    return json.loads(answer.content)


def test_the_manifest_says_what_is_installed_and_where_it_starts(client: Client) -> None:
    says = manifest(client)
    assert (says["name"], says["start_url"], says["scope"], says["display"]) == (
        "Wizard",
        "/",
        "/",
        "standalone",
    )
    assert says["theme_color"] == "#0a2c21"


def test_its_icons_exist_and_have_the_size_they_claim(client: Client) -> None:
    icons = manifest(client)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        image = found(icon["src"])
        width, height = (int.from_bytes(image[at : at + 4], "big") for at in (16, 20))
        assert image.startswith(PNG)
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.django_db
def test_every_page_names_it(client: Client) -> None:
    for path in ("/", "/rules/", "/tables/", "/accounts/login/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get(path).content.decode()


# --- The worker -----------------------------------------------------------------------------------


def test_the_worker_is_asked_for_anew_each_time(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert settings.STATIC_VERSION in answer.content.decode()


def test_the_shell_is_styles_scripts_and_icons_of_this_version_alone() -> None:
    shell = offline_file_urls()
    assert {f"{settings.STATIC_URL}css/base.css", f"{settings.STATIC_URL}js/table/main.js"} < set(shell)
    for address in shell:
        assert address.startswith(settings.STATIC_URL)
        assert address.endswith((".css", ".js", ".svg", ".png"))
        assert found(address)


def test_a_page_may_have_workers_and_manifests_of_its_own_alone(client: Client) -> None:
    policy = policy_of(client.get("/offline"))
    assert policy["worker-src"] == policy["manifest-src"] == {"'self'"}


def test_the_offline_page_is_the_same_for_everybody(client: Client) -> None:
    """It needs no session: without the mark for a database test the client could not even look for one."""
    page = client.get("/offline")
    assert "All your moves are saved" in page.content.decode()
    assert "Vary" not in page
    assert not page.cookies


def test_the_worker_keeps_the_offline_page_in_its_language(client: Client) -> None:
    assert (
        '"/offline?language=de"' in client.get("/sw.js", headers={"accept-language": "de"}).content.decode()
    )
    page = client.get("/offline?language=de", headers={"accept-language": "en"})
    assert "Du bist offline" in page.content.decode()
    assert "Vary" not in page
    assert "You are offline" in client.get("/offline?language=klingon").content.decode()
