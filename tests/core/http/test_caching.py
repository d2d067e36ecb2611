"""What no cache may keep: the API's answers, which hold tokens and hands, and a table's page, its invite."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
JSON = "application/json"


def test_no_cache_keeps_an_answer_of_the_api(client: Client) -> None:
    answers = [
        client.post("/api/v1/auth/guest", {}, JSON),
        client.get("/api/v1/tables"),
        client.get("/api/v1/me"),
        client.get("/api/v1/nope"),
        client.generic("POST", "/api/v1/auth/guest", b" " * (64 * 1024 + 1), JSON),
    ]
    assert [each.status_code for each in answers] == [201, 200, 401, 404, 413]
    assert {each["Cache-Control"] for each in answers} == {"no-store"}


def test_what_says_how_long_it_may_be_kept_is_kept(client: Client) -> None:
    assert "max-age" in client.get("/api/v1/schema")["Cache-Control"]


def test_no_cache_keeps_a_tables_page(client: Client) -> None:
    page = client.post("/play/", follow=True)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
