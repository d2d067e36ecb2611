"""Real pages under their content security policy: each inline script may run, and nothing else is inline."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.support.site.policy import policy_of

DATA = ("application/json",)
"""Types of scripts that are never run."""
PUBLIC_PAGES = (
    *("/", "/rules/", "/odds/", "/tables/", "/players/", "/tournaments/", "/offline", "/api/v1/docs"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere", "/play/"),
)
OWN_PAGES = (
    *("/players/admin/", "/accounts/profile/", "/accounts/2fa/", "/accounts/2fa/webauthn/add/"),
    *("/admin/", "/admin/accounts/user/", "/admin/games/table/", "/admin/tournaments/tournament/add/"),
)
HANDLER = re.compile("on[a-z]+")


class Scripts(HTMLParser):
    """The nonces of a page's inline scripts, and its event handlers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.nonces: list[str | None] = []
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and "src" not in given and given.get("type") not in DATA:
            self.nonces.append(given.get("nonce"))
        self.handlers += [name for name in given if HANDLER.fullmatch(name)]


@pytest.mark.parametrize("path", PUBLIC_PAGES)
def test_inline_scripts_of_public_pages_carry_the_nonce(client: Client, db: None, path: str) -> None:
    check_scripts(client, path)


@pytest.mark.parametrize("path", OWN_PAGES)
def test_inline_scripts_of_staff_and_own_pages_carry_the_nonce(admin_client: Client, path: str) -> None:
    check_scripts(admin_client, path)


def check_scripts(client: Client, path: str) -> None:
    answer = client.get(path, follow=True)
    assert answer["Content-Type"].startswith("text/html")
    page = Scripts(answer.content.decode())
    sources = policy_of(answer)["script-src"]
    assert [nonce for nonce in page.nonces if f"'nonce-{nonce}'" not in sources] == []
    assert page.handlers == []
    assert len(sources) == 1 + bool(page.nonces)
