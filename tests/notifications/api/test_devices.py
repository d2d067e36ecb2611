"""`me/push`: one's devices, and what is not accepted."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts import services
from notifications.models import PendingPush, PushDevice
from notifications.push.keys import get_site_public_key
from notifications.selectors import find_logged_out_devices
from notifications.services.devices import MAX_DEVICES, TESTS
from tests.support.accounts import NOW, PASSWORD
from tests.support.notifications.browser_keys import Browser, text_of
from tests.support.notifications.devices import create_device

PUSH = "/api/v1/me/push"


@pytest.fixture
def in_browser(alice):
    """Alice's browser, logged in by a session."""
    client = APIClient()
    client.login(username="alice", password=PASSWORD)
    return client


def with_token(user) -> APIClient:
    """An app that is logged in."""
    client = APIClient()
    issued = services.issue_token(user=user, device="", now=NOW)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.plain}")
    return client


@pytest.fixture(autouse=True)
def tokens_are_valid(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def test_a_browser_adds_itself_and_is_told_which_device_it_is(in_browser, phone):
    browser = Browser()
    answer = in_browser.post(PUSH, browser.subscription(name="Chrome"), HTTP_ACCEPT_LANGUAGE="de-AT,de;q=0.9")
    assert answer.status_code == 201
    added = PushDevice.objects.exclude(pk=phone.pk).get()
    assert (added.endpoint, added.language, added.token) == (browser.endpoint, "de", None)
    listed = in_browser.get(PUSH).json()
    assert [(each["name"], each["current"]) for each in listed] == [
        ("Chrome", True),
        ("Firefox on Android", False),
    ]
    assert "endpoint" not in listed[0]


def test_the_same_subscription_is_stored_once_and_a_renewed_one_replaces_it(in_browser):
    browser = Browser()
    for _ in range(2):
        in_browser.post(PUSH, browser.subscription())
    in_browser.post(PUSH, Browser().subscription())
    assert PushDevice.objects.count() == 1
    assert PushDevice.objects.get().endpoint != browser.endpoint


def test_superfluous_padding_of_the_keys_is_not_stored(in_browser):
    given = Browser().subscription()
    padded = {name: f"{given[name].rstrip('=')}==" for name in ("p256dh", "auth")}
    assert in_browser.post(PUSH, given | padded).status_code == 201
    device = PushDevice.objects.get()
    assert (len(device.p256dh), len(device.auth)) == (87, 22)


def test_a_browser_that_changes_hands_belongs_to_the_last_one(in_browser, bob):
    browser = Browser()
    in_browser.post(PUSH, browser.subscription())
    with_token(bob).post(PUSH, browser.subscription())
    assert PushDevice.objects.get().user == bob


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://fcm.googleapis.com/x"),
        ("endpoint", "https://127.0.0.1/x"),
        ("endpoint", "https://evil.example/x"),
        ("p256dh", "AAAA"),
        ("p256dh", text_of(b"\x04" + b"\x01" * 64)),
        ("p256dh", text_of(b"\x02" + b"\x01" * 32)),
        ("p256dh", "no base64!"),
        ("auth", text_of(b"\x01" * 15)),
        ("auth", "A"),
        ("auth", "ü" * 22),
    ],
)
def test_what_is_not_accepted_is_named_and_nothing_is_stored(field, value, in_browser):
    answer = in_browser.post(PUSH, Browser().subscription(**{field: value}))
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert not PushDevice.objects.exists()


def test_the_oldest_device_gives_way_to_one_more(alice):
    for _ in range(MAX_DEVICES):
        create_device(alice)
    oldest = PushDevice.objects.order_by("pk").first()
    with_token(alice).post(PUSH, Browser().subscription())
    assert PushDevice.objects.count() == MAX_DEVICES
    assert not PushDevice.objects.filter(pk=oldest.pk).exists()


def test_others_devices_do_not_exist(phone, bob):
    client = with_token(bob)
    assert client.get(PUSH).json() == []
    assert client.delete(f"{PUSH}/{phone.pk}").status_code == 404
    assert client.post(f"{PUSH}/{phone.pk}/test").status_code == 404
    assert PushDevice.objects.exists()


def test_a_device_can_be_tried_out_but_not_flooded(phone, alice):
    client = with_token(alice)
    answers = [client.post(f"{PUSH}/{phone.pk}/test").status_code for _ in range(TESTS.times + 1)]
    assert answers == [202] * TESTS.times + [429]
    assert PendingPush.objects.get().kind == "test"


def test_a_removed_device_takes_its_messages_along(phone, alice):
    client = with_token(alice)
    client.post(f"{PUSH}/{phone.pk}/test")
    assert client.delete(f"{PUSH}/{phone.pk}").status_code == 204
    assert not PendingPush.objects.exists()


def test_the_key_is_the_sites(alice):
    assert with_token(alice).get(f"{PUSH}/key").json() == {"public_key": get_site_public_key()}


def test_a_site_can_do_without(alice, settings):
    settings.PUSH = False
    answer = with_token(alice).post(PUSH, Browser().subscription())
    assert (answer.status_code, answer.json()["code"]) == (409, "notifications_off")


def test_logging_out_ends_it_in_the_browser_and_in_an_app(
    in_browser, alice, django_capture_on_commit_callbacks
):
    in_browser.post(PUSH, Browser().subscription())
    app = with_token(alice)
    app.post(PUSH, Browser().subscription())
    with django_capture_on_commit_callbacks(execute=True):
        app.post("/api/v1/auth/logout")
    assert PushDevice.objects.get().token is None
    in_browser.post("/api/v1/auth/logout")
    assert not PushDevice.objects.exists()


def test_a_new_password_keeps_this_browser_and_ends_the_others(in_browser, alice):
    other = Client()
    other.login(username="alice", password=PASSWORD)
    other_device = other.post(PUSH, Browser().subscription(), content_type="application/json").json()["id"]
    own = in_browser.post(PUSH, Browser().subscription()).json()["id"]
    new = {"oldpassword": PASSWORD, "password1": "seven green owls", "password2": "seven green owls"}
    page = in_browser.post("/accounts/password/change/", new, format="multipart")
    assert page.status_code == 302
    alice.refresh_from_db()
    devices = PushDevice.objects.select_related("user")
    assert find_logged_out_devices(list(devices), now=NOW) == {other_device}
    assert devices.filter(pk=own).exists()


def test_deleting_an_account_deletes_its_devices(alice, phone):
    alice.delete()
    assert not PushDevice.objects.exists()
