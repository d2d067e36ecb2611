"""Tournaments as visitors see them, through the API and in a browser."""

from typing import Any

from django.test import Client

from tests.support.games.people import api_of, browser_of, person
from tournaments.models import Tournament

API = "/api/v1/tournaments"


def call(name: str | None, method: str, path: str, **body: Any) -> Any:
    """An answer of the API to somebody, or to a stranger."""
    client = api_of(person(name) if name else None)
    address = f"{API}/{path}" if path else API
    return client.get(address, body) if method == "GET" else client.post(address, body)


def get(name: str | None, path: str, **query: Any) -> Any:
    """The API's answer to a user; fails on a refusal."""
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
