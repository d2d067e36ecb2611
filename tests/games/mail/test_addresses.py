"""Reply addresses: short, hard to forge, and valid for one person and table until they expire."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from games.mail.addresses import (
    LIFETIME,
    ReplyToken,
    build_reply_address,
    general_address,
    is_own_address,
    read_reply_address,
)
from games.models.table import ID_ALPHABET, ID_LENGTH

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
TABLE = "23wxyz9abc"


@pytest.fixture(autouse=True)
def domain(settings):
    settings.MAIL_DOMAIN = "play.example.org"


@given(
    user=st.integers(1, 2**40 - 1),
    table=st.none() | st.text(ID_ALPHABET, min_size=ID_LENGTH, max_size=ID_LENGTH),
)
def test_an_address_names_its_person_and_table(user, table):
    with override_settings(MAIL_DOMAIN="play.example.org"):
        address = build_reply_address(user_id=user, table_id=table, now=NOW)
        assert read_reply_address(address, NOW) == ReplyToken(user, table)


def test_mail_servers_can_carry_an_address():
    local, _, domain = build_reply_address(user_id=2**40 - 1, table_id="z" * 10, now=NOW).partition("@")
    assert domain == "play.example.org"
    assert len(local) <= 64
    assert local.replace("+", "").isalnum()
    assert local == local.lower()


def test_case_does_not_matter():
    address = build_reply_address(user_id=7, table_id=TABLE, now=NOW)
    assert read_reply_address(address.upper(), NOW) == ReplyToken(7, TABLE)


def test_an_address_expires():
    address = build_reply_address(user_id=7, table_id=TABLE, now=NOW)
    assert read_reply_address(address, NOW + LIFETIME) is not None
    assert read_reply_address(address, NOW + LIFETIME + timedelta(days=1)) is None


def test_no_other_address_is_accepted():
    address = build_reply_address(user_id=7, table_id=TABLE, now=NOW)
    local, _, domain = address.partition("@")
    for index in range(len("wizard+"), len(local)):
        changed = local[:index] + ("b" if local[index] == "a" else "a") + local[index + 1 :]
        assert read_reply_address(f"{changed}@{domain}", NOW) is None
    for other in (
        general_address(),
        "",
        "@",
        f"{local}@elsewhere.example",
        f"{local}a@{domain}",
        f"{local[:-1]}é@{domain}",
        f"{local[:-1]}1@{domain}",
        local,
    ):
        assert read_reply_address(other, NOW) is None


def test_retired_keys_are_accepted_and_others_are_not(settings):
    address = build_reply_address(user_id=7, table_id=TABLE, now=NOW)
    retired, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    assert read_reply_address(address, NOW) is None
    settings.SECRET_KEY_FALLBACKS = [retired]
    assert read_reply_address(address, NOW) == ReplyToken(7, TABLE)


def test_without_a_domain_there_are_no_addresses(settings):
    address = build_reply_address(user_id=7, table_id=TABLE, now=NOW)
    settings.MAIL_DOMAIN = ""
    assert build_reply_address(user_id=7, table_id=TABLE, now=NOW) == ""
    assert general_address() == ""
    assert read_reply_address(address, NOW) is None
    assert not is_own_address("wizard@")


def test_the_site_knows_its_own_addresses():
    assert is_own_address("Wizard@play.example.org")
    assert is_own_address("wizard+anything@play.example.org")
    assert not is_own_address("wizards@play.example.org")
    assert not is_own_address("wizard@example.org")
