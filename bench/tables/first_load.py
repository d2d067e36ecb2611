"""The first load of a table on a throttled phone: requests, bytes, and the time until the hand can be played.

Chromium with an empty cache loads the table from the real server over a slow line, as its developer tools
emulate it. The goals are in `GOAL`.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.serving import run_test_server
from tests.support.browser.calls import Calls, custom

LOADS = 5
SLOWDOWN = 4
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""A line of 1.6 Mbit/s down; milliseconds and bytes a second."""
GOAL = "goals: 250 KB, 1500 ms"
PHONE: ViewportSize = {"width": 360, "height": 740}
WATCH = """() => {
  const look = () => {
    if (!document.querySelector(".hand .card")) return requestAnimationFrame(look);
    window.playableAt ??= performance.now();
  };
  look();
}"""
"""Notes when the first card of the hand is drawn, in milliseconds since the navigation."""


class FirstLoad(NamedTuple):
    """What one load took: requests, compressed bytes with their headers, milliseconds."""

    requests: int
    size: int
    took: float


class TrafficCounter:
    """Counts what a page loads; a socket's frames are not among it."""

    def __init__(self, devtools: CDPSession) -> None:
        """Start counting the requests and the received bytes of the page to which `devtools` belongs."""
        self.requests = 0
        self.size = 0
        devtools.on("Network.requestWillBeSent", self._count_request)
        devtools.on("Network.loadingFinished", self._add_response_size)

    def _count_request(self, event: dict[str, object]) -> None:
        """Count a request sent by the browser."""
        self.requests += 1

    def _add_response_size(self, event: dict[str, float]) -> None:
        """Add the compressed size of a completely received response, in bytes, to `self.size`."""
        self.size += int(event["encodedDataLength"])


@contextmanager
def opening_fresh_page(browser: Browser, url: str) -> Iterator[Page]:
    """Open a browser page with an empty cache and without service workers. Close the page after the block."""
    # Service workers would load files in addition.
    context = browser.new_context(base_url=url, viewport=PHONE, service_workers="block")
    try:
        yield context.new_page()
    finally:
        context.close()


def measure_first_load(browser: Browser, url: str, *, throttled: bool = True) -> FirstLoad:
    """Load a running game's page as one of the game's players, with an empty cache.

    Return its requests, its bytes and the milliseconds until the first card is visible. With `throttled`,
    emulate a phone with a slow processor and a slow connection.
    """
    with opening_fresh_page(browser, url) as page:
        table_id = Calls(page).guest().open_table(custom(5, 5), 4)["id"]
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        if throttled:
            devtools.send("Network.emulateNetworkConditions", LINE)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        traffic = TrafficCounter(devtools)
        page.add_init_script(f"({WATCH})()")
        page.goto(f"/tables/{table_id}/", wait_until="networkidle")
        page.locator(".hand .card").first.wait_for()
        return FirstLoad(traffic.requests, traffic.size, page.evaluate("window.playableAt"))


def main() -> None:
    """Print how long a table's page takes to load on an emulated slow phone.

    Also print its requests and bytes. Without Chromium, print only a note.
    """
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        print("first load  left out: there is no Chromium (CHROMIUM)")
        return
    with run_test_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        loads = [measure_first_load(browser, f"http://{address}") for _ in range(LOADS)]
        browser.close()
    print(
        f"first load {median(load.took for load in loads):7.0f} ms until the hand can be played, "
        f"{median(load.requests for load in loads):.0f} requests, "
        f"{median(load.size for load in loads) / 1000:.0f} KB on a throttled phone "
        f"(median of {LOADS}; {GOAL})"
    )


if __name__ == "__main__":
    main()
