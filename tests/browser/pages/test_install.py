"""The installed site: what its worker keeps, and what a page says while the server is away."""

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browsers import Players
from tests.support.servers import ServerProcess

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


def test_without_the_server_a_page_says_so_and_goes_on_by_itself(
    own_server: ServerProcess, new_player: Players
) -> None:
    page = with_worker(new_player(own_server.url), "/rules/")
    own_server.terminate()
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_text("All your moves are saved")).to_be_visible()
    assert page.locator("img").evaluate("image => image.naturalWidth > 0"), "the shell is not there"

    own_server.start()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()


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
