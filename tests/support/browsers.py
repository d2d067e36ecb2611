"""Chromium for tests: every player has a context, and so a cookie jar, of their own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

from tests.support.servers import left_out

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSER_TIMEOUT_MS = 120_000
"""On an idle machine everything comes at once, and a busy one must not fail a test."""


@contextmanager
def chromium(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    """A headless Chromium with a fresh profile; `flags` switch on what it hides.

    Without flags it is the headless shell where there is one: the same engine without windows, which needs a
    quarter less of a processor. It lacks what some flags switch on.
    """
    whole = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    shell = None if flags else shutil.which("chromium-headless-shell")
    executable = shell or whole
    if executable is None:
        left_out("there is no Chromium (CHROMIUM)")
    browser = playwright.chromium.launch(executable_path=executable, headless=True, args=[*FLAGS, *flags])
    yield browser
    browser.close()


class Players:
    """Opens a page for each player, and knows what went wrong in any of them."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.faults: list[str] = []
        self._contexts: list[BrowserContext] = []

    def __call__(self, url: str, **context: Any) -> Page:
        """A page for one more player of the site at `url`; `context` as Playwright takes it (viewport, …).

        Cards don't fly unless the test asks for it: drawing them takes most of a browser's time.
        """
        opened = self.browser.new_context(base_url=url, **{"reduced_motion": "reduce", **context})
        opened.set_default_timeout(BROWSER_TIMEOUT_MS)
        self._contexts.append(opened)
        page = opened.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._collect_console_faults)
        return page

    def leave(self) -> None:
        """Close every page, so that none plays on beside the next test."""
        for context in self._contexts:
            context.close()

    def _collect_console_faults(self, message: ConsoleMessage) -> None:
        # Lost connections are errors there as well, and some tests cut them on purpose.
        if message.type == "error" and "Content Security Policy" in message.text:
            self.faults.append(message.text)
