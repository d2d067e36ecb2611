"""The page on which an account's e-mail address is changed: it tells truly whether a link was sent."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.models import User
from tests.support.accounts import NOW, PASSWORD, confirm_email

pytestmark = pytest.mark.usefixtures("stopped_clock")

EMAIL, SIGNUP = reverse("account_email"), reverse("account_signup")
FIRST, SECOND, TAKEN = "first@example.com", "second@example.com", "alice@example.com"
CONFIRM, IN_USE = "Wizard: Confirm your e-mail address", "Wizard: Someone used your e-mail address"


@pytest.fixture
def browser(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def change(browser, email):
    return browser.post(EMAIL, {"action_add": "", "email": email}, follow=True)


def ask_again(browser, email):
    return browser.post(EMAIL, {"action_send": "", "email": email}, follow=True)


def messages_of(answer):
    return [str(each) for each in answer.context["messages"]]


def sentence_about_link_to(email):
    return (
        f"A link is on its way to {email}. "
        "If this address belongs to another account, we tell its owner instead."
    )


def path_of_link(mail):
    return re.search(r"http://testserver(/\S+)", mail.body)[1]


def pending_emails(user):
    return list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))


def test_a_change_sends_a_link_and_says_so_once(browser, bob, mailoutbox):
    assert messages_of(change(browser, FIRST)) == [sentence_about_link_to(FIRST)]
    assert [each.to for each in mailoutbox] == [[FIRST]]
    page = browser.get(EMAIL).content.decode()
    assert "first@example.com is not confirmed yet" in page
    assert "sent" not in page


def test_a_change_back_within_the_limit_is_refused_and_changes_nothing(browser, bob, mailoutbox):
    change(browser, FIRST)
    change(browser, SECOND)
    answer = change(browser, FIRST)
    assert answer.context["form"].errors["email"] == [
        "A link to first@example.com was requested a short time ago. The next one can be sent in 3 minutes. "
        "Nothing has changed."
    ]
    assert answer.context["form"]["email"].value() == FIRST
    assert messages_of(answer) == []
    assert [each.to for each in mailoutbox] == [[FIRST], [SECOND]]
    assert pending_emails(bob) == [SECOND]
    browser.post(path_of_link(mailoutbox[1]))
    assert EmailAddress.objects.get(user=bob).verified


def test_a_change_back_after_the_limit_sends_a_link_that_works(browser, bob, mailoutbox):
    for email in (FIRST, SECOND):
        change(browser, email)
    cache.clear()
    assert messages_of(change(browser, FIRST)) == [sentence_about_link_to(FIRST)]
    browser.post(path_of_link(mailoutbox[2]))
    assert [(each.email, each.verified) for each in EmailAddress.objects.filter(user=bob)] == [(FIRST, True)]


def test_a_link_asked_for_again_too_soon_is_refused_and_the_earlier_one_works(browser, bob, mailoutbox):
    change(browser, FIRST)
    assert messages_of(ask_again(browser, FIRST)) == [
        "A link to first@example.com was requested a short time ago. The next one can be sent in 3 minutes. "
        "A link that has arrived still works."
    ]
    assert len(mailoutbox) == 1
    browser.post(path_of_link(mailoutbox[0]))
    assert EmailAddress.objects.get(user=bob).verified


def test_a_link_asked_for_again_after_the_limit_is_sent(browser, mailoutbox):
    change(browser, FIRST)
    cache.clear()
    assert messages_of(ask_again(browser, FIRST)) == [sentence_about_link_to(FIRST)]
    assert [each.to for each in mailoutbox] == [[FIRST], [FIRST]]


def test_a_link_that_was_asked_for_by_another_account_is_not_called_working(browser, bob, mailoutbox):
    services.register_user(username="Eve", password=PASSWORD, now=NOW)
    other = Client()
    other.force_login(User.objects.get(username="Eve"))
    change(other, FIRST)
    services.update_profile(user=bob, email=FIRST)
    assert messages_of(ask_again(browser, FIRST)) == [
        "A link to first@example.com was requested a short time ago. The next one can be sent in 3 minutes."
    ]
    assert [each.to for each in mailoutbox] == [[FIRST]]


def test_a_link_to_an_address_that_is_already_confirmed_or_gone_is_not_sent(browser, bob, mailoutbox):
    change(browser, FIRST)
    cache.clear()
    confirm_email(bob)
    for email in (FIRST, SECOND, "nonsense"):
        expected = ["No link was sent: this address has been confirmed or removed."]
        assert messages_of(ask_again(browser, email)) == expected
    assert len(mailoutbox) == 1


def test_a_link_sent_at_sign_up_counts(client, db, mailoutbox):
    client.post(SIGNUP, {"username": "Dora", "email": FIRST, "password1": PASSWORD})
    assert "A link that has arrived still works." in messages_of(ask_again(client, FIRST))[-1]
    assert len(mailoutbox) == 1


def test_a_confirmed_address_of_another_account_gets_the_same_answers(browser, alice, mailoutbox):
    confirm_email(alice)
    answers = []
    for email in (TAKEN, FIRST):
        added = change(browser, email)
        soon = ask_again(browser, email)
        # As if three minutes had passed: only the limit of warnings is longer.
        cache.delete(f"mail:link:{email.encode().hex()}")
        later = ask_again(browser, email)
        sentences = [each for page in (added, soon, later) for each in messages_of(page)]
        assert len(sentences) == 3
        answers.append([each.replace(email, "x") for each in sentences])
    assert answers[0] == answers[1]
    assert [(each.subject, each.to) for each in mailoutbox] == [
        (IN_USE, [TAKEN]),
        (CONFIRM, [FIRST]),
        (CONFIRM, [FIRST]),
    ]


@pytest.mark.parametrize("used", [False, True])
def test_a_sign_up_claims_no_mail_and_says_the_same_whether_the_address_was_just_used(db, mailoutbox, used):
    if used:
        for name in ("Eve", "Eva"):
            Client().post(SIGNUP, {"username": name, "email": FIRST, "password1": PASSWORD})
        mailoutbox.clear()
    answer = Client().post(SIGNUP, {"username": "Dora", "email": FIRST, "password1": PASSWORD}, follow=True)
    assert messages_of(answer) == [
        "A mail is on its way to first@example.com, unless we wrote to it in the last hour. "
        "You can ask for another one in your profile.",
        "Welcome, Dora.",
    ]
    assert len(mailoutbox) == (0 if used else 1)


def test_an_account_gets_ten_links_an_hour(browser, bob, mailoutbox):
    too_many = "You have requested too many links. The next one can be sent in 60 minutes."
    for number in range(10):
        # What is refused as too soon counts for nothing.
        for _ in range(2):
            change(browser, f"{number}@example.com")
    answer = change(browser, SECOND)
    assert answer.context["form"].errors["email"] == [f"{too_many} Nothing has changed."]
    assert messages_of(ask_again(browser, "9@example.com")) == [too_many]
    assert pending_emails(bob) == ["9@example.com"]
    assert len(mailoutbox) == 10


def test_without_rate_limits_every_link_is_sent(browser, settings, mailoutbox):
    settings.RATE_LIMITS = False
    for email in (FIRST, SECOND, FIRST):
        change(browser, email)
    ask_again(browser, FIRST)
    assert [each.to for each in mailoutbox] == [[FIRST], [SECOND], [FIRST], [FIRST]]
