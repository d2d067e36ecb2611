"""Notifications in a browser: the page that turns them on, and what the worker does with a message."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls
from tests.support.notifications.browser_keys import Browser
from tests.support.servers import ServerProcess

CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
# A headless browser displays no notifications, and so forgets them: what the worker asks for is noted.
NOTE_TWO = """() => {
  const shown = [];
  self.twoShown = new Promise((resolve) => {
    self.registration.showNotification = async (title, { body, tag, renotify, data }) => {
      if (shown.push({ title, body, tag, renotify, path: data.path }) === 2) resolve(shown);
    };
  });
}"""
NO_ANSWER_YET = "Object.defineProperty(Notification, 'permission', { get: () => 'default' })"
BLOCKED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
TURN = {
    "kind": "turn",
    "title": "It is your turn",
    "body": "You are playing with bob.",
    "path": "/tables/abc/",
    "tag": "one",
}


def test_the_page_lists_devices_and_removes_them(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    # Private windows block notifications without asking.
    page.add_init_script(NO_ANSWER_YET)
    Calls(page).guest()
    page.goto("/accounts/preferences/")
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    body = Browser().subscription(name="Old phone")
    page.evaluate(
        """async (body) => {
          const token = document.cookie.match(/csrftoken=(\\w+)/)[1];
          const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
          await fetch("/api/v1/me/push", { method: "POST", headers, body: JSON.stringify(body) });
        }""",
        body,
    )
    page.reload()
    expect(page.get_by_text("Old phone (this device)")).to_be_visible()
    page.get_by_role("button", name="Send a test notification").click()
    expect(page.get_by_text("A test notification is on its way.")).to_be_visible()
    page.get_by_role("button", name="Remove Old phone").click()
    expect(page.get_by_text("The device is removed.")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()


def test_a_browser_that_blocks_notifications_says_how_to_allow_them(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    page.add_init_script(BLOCKED)
    Calls(page).guest()
    page.goto("/accounts/preferences/")
    expect(page.get_by_text("Notifications are blocked.")).to_be_visible()


def test_messages_of_a_topic_replace_each_other_and_none_is_shown_to_who_looks_at_the_page(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    registrations: list[str] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.goto("/rules/")
    page.wait_for_function(CONTROLLED)
    [worker] = page.context.service_workers
    worker.evaluate(NOTE_TWO)

    def deliver(**message: str) -> None:
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server.url, "registrationId": registrations[-1], "data": json.dumps(message)},
        )

    deliver(**{**TURN, "path": "/rules/", "tag": "seen"})
    deliver(**TURN)
    deliver(**{**TURN, "body": "You are playing with dora."})
    shown = {"title": TURN["title"], "tag": TURN["tag"], "renotify": True, "path": TURN["path"]}
    assert worker.evaluate("() => self.twoShown") == [
        {**shown, "body": "You are playing with bob."},
        {**shown, "body": "You are playing with dora."},
    ]
