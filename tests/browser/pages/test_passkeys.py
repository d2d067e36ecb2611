"""Passkeys, as a browser makes and shows them: added from the profile, and asked for after the password."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.servers import ServerProcess

pytestmark = pytest.mark.browser
PASSWORD = "seven wizards and a jester"
# As a phone or a laptop that knows its owner's finger.
BUILT_IN = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    """A browser with an authenticator, at a host that may have passkeys: 127.0.0.1 may not."""
    page = new_player(server.url.replace("127.0.0.1", "localhost"))
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": BUILT_IN})
    return page


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(lambda url: "signup" not in url)


def add_passkey(page: Page, name: str) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Add the passkey").click()


def log_in(page: Page, name: str) -> None:
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def test_a_passkey_is_added_asked_for_renamed_and_removed(page: Page) -> None:
    sign_up(page, "Pia")
    add_passkey(page, "My laptop")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    log_in(page, "Pia")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Welcome, Pia.")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("last used")).to_be_visible()
    page.get_by_role("link", name="Rename My laptop").click()
    # Whoever is asked again may show the passkey instead of the password.
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_label("Name").fill("Old laptop")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Remove Old laptop").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("You have no passkeys yet.")).to_be_visible()
    log_in(page, "Pia")
    expect(page.get_by_text("Welcome, Pia.")).to_be_visible()


def test_a_device_that_has_a_passkey_already_says_so(page: Page) -> None:
    sign_up(page, "Pat")
    add_passkey(page, "One")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    add_passkey(page, "Two")
    expect(page.get_by_role("alert")).to_have_text("This device has a passkey for your account already.")


def test_where_passkeys_cannot_work_the_page_says_why(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    sign_up(page, "Paul")
    add_passkey(page, "One")
    expect(page.get_by_role("alert")).to_contain_text("Passkeys need the site's own address")
