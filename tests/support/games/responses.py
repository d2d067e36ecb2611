"""Checks that a response is a well-formed error and that nothing has changed."""

from collections.abc import Callable
from typing import Any

from rest_framework.test import APIClient

from tests.support.games.people import api_of, person
from tests.support.games.playing import sight
from tests.support.games.snapshots import unchanged

TABLES = "/api/v1/tables"
ROW = {"id", "status", "seats", "visibility", "options", "number", "players"}
ROW |= {"sealed", "caption", "caption_url", "visiting_bots", "rated", "opened_at", "round_number"}
"""What a list has of each table."""


def is_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """Assert that this is the contract's error, complete; gives its body."""
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json"), (
        response.content
    )
    body: dict[str, Any] = response.json()
    assert set(body) - {"errors"} == {"type", "title", "status", "detail", "code"}
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"].strip()
    assert ("errors" in body) == (status == 400)
    return body


def is_refused(call: Callable[[], Any], status: int, code: str) -> dict[str, Any]:
    """Assert that a call is refused like this and changes nothing at all."""
    with unchanged():
        return is_problem(call(), status, code)


def client_at(table_id: str, seat: int) -> APIClient:
    """A client of the person on a seat."""
    return api_of(person(sight(table_id)["players"][seat]["name"]))


def acts(client: Any, table_id: str, action: dict[str, Any], action_id: str = "an-id") -> Any:
    """The answer to an action."""
    return client.post(f"{TABLES}/{table_id}/actions", {"id": action_id, **action})


def opened(client: Any, **given: Any) -> dict[str, Any]:
    """A table that this client opened."""
    response = client.post(TABLES, {"options": {}, "seats": 4, **given})
    assert response.status_code == 201, response.content
    table: dict[str, Any] = response.json()
    return table
