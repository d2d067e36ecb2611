"""The sender against a real push service: encrypted, signed, retried, and forgotten when it is gone."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from core.scheduling.due_sender import claim_due_rows
from notifications.kinds import NoticeKind
from notifications.models import PendingPush, PushDevice
from notifications.push.keys import get_site_public_key
from notifications.services import notify_users
from notifications.services.outcomes import MAX_FAILURES, RETRY_DELAYS
from notifications.services.sender import CLAIM_TIMEOUT, Sender, claim_due_messages
from tests.support.accounts import NOW
from tests.support.notifications.devices import create_device
from tests.support.notifications.push_service import push_service

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def service(tmp_path, settings):
    """A push service that this site may send to."""
    with push_service(tmp_path) as running:
        settings.PUSH_PRIVATE_SERVICES = [running.origin]
        settings.PUSH_CA_FILE = str(running.ca_file)
        yield running


@pytest.fixture
def browser(service):
    return service.browser()


@pytest.fixture
def device(alice, browser):
    """A device of alice's whose browser is subscribed at the service."""
    return create_device(alice, browser)


@pytest.fixture
def at(monkeypatch):
    """Sets the time."""

    def set_time(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_time(NOW)
    return set_time


def challenge(user, subject="7", **more):
    """Tell somebody of a challenge."""
    notify_users(
        user_ids=[user.pk],
        kind=NoticeKind.CHALLENGE,
        facts={"challenger": "bob"},
        path="/c/",
        subject=subject,
        now=NOW,
        **more,
    )


def send_due() -> int:
    """Let a sender send what is due; returns how much that was."""

    async def once() -> int:
        sender = Sender()
        started = await sender.start_sending_due()
        await sender.wait_until_sent()
        await sender._transport.close()
        return started

    return asyncio.run(once())


def test_the_browser_can_decrypt_what_the_site_signed(alice, device, browser, service, at):
    challenge(alice)
    topic = PendingPush.objects.get().topic
    assert send_due() == 1
    [delivery] = service.deliveries
    assert delivery.payload(browser) == {
        "kind": "challenge",
        "title": "bob challenges you",
        "body": "Open the challenge to accept or decline it.",
        "path": "/c/",
        "tag": topic,
    }
    assert delivery.claims()["aud"] == service.origin
    assert delivery.claims()["sub"].startswith("mailto:")
    assert delivery.headers["authorization"].endswith(f"k={get_site_public_key()}")
    given = {name: delivery.headers[name] for name in ("ttl", "urgency", "topic", "content-encoding")}
    assert given == {"ttl": "3600", "urgency": "high", "topic": topic, "content-encoding": "aes128gcm"}
    assert not PendingPush.objects.exists()
    device.refresh_from_db()
    assert device.last_sent_at == NOW


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_expired_is_deleted(status, alice, device, service, at):
    service.statuses = [status]
    challenge(alice)
    send_due()
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    ("status", "header", "delay"),
    [(503, "", RETRY_DELAYS[0]), (429, "90", timedelta(seconds=90)), (500, "soon", RETRY_DELAYS[0])],
)
def test_a_busy_service_is_asked_again_later(status, header, delay, alice, device, service, at):
    service.statuses = [status]
    service.headers = {"Retry-After": header}
    challenge(alice)
    send_due()
    assert PendingPush.objects.get().due_at == NOW + delay
    assert send_due() == 0
    at(NOW + delay)
    assert send_due() == 1
    assert len(service.deliveries) == 2
    assert not PendingPush.objects.exists()


def test_a_message_is_dropped_when_it_would_come_too_late(alice, device, service, at):
    service.statuses = [503]
    challenge(alice, lifetime=timedelta(seconds=4))
    send_due()
    assert not PendingPush.objects.exists()
    device.refresh_from_db()
    assert device.failures == 1


def test_redirects_are_not_followed(alice, device, service, at):
    service.statuses = [307]
    service.headers = {"Location": f"{service.origin}/elsewhere"}
    challenge(alice)
    send_due()
    assert [delivery.path.startswith("/push/") for delivery in service.deliveries] == [True]


def test_a_device_is_forgotten_after_repeated_refusals(alice, device, service, at):
    service.statuses = [403] * MAX_FAILURES
    for number in range(MAX_FAILURES):
        assert PushDevice.objects.exists()
        challenge(alice, str(number))
        send_due()
    assert not PushDevice.objects.exists()


def test_a_service_that_is_down_is_asked_again(alice, device, service, at, settings):
    settings.PUSH_PRIVATE_SERVICES = ["https://localhost:1"]
    PushDevice.objects.update(endpoint="https://localhost:1/x")
    challenge(alice)
    send_due()
    assert PendingPush.objects.get().attempts == 1


def test_a_name_that_leads_into_the_own_network_is_not_connected_to(alice, device, service, at, settings):
    # "localhost" passes as a name, as one would whose owner changes its address after the check.
    settings.PUSH_PRIVATE_SERVICES, settings.PUSH_SERVICES = [], ["localhost"]
    PushDevice.objects.update(endpoint="https://localhost/x")
    challenge(alice)
    send_due()
    assert PendingPush.objects.get().attempts == 1
    assert service.deliveries == []


def test_a_killed_process_loses_nothing(alice, device, service, at):
    challenge(alice)
    assert len(claim_due_messages(10, NOW)) == 1
    assert send_due() == 0
    at(NOW + CLAIM_TIMEOUT)
    assert send_due() == 1
    assert len(service.deliveries) == 1


def test_a_newer_message_is_sent_even_while_the_older_one_is_on_its_way(alice, device, service, at):
    from notifications.services.outcomes import PushResponse, handle_push_response

    challenge(alice)
    [claimed] = claim_due_messages(10, NOW)
    challenge(alice)
    handle_push_response(claimed, PushResponse(201), now=NOW)
    assert send_due() == 1


def test_what_was_turned_off_meanwhile_is_not_sent(alice, device, service, at):
    challenge(alice)
    alice.preferences = {"notify_challenge": False}
    alice.save()
    send_due()
    assert service.deliveries == []
    assert not PendingPush.objects.exists()


def test_a_device_whose_login_has_ended_gets_nothing(alice, device, service, at):
    challenge(alice)
    device.token.revoked_at = NOW
    device.token.save()
    send_due()
    assert service.deliveries == []
    assert not PushDevice.objects.exists()


def test_a_certificate_of_an_unknown_authority_is_refused(alice, device, service, at, settings):
    settings.PUSH_CA_FILE = ""
    challenge(alice)
    send_due()
    assert service.deliveries == []
    assert PendingPush.objects.get().attempts == 1


def test_where_nothing_is_due_one_small_query_says_so(db, django_assert_num_queries):
    rows = PendingPush.objects.select_related("device__user")
    with django_assert_num_queries(1):
        assert claim_due_rows(rows, limit=10, now=NOW, until=NOW + CLAIM_TIMEOUT) == []
