"""The page's own clock, which a test can stop."""

from playwright.sync_api import Error, Page

AHEAD_SECONDS = 0.2
"""How far the clock is moved forward when it is stopped: it can only be stopped at a later moment."""


def pause_clock(page: Page) -> None:
    """Stop the clock of a page that has `page.clock` installed, a little later than now."""
    ahead = AHEAD_SECONDS
    while True:
        now = page.evaluate("Date.now() / 1000")
        try:
            return page.clock.pause_at(now + ahead)
        except Error as error:
            # On a busy machine the moment can be over before the page is told of it.
            if "past" not in str(error):
                raise
            ahead *= 2
