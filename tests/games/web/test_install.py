"""The site can be installed: manifest, worker, and a page for when the server can't be reached."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Page, expect

from games.web.install import shell_files
from tests.browser.calls import Calls, custom
from tests.browsers import Players
from tests.servers import ServerProcess

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
    shell = shell_files()
    assert {f"{settings.STATIC_URL}css/base.css", f"{settings.STATIC_URL}js/table/main.js"} < set(shell)
    for address in shell:
        assert address.startswith(settings.STATIC_URL)
        assert address.endswith((".css", ".js", ".svg", ".png"))
        assert found(address)


def test_a_page_may_have_workers_and_manifests_of_its_own_alone(client: Client) -> None:
    policy = client.get("/offline")["Content-Security-Policy"]
    assert "worker-src 'self';" in policy
    assert "manifest-src 'self';" in policy


def test_the_offline_page_is_the_same_for_everybody(client: Client) -> None:
    """It needs no session: without the mark for a database test the client could not even look for one."""
    page = client.get("/offline")
    assert "The table waits" in page.content.decode()
    assert "Vary" not in page
    assert not page.cookies


# --- In the browser -------------------------------------------------------------------------------

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    kept[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return kept;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"


def with_worker(page: Page, path: str) -> Page:
    """The page once the worker has taken over."""
    page.goto(path)
    page.wait_for_function(CONTROLLED)
    return page


@pytest.mark.browser
def test_the_worker_keeps_the_shell_and_never_a_table(server: ServerProcess, new_player: Players) -> None:
    page = new_player(server.url)
    table_id = Calls(page).guest().open_table(custom(1, 2))["id"]
    with_worker(page, f"/tables/{table_id}/")
    page.reload()
    expect(page.get_by_test_id("hand")).to_be_visible()
    answers = page.evaluate(
        'async (id) => [(await fetch(`/api/v1/tables/${id}`)).status, (await fetch("/api/v1/me")).status]',
        table_id,
    )
    page.goto("/tables/")
    page.goto("/accounts/profile/")

    kept = page.evaluate(KEPT)
    assert answers == [200, 200]
    assert len(kept) == 1
    (paths,) = kept.values()
    assert {path.rpartition("/static/")[1] for path in paths if path != "/offline"} == {"/static/"}
    assert len(paths) > 20


@pytest.mark.browser
def test_without_the_server_a_page_says_so_and_goes_on_by_itself(
    server: ServerProcess, new_player: Players
) -> None:
    page = with_worker(new_player(server.url), "/rules/")
    server.terminate()
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_text("The table waits")).to_be_visible()
    assert page.locator("img").evaluate("image => image.naturalWidth > 0"), "the shell is not there"

    server.start()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible(timeout=15_000)


@pytest.mark.browser
def test_a_new_version_takes_over_and_the_old_one_is_forgotten(
    server: ServerProcess, new_player: Players
) -> None:
    page = with_worker(new_player(server.url), "/rules/")
    page.evaluate("async () => (await caches.open('shell-of-last-year')).put('/x', new Response('old'))")
    page.evaluate("async () => (await caches.open('not-ours')).put('/x', new Response('other'))")
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).unregister()")
    with_worker(page, "/")
    page.wait_for_function("async () => !(await caches.keys()).includes('shell-of-last-year')")
    kept = page.evaluate(KEPT)
    assert len(kept) == 2
    assert "not-ours" in kept
