"""Pages are loaded when they are needed; a server is up before."""

import asyncio
import threading
from typing import Any

import pytest

from tests.support.waiting import WAIT_TIMEOUT
from wizard_site.pages import LazyDjangoApplication

HEALTH = {"type": "http", "method": "GET", "path": "/healthz"}
LOBBY = {"type": "http", "method": "GET", "path": "/"}


class Application:
    """Counts how often it is built, and keeps the paths that are asked of it."""

    def __init__(self) -> None:
        self.built = 0
        self.asked: list[str] = []
        self.may_build = threading.Event()

    def build(self) -> "Application":
        assert self.may_build.wait(WAIT_TIMEOUT)
        self.built += 1
        return self

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])


async def ask(pages: LazyDjangoApplication, scope: Any) -> list[dict[str, Any]]:
    """What the pages themselves send."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await pages(scope, None, send)
    return sent


async def test_a_server_is_up_before_its_pages_are_loaded() -> None:
    application = Application()
    start, body = await ask(LazyDjangoApplication(application.build), HEALTH)
    assert (start["status"], body["body"]) == (200, b'{"status": "up"}')
    assert (application.built, application.asked) == (0, [])


async def test_requests_wait_for_the_pages_which_are_loaded_once() -> None:
    application = Application()
    pages = LazyDjangoApplication(application.build)
    requests = [asyncio.ensure_future(ask(pages, LOBBY)) for _ in range(3)]
    assert await ask(pages, HEALTH)
    assert application.asked == []
    application.may_build.set()
    await asyncio.gather(*requests)
    assert (application.built, application.asked) == (1, ["/"] * 3)


async def test_loaded_pages_answer_everything() -> None:
    application = Application()
    application.may_build.set()
    pages = LazyDjangoApplication(application.build)
    await pages.load()
    await pages.load()
    assert await ask(pages, HEALTH) == []
    assert (application.built, application.asked) == (1, ["/healthz"])


async def test_pages_that_cannot_be_loaded_are_tried_again() -> None:
    application = Application()
    application.may_build.set()
    faults = [RuntimeError("no room")]

    def build() -> Any:
        if faults:
            raise faults.pop()
        return application.build()

    pages = LazyDjangoApplication(build)
    with pytest.raises(RuntimeError):
        await ask(pages, LOBBY)
    await ask(pages, LOBBY)
    assert application.asked == ["/"]
