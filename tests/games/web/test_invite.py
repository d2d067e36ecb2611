"""The QR code of a table's link."""

import pytest

from games.models import Table
from tests.support.games.people import browser_of, person
from tests.support.games.playing import opened

pytestmark = pytest.mark.django_db


def test_the_code_of_a_public_table_is_a_picture():
    table_id = opened(person("alice"))
    answer = browser_of(None).get(f"/tables/{table_id}/qr.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert "<svg" in answer.text


def test_the_code_of_a_private_table_takes_its_invite_and_has_it():
    table_id = opened(person("alice"), visibility="private")
    path = f"/tables/{table_id}/qr.svg"
    assert browser_of(None).get(path).status_code == 403
    answer = browser_of(None).get(path, {"invite": Table.objects.get().invite})
    assert answer.status_code == 200


def test_a_table_that_does_not_exist_has_no_code():
    assert browser_of(None).get("/tables/nowhere/qr.svg").status_code == 404


@pytest.mark.parametrize("invite", ["a" * 3000, "\x00", "x&seat=1"])
def test_what_is_no_invite_code_of_the_table_gets_into_no_code(invite):
    table_id = opened(person("alice"))
    path = f"/tables/{table_id}/qr.svg"
    answer = browser_of(None).get(path, {"invite": invite})
    assert (answer.status_code, answer.text) == (200, browser_of(None).get(path).text)
