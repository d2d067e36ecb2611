"""The organisers' console in a browser: its owner, and the way in."""

from playwright.sync_api import Page

PASSWORD = "seven wizards and a jester"
STAFF = f"user = organiser(); user.is_staff = True; user.set_password({PASSWORD!r}); user.save()"


def open_desk(page: Page, slug: str) -> None:
    """Log in as the owner, and go to the desk from the list."""
    page.goto("/admin/tournaments/tournament/")
    page.locator("[name=login]").fill("olga")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(lambda url: "login" not in url)
    page.goto(f"/admin/tournaments/tournament/?q={slug}")
    page.get_by_role("link", name="Desk of").click()
