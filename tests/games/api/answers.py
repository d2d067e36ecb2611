"""What an error looks like, and that it changed nothing."""

from collections.abc import Callable
from typing import Any

from tests.games.snapshots import everything

TABLES = "/api/v1/tables"


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
    before = everything()
    body = is_problem(call(), status, code)
    assert everything() == before
    return body


def opened(client: Any, **given: Any) -> dict[str, Any]:
    """A table that this client opened."""
    response = client.post(TABLES, {"options": {}, "seats": 4, **given})
    assert response.status_code == 201, response.content
    table: dict[str, Any] = response.json()
    return table
