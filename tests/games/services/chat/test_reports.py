"""Reports, what moderators do about them, and how long chat is stored."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.models import ChatMessage, ChatMute, ChatReport, Table
from games.services.chat.errors import ChatSuspended
from games.services.chat.mutes import mute_chat
from games.services.chat.reports import (
    close_report,
    hide_message,
    lift_suspension,
    report_message,
    show_message,
    suspend_user,
    warn_user,
)
from games.services.chat.retention import ChatRetention, delete_old_messages, delete_old_mutes
from games.services.chat.view import build_chat_view
from tests.support.games.chatting import texts, write
from tests.support.games.people import person
from tests.support.games.playing import AT, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    return running()


def reported(table_id: str) -> ChatReport:
    message = write(table_id, "bob", "something rude")
    return report_message(
        table_id=table_id, message_id=message.pk, user=person("alice"), reason="insult", now=AT
    )


def test_a_hidden_message_is_gone_for_all_but_not_its_place(table_id):
    message = write(table_id, "bob", "something rude")
    hide_message(message=message, moderator=person("olga"), now=AT)
    assert texts(table_id, "alice") == texts(table_id, "bob") == [""]
    assert build_chat_view(table_id, None, now=AT)["messages"][0]["hidden"]
    show_message(message=message)
    assert texts(table_id, "alice") == ["something rude"]


def test_a_suspended_player_reads_and_does_not_write(table_id):
    suspension = suspend_user(
        user=person("bob"), moderator=person("olga"), reason="Insults.", length=timedelta(days=7), now=AT
    )
    with pytest.raises(ChatSuspended, match=r"until 2026-01-08, 12:00 UTC. .*Insults"):
        write(table_id, "bob", "Hello")
    assert "Insults." in build_chat_view(table_id, person("bob"), now=AT)["closed"]
    write(table_id, "bob", "I am back", now=AT + timedelta(days=8))
    lift_suspension(sanction=suspension, now=AT)
    write(table_id, "bob", "Hello")


def test_a_warning_is_read_by_the_player_for_a_week(table_id):
    warn_user(user=person("bob"), moderator=person("olga"), reason="Be kind.", now=AT)
    notices = [
        build_chat_view(table_id, person(name), now=AT + timedelta(days=days))["notice"]
        for name, days in (("bob", 0), ("bob", 8), ("alice", 0))
    ]
    assert notices == ["Be kind.", None, None]


def test_a_closed_report_stays_as_it_was_decided(table_id):
    found = reported(table_id)
    close_report(report=found, moderator=person("olga"), upheld=True, now=AT)
    close_report(report=found, moderator=person("olga"), upheld=False, now=AT)
    assert (found.status, found.closed_by.username) == ("upheld", "olga")


def test_messages_are_deleted_after_thirty_days_and_reported_ones_later(table_id):
    write(table_id, "alice", "old")
    found = reported(table_id)
    write(table_id, "alice", "new", now=AT + timedelta(days=20))
    assert delete_old_messages(now=AT + timedelta(days=29)) == 0
    assert delete_old_messages(now=AT + timedelta(days=31)) == 1
    assert texts(table_id, "dora") == ["something rude", "new"]
    close_report(report=found, moderator=person("olga"), upheld=True, now=AT + timedelta(days=40))
    assert delete_old_messages(now=AT + timedelta(days=129)) == 1
    assert delete_old_messages(now=AT + timedelta(days=131)) == 1
    assert not ChatReport.objects.exists()


def test_mutes_are_deleted_when_their_table_is_over_and_has_no_messages(table_id):
    mute_chat(table_id=table_id, user=person("alice"), name="bob")
    message, late = write(table_id, "bob", "Hello"), AT + timedelta(days=31)
    assert delete_old_mutes(now=late) == 0
    Table.objects.update(status="finished")
    assert delete_old_mutes(now=late) == 0
    message.delete()
    assert delete_old_mutes(now=AT + timedelta(days=29)) == 0
    ChatRetention().tick(now=late, monotonic_now=0.0)
    assert not ChatMute.objects.exists()


def test_a_scheduler_deletes_every_hour(table_id):
    retention = ChatRetention()
    write(table_id, "alice", "old")
    retention.tick(now=AT + timedelta(days=31), monotonic_now=0.0)
    assert not ChatMessage.objects.exists()
    write(table_id, "alice", "old", message_id="2")
    retention.tick(now=AT + timedelta(days=31), monotonic_now=1800.0)
    assert ChatMessage.objects.exists()
    retention.tick(now=AT + timedelta(days=31), monotonic_now=3600.0)
    assert not ChatMessage.objects.exists()


def test_the_command_deletes_as_well(table_id, capsys):
    write(table_id, "alice", "old")
    call_command("clearchat")
    assert capsys.readouterr().out == "1 messages deleted.\n"
