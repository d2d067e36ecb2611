"""A socket outlives neither its session, nor its token, nor its person's bar; the others stay."""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async as aside
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import set_password
from core.realtime import access_checks, bus
from games import broadcast
from games.live import hub as hubs
from games.models import LogEntry, Table
from games.services.quarantine import recheck_table
from games.store import tables
from tests.support.games.connections.socket_client import Socket
from tests.support.games.people import browser_of, person
from tests.support.games.playing import in_play

PASSWORD, OTHER = "brass lamp 71", "other words 9"
SITE = {"host": "testserver", "origin": "http://testserver"}


@pytest.fixture
def bob(on_file: None) -> Iterator[User]:
    """Bob, with a password; whatever was done to him is undone."""
    user = person("bob")
    user.set_password(PASSWORD)
    user.save()
    yield user
    User.objects.filter(pk=user.pk).update(is_active=True, password="")


@pytest.fixture
def only_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """No word is heard; the look at the database comes often."""
    monkeypatch.setattr(bus, "publish_message", lambda message: None)
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(access_checks, "ACCESS_CHECK_INTERVAL_SECONDS", 0.01)


@pytest.fixture
def only_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the database never comes."""
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 3600)
    monkeypatch.setattr(access_checks, "ACCESS_CHECK_INTERVAL_SECONDS", 3600)


def line_of(browser: Client, path: str) -> Socket:
    """A socket that brings the browser's session."""
    return Socket(path, cookie=f"sessionid={browser.cookies['sessionid'].value}", **SITE)


def post(browser: Client, name: str, **fields: str) -> Any:
    """Send a page's form."""
    browser.get(reverse("profile"))
    return browser.post(reverse(name), fields, headers={"X-CSRFToken": browser.cookies["csrftoken"].value})


def log_out(browser: Client) -> None:
    """By the page's button."""
    assert post(browser, "account_logout").status_code == 302


def log_out_by_the_api(browser: Client) -> None:
    """As an app in the browser does."""
    browser.get(reverse("profile"))
    headers = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    answer = browser.post("/api/v1/auth/logout", content_type="application/json", headers=headers)
    assert answer.status_code == 204


def change_password(browser: Client) -> None:
    """By the page's form; this browser stays logged in, by a session of its own making."""
    given = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert post(browser, "account_change_password", **given).status_code == 302


async def is_shown_out(line: Socket) -> None:
    """Told why, and closed."""
    assert (await line.next("bye"))["code"] == 4001
    assert (await line.next("closed"))["code"] == 4001


@pytest.mark.parametrize("leave", [log_out, log_out_by_the_api])
async def test_logging_out_closes_the_sockets_of_that_session_and_no_other(
    table_id, tokens, bob, only_words, leave
):
    here, there = await aside(browser_of)(bob), await aside(browser_of)(bob)
    at = f"/ws/tables/{table_id}"
    async with (
        line_of(here, at) as table,
        line_of(here, "/ws/lobby") as lobby,
        line_of(there, at) as other,
        Socket(at, tokens["bob"]) as phone,
        Socket(at, tokens["alice"]) as alice,
        Socket(at) as stranger,
    ):
        assert (await table.hear())["sight"]["viewer"] == 1
        await aside(leave)(here)
        await is_shown_out(table)
        await is_shown_out(lobby)
        for line in (other, phone, alice, stranger):
            assert "bye" not in [frame["type"] for frame in await line.is_quiet()]


async def test_a_new_password_closes_the_sockets_of_all_sessions_and_tokens(
    table_id, tokens, bob, only_words
):
    here, there = await aside(browser_of)(bob), await aside(browser_of)(bob)
    at = f"/ws/tables/{table_id}"
    async with (
        line_of(here, at) as mine,
        line_of(there, at) as other,
        Socket(at, tokens["bob"]) as phone,
        Socket(at, tokens["alice"]) as alice,
    ):
        await aside(change_password)(here)
        for line in (mine, other, phone):
            await is_shown_out(line)
        await alice.is_quiet()
    async with line_of(here, at) as again, line_of(there, at) as stranger:
        assert (await again.hear())["sight"]["viewer"] == 1
        assert (await stranger.hear())["sight"]["viewer"] is None


async def test_a_new_password_set_by_the_services_is_told_although_there_is_no_token(
    table_id, bob, only_words
):
    browser = await aside(browser_of)(bob)
    async with line_of(browser, f"/ws/tables/{table_id}") as line:
        await line.hear()
        await aside(set_password)(user=bob, password=OTHER, now=timezone.now())
        await is_shown_out(line)


async def test_whom_staff_bars_leaves_at_once(table_id, tokens, bob, only_words):
    browser, staff = await aside(browser_of)(bob), Client()
    root = await aside(
        lambda: User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)
    )()
    await aside(staff.force_login)(root[0])
    at = f"/ws/tables/{table_id}"
    async with (
        line_of(browser, at) as mine,
        Socket(at, tokens["bob"]) as phone,
        Socket(at, tokens["dora"]) as dora,
    ):
        await mine.hear()
        form = {"username": "bob", "kind": bob.kind, "email": "", "preferences": "{}"}
        page = reverse("admin:accounts_user_change", args=[bob.pk])
        answer = await aside(staff.post)(page, form)
        assert answer.status_code == 302, answer.content
        await is_shown_out(mine)
        await is_shown_out(phone)
        await dora.is_quiet()


# --- What nobody told of: by another process, by hand, by the clock -------------------------------


def expire(browser: Client) -> None:
    Session.objects.filter(pk=browser.cookies["sessionid"].value).update(expire_date=timezone.now())


def remove(browser: Client) -> None:
    Session.objects.filter(pk=browser.cookies["sessionid"].value).delete()


def new_password_elsewhere(browser: Client) -> None:
    User.objects.filter(username="bob").update(password="another")


def bar(browser: Client) -> None:
    User.objects.filter(username="bob").update(is_active=False)


@pytest.mark.parametrize("end", [expire, remove, new_password_elsewhere, bar])
async def test_what_no_word_told_of_is_found_by_the_slow_look(table_id, bob, only_the_look, end):
    browser, alices = await aside(browser_of)(bob), await aside(browser_of)(await aside(person)("alice"))
    at = f"/ws/tables/{table_id}"
    async with line_of(browser, at) as line, line_of(alices, at) as alice:
        await line.hear()
        await aside(end)(browser)
        await is_shown_out(line)
        await alice.is_quiet()


# --- Between processes ----------------------------------------------------------------------------


def test_who_listens_to_one_kind_of_news_hears_no_other():
    wakes, accesses, both = [], [], []
    for heard, kinds in (
        (wakes, [broadcast.Wake]),
        (accesses, [broadcast.Access]),
        (both, [broadcast.Wake, broadcast.Access]),
    ):
        for kind in kinds:
            bus.add_listener(heard.append, kind=kind)
    wake, access = broadcast.Wake("abc", 5), broadcast.Access(7)
    for message in (wake, access):
        bus.publish_message(message)
    for heard in (wakes, accesses, both):
        bus.remove_listener(heard.append)
    bus.publish_message(wake)
    assert (wakes, accesses, both) == ([wake], [access], [wake, access])


@pytest.fixture
def damaged(table_id: str) -> Iterator[LogEntry]:
    """An entry that is missing from the table's log, which no process has at hand; put back afterwards."""
    entry = LogEntry.objects.get(table_id=table_id, number=2)
    entry.delete()
    tables.clear_cached_tables(table_id)
    yield entry
    LogEntry.objects.bulk_create([entry], ignore_conflicts=True)
    recheck_table(table_id=table_id, now=timezone.now())


async def is_told_that_it_is_quarantined(line: Socket) -> None:
    """In words, and not to come back."""
    told = await line.next("refused")
    assert (told["id"], told["code"]) == (None, "quarantined")
    assert "unavailable" in told["detail"]
    assert (await line.next("closed"))["code"] == 4003


async def test_at_a_table_that_is_quarantined_everybody_is_told_and_nobody_elsewhere(
    table_id, tokens, only_the_look
):
    elsewhere = await aside(in_play)(4, 1)
    at = f"/ws/tables/{table_id}"
    async with (
        Socket(at, tokens["alice"]) as alice,
        Socket(at) as watcher,
        Socket(f"/ws/tables/{elsewhere}", tokens["bob"]) as bob,
    ):
        for line in (alice, watcher, bob):
            await line.hear()
        await aside(Table.objects.filter(pk=table_id).update)(quarantined="Entry 2 is missing.")
        for line in (alice, watcher):
            await is_told_that_it_is_quarantined(line)
        assert "refused" not in [frame["type"] for frame in await bob.is_quiet()]
        await aside(recheck_table)(table_id=table_id, now=timezone.now())
    async with Socket(at, tokens["alice"]) as again:
        assert (await again.hear())["sight"]["viewer"] == 0


async def test_whoever_opens_a_damaged_table_first_is_told_at_once(table_id, tokens, only_words, damaged):
    async with Socket(f"/ws/tables/{table_id}", tokens["alice"]) as alice:
        await is_told_that_it_is_quarantined(alice)


async def test_who_asks_for_a_table_that_turns_out_to_be_damaged_is_told_so(table_id, tokens, only_words):
    async with Socket(f"/ws/tables/{table_id}", tokens["alice"]) as alice:
        await alice.hear()
        await aside(Table.objects.filter(pk=table_id).update)(quarantined="Entry 2 is missing.")
        await alice.say({"type": "sync", "after": 0})
        assert (await alice.next("refused"))["code"] == "quarantined"
        await aside(recheck_table)(table_id=table_id, now=timezone.now())
