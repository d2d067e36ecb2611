"""The pages that mails link to: no log-in, no harm by following a link, no error for a bad one."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.preferences import stored_preferences
from games.mail.outgoing.links import unblock_link, unsubscribe_link
from games.models import BouncedAddress, PendingMail
from games.models.mail import MailKind
from games.services.mail.bounces import record_bounce
from games.services.mail.recipients import PREFERENCES, find_email_addresses
from tests.support.games.people import browser_of
from tests.support.games.playing import AT
from tests.support.mail.players import mailed

pytestmark = pytest.mark.django_db


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def preferences(name: str = "alice"):
    return stored_preferences(User.objects.get(username=name).preferences)


@pytest.mark.parametrize("kind", sorted(PREFERENCES))
def test_a_click_on_a_providers_button_ends_mails_of_the_kind_alone(kind):
    alice = mailed("alice", mail_digest_hour=9)
    provider = Client(enforce_csrf_checks=True)
    link = path_of(unsubscribe_link(alice.pk, kind))
    answer = provider.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    before = stored_preferences({"mail_digest_hour": 9})
    changed = {name for name in before._fields if getattr(preferences(), name) != getattr(before, name)}
    assert changed == {PREFERENCES[kind]}


def test_following_the_link_asks_first():
    alice = mailed("alice")
    link = path_of(unsubscribe_link(alice.pk, MailKind.TURN))
    page = Client().get(link)
    assert page.status_code == 200
    assert b"Mails about your turns at slow tables" in page.content
    assert preferences().mail_turns == "each"
    assert b"You get no more of these mails" in Client(enforce_csrf_checks=True).post(link).content
    assert preferences().mail_turns == "off"


@pytest.mark.parametrize("token", ["x", "WzEsIm1haWxfdHVybnMiXQ:1xVSq6:AAAA", "ä:ö:ü", "%00", "a" * 3000])
@pytest.mark.parametrize("path", ["/mail/unsubscribe/", "/mail/address/"])
def test_a_bad_token_gets_a_clear_page(path, token):
    for answer in (Client().get(f"{path}{token}/"), Client().post(f"{path}{token}/")):
        assert answer.status_code == 404
        assert b"This link is not valid" in answer.content


def test_a_token_of_somebody_who_is_gone_is_not_valid():
    alice = mailed("alice")
    link = path_of(unsubscribe_link(alice.pk, MailKind.TURN))
    alice.delete()
    assert Client().post(link).status_code == 404


def test_answers_to_ones_own_mails_cannot_be_turned_off():
    assert unsubscribe_link(1, MailKind.ANSWER) == ""


def test_a_blocked_address_gets_mails_again_when_its_owner_says_so():
    alice = mailed("alice")
    record_bounce(address=alice.email, permanent=True, now=AT)
    assert find_email_addresses({alice.pk}) == {}
    link = path_of(unblock_link(alice.email))
    assert Client().get(link).status_code == 200
    assert BouncedAddress.objects.exists()
    assert Client(enforce_csrf_checks=True).post(link).status_code == 200
    assert find_email_addresses({alice.pk}) == {alice.pk: alice.email}


def test_the_page_of_mails_says_where_they_go_or_why_they_do_not():
    alice, page = mailed("alice", verified=False), browser_of(mailed("alice", verified=False))
    assert b"mail-unconfirmed" in page.get("/mail/").content
    mailed("alice")
    assert b"They go to alice@mail.example." in page.get("/mail/").content
    record_bounce(address=alice.email, permanent=True, now=AT)
    assert b"mails to alice@mail.example came back" in page.get("/mail/").content
    assert Client().get("/mail/").status_code == 302


def test_a_blocked_address_is_asked_a_few_times_a_day():
    alice = mailed("alice")
    record_bounce(address=alice.email, permanent=True, now=AT)
    page = Client()
    page.force_login(alice)
    assert [page.post("/mail/").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert PendingMail.objects.filter(kind=MailKind.RECHECK).count() == 3
