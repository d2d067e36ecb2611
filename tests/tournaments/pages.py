"""For tests from outside: who looks, and nothing kept from another database."""

from typing import Any

import pytest
from django.test import Client

from tests.games.people import api_of, browser_of, person
from tournaments.models import Tournament
from tournaments.selectors.pages import forget_pages

API = "/api/v1/tournaments"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Pages are kept by id and number, which another test's database may have, too."""
    forget_pages()


def call(name: str | None, method: str, path: str, **body: Any) -> Any:
    """An answer of the API to somebody, or to a stranger."""
    client = api_of(person(name) if name else None)
    address = f"{API}/{path}" if path else API
    return client.get(address, body) if method == "GET" else client.post(address, body)


def get(name: str | None, path: str, **query: Any) -> Any:
    """What the API shows to somebody; fails where it refuses."""
    answer = call(name, "GET", path, **query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def browse(name: str | None) -> Client:
    """Somebody's browser."""
    return browser_of(person(name) if name else None)


def send(name: str, tournament: Tournament, act: str, **fields: str) -> Any:
    """Send one of the page's forms."""
    browser = browse(name)
    page = f"/tournaments/{tournament.slug}"
    browser.get(page)
    headers = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    return browser.post(f"{page}/{act}", fields, headers=headers, follow=True)
