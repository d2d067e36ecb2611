"""The moderation queue: reports with what was said around them, and what moderators do, each in the log."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import ChatMessage, ChatReport, ChatSanction
from games.services.chat.reports import report_message
from tests.support.games.chatting import texts, write
from tests.support.games.people import person
from tests.support.games.playing import AT, running

pytestmark = pytest.mark.django_db
QUEUE = "admin:games_chatreport_changelist"


@pytest.fixture
def found() -> ChatReport:
    table_id = running()
    write(table_id, "dora", "Good luck")
    message = write(table_id, "bob", "<b>rude</b>")
    return report_message(
        table_id=table_id, message_id=message.pk, user=person("alice"), reason="insult", note="Stop", now=AT
    )


@pytest.fixture
def moderator() -> Client:
    """Somebody who may moderate, and nothing else."""
    user = User.objects.create_user(username="mona", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_chatreport"))
    client = Client()
    client.force_login(user)
    return client


def act(client: Client, row, action: str):
    model = row._meta.model_name
    return client.post(
        reverse(f"admin:games_{model}_changelist"),
        {"action": action, "_selected_action": row.pk},
        follow=True,
    )


def test_a_report_shows_what_was_said_around_it_as_text(moderator, found):
    listed = moderator.get(reverse(QUEUE)).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in listed
    page = moderator.get(reverse("admin:games_chatreport_change", args=[found.pk])).content.decode()
    for text in ("Good luck", "&lt;b&gt;rude&lt;/b&gt;", "Stop", "alice", "→"):
        assert text in page
    assert "<b>rude" not in page


def test_staff_without_the_permission_see_no_chat(client, found):
    client.force_login(User.objects.create_user(username="otto", is_staff=True))
    for model in ("chatreport", "chatmessage", "chatsanction"):
        assert client.get(reverse(f"admin:games_{model}_changelist")).status_code == 403


@pytest.mark.parametrize(
    ("action", "status", "text", "kind"),
    [
        ("hide", "upheld", "", None),
        ("warn", "upheld", "", "warning"),
        ("suspend_1_day", "upheld", "", "suspension"),
        ("suspend_7_days", "upheld", "", "suspension"),
        ("suspend_30_days", "upheld", "", "suspension"),
        ("dismiss", "dismissed", "<b>rude</b>", None),
    ],
)
def test_what_a_moderator_does_is_done_and_logged(moderator, found, action, status, text, kind):
    assert act(moderator, found, action).status_code == 200
    found.refresh_from_db()
    assert (found.status, found.closed_by.username) == (status, "mona")
    assert texts(found.message.table_id, "alice")[1] == text
    sanctions = list(ChatSanction.objects.filter(user=person("bob")).values_list("kind", flat=True))
    assert sanctions == ([] if kind is None else [kind])
    entry = LogEntry.objects.get(object_id=str(found.pk))
    assert (entry.user.username, bool(entry.get_change_message())) == ("mona", True)


def report(message: ChatMessage, name: str) -> ChatReport:
    return report_message(
        table_id=message.table_id, message_id=message.pk, user=person(name), reason="spam", now=AT
    )


def sanctions() -> list[tuple[str, str]]:
    return list(ChatSanction.objects.order_by("pk").values_list("user__username", "kind"))


def test_several_reports_of_one_message_lead_to_one_sanction(moderator, found):
    report(found.message, "dora")
    moderator.post(
        reverse(QUEUE),
        {"action": "warn", "_selected_action": [each.pk for each in ChatReport.objects.all()]},
    )
    assert sanctions() == [("bob", "warning")]
    assert set(ChatReport.objects.values_list("status", flat=True)) == {"upheld"}


def test_all_reports_of_a_message_are_closed_together_and_an_older_page_warns_nobody_twice(moderator, found):
    other = report(found.message, "dora")
    act(moderator, found, "warn")
    other.refresh_from_db()
    assert other.status == "upheld"
    assert LogEntry.objects.filter(object_id=str(other.pk)).exists()
    answer = act(moderator, other, "warn").content.decode()
    assert "bob has been warned or suspended for it before." in answer
    assert sanctions() == [("bob", "warning")]


def test_who_wrote_several_reported_messages_is_warned_once(moderator, found):
    again = report(write(found.message.table_id, "bob", "rude again"), "alice")
    keys = [found.pk, again.pk]
    moderator.post(reverse(QUEUE), {"action": "warn", "_selected_action": keys})
    assert sanctions() == [("bob", "warning")]
    assert texts(found.message.table_id, "alice") == ["Good luck", "", ""]


def test_an_old_sanction_for_one_message_excuses_no_other_of_its_author(moderator, found):
    late = report(write(found.message.table_id, "bob", "rude again"), "alice")
    act(moderator, found, "warn")
    # Reported later, the message that has led to a warning comes first in the list.
    again = report(found.message, "dora")
    moderator.post(reverse(QUEUE), {"action": "warn", "_selected_action": [late.pk, again.pk]})
    assert sanctions() == [("bob", "warning")] * 2


def test_a_harder_sanction_may_follow_and_an_easier_one_does_not(moderator, found):
    for action in ("warn", "suspend_7_days", "suspend_7_days", "warn", "suspend_1_day", "suspend_30_days"):
        act(moderator, found, action)
    assert sanctions() == [("bob", "warning"), ("bob", "suspension"), ("bob", "suspension")]
    # One that was lifted may be given again.
    act(moderator, ChatSanction.objects.order_by("-pk")[0], "lift")
    act(moderator, found, "suspend_30_days")
    assert len(sanctions()) == 4


def test_messages_are_hidden_and_shown_and_suspensions_lifted(moderator, found):
    act(moderator, found.message, "hide")
    assert texts(found.message.table_id, "alice")[1] == ""
    act(moderator, ChatMessage.objects.get(pk=found.message.pk), "show")
    assert texts(found.message.table_id, "alice")[1] == "<b>rude</b>"
    act(moderator, found, "suspend_30_days")
    sanction = ChatSanction.objects.get()
    before = sanction.ends_at
    act(moderator, sanction, "lift")
    sanction.refresh_from_db()
    assert sanction.ends_at < before
    assert LogEntry.objects.count() == 4
    # What changes nothing is in no history.
    act(moderator, sanction, "lift")
    act(moderator, found.message, "hide")
    assert LogEntry.objects.count() == 4
    for _ in range(2):
        act(moderator, found.message, "show")
    assert LogEntry.objects.count() == 5
