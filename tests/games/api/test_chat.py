"""A table's chat over HTTP: reading, writing, muting, blocking and reporting."""

import pytest

from games.models import ChatReport, Table
from tests.support.games.chatting import write
from tests.support.games.people import api_of, person
from tests.support.games.playing import AT, opened, people, running
from tests.support.games.responses import TABLES, is_problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    return running()


@pytest.fixture
def chat(table_id) -> str:
    return f"{TABLES}/{table_id}/chat"


def texts(client, chat: str) -> list[str]:
    return [message["text"] for message in client.get(chat).json()["messages"]]


def test_what_is_said_is_read_as_it_was_written(alice, bob, chat):
    said = alice.post(chat, {"text": "<script>alert(1)</script>", "id": "1"})
    assert said.status_code == 201
    assert said.json() == alice.post(chat, {"text": "again", "id": "1"}).json()
    view = bob.get(chat).json()
    assert view["messages"] == [said.json()]
    assert said.json()["text"] == "<script>alert(1)</script>"
    assert (view["channel"], view["closed"], view["notice"]) == ("table", None, None)
    assert {"code": "good_luck", "text": "Good luck!"} in view["phrases"]


def test_players_never_get_the_spectators_channel(alice, charlie, nobody, chat):
    assert charlie.post(chat, {"text": "Alice has R7"}).json()["channel"] == "spectators"
    assert alice.post(chat, {"text": "Hello"}).status_code == 201
    assert texts(charlie, chat) == texts(nobody, chat) == ["Alice has R7", "Hello"]
    assert texts(alice, chat) == ["Hello"]
    assert "Alice has R7" not in alice.get(chat).content.decode()


def test_a_stranger_reads_and_does_not_write(nobody, chat):
    view = nobody.get(chat).json()
    assert (view["channel"], view["messages"]) == (None, [])
    assert view["closed"] == "Log in, or play as a guest, to chat."
    is_problem(nobody.post(chat, {"text": "Hello"}), 401, "not_authenticated")


def test_a_private_table_tells_strangers_nothing(charlie, nobody):
    table_id = opened(*people(1), size=4, visibility="private")
    write(table_id, "alice", "Hello")
    for client in (charlie, nobody):
        is_problem(client.get(f"{TABLES}/{table_id}/chat"), 403, "forbidden")
    is_problem(charlie.post(f"{TABLES}/{table_id}/chat", {"text": "Hello"}), 403, "forbidden")
    is_problem(charlie.get(f"{TABLES}/nowhere/chat"), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": 5}, "text"),
        ({"text": "x" * 301}, "text"),
        ({"text": "x" * 10_000}, "text"),
        ({"text": "a\u202eb"}, "text"),
        ({"text": "a\x07b"}, "text"),
        ({"phrase": "no_such"}, "phrase"),
        ({"text": "Hello", "id": "x" * 65}, "id"),
    ],
)
def test_what_is_no_message_is_refused_with_a_sentence(alice, chat, body, field):
    problem = is_problem(alice.post(chat, body), 400, "bad_request")
    assert list(problem["errors"]) == [field]
    assert texts(alice, chat) == []


def test_a_flood_is_told_when_to_try_again(alice, chat):
    answers = [alice.post(chat, {"text": f"{n}"}) for n in range(7)]
    is_problem(answers[-1], 429, "throttled")
    assert int(answers[-1]["Retry-After"]) > 0


def test_muting_and_blocking_hide_messages(alice, bob, chat):
    bob.post(chat, {"text": "Hello"})
    for path in (f"{chat}/mutes/bob", f"{chat}/mute", "/api/v1/me/blocks/bob"):
        assert alice.put(path).status_code == 204
        assert texts(alice, chat) == []
        assert alice.delete(path).status_code == 204
        assert texts(alice, chat) == ["Hello"]
    is_problem(alice.put(f"{chat}/mutes/alice"), 409, "cannot_mute_yourself")
    is_problem(alice.put(f"{chat}/mutes/nobody"), 404, "not_found")
    is_problem(alice.put("/api/v1/me/blocks/nobody"), 404, "not_found")
    is_problem(alice.put("/api/v1/me/blocks/alice"), 409, "cannot_block_yourself")


def test_blocks_are_listed_for_oneself_alone(alice, bob, nobody, table_id):
    alice.put("/api/v1/me/blocks/bob")
    assert [each["username"] for each in alice.get("/api/v1/me/blocks").json()] == ["bob"]
    assert bob.get("/api/v1/me/blocks").json() == []
    is_problem(nobody.get("/api/v1/me/blocks"), 401, "not_authenticated")


def test_a_report_keeps_what_was_said_around_it(alice, bob, chat, table_id):
    for text in ("one", "two", "something rude"):
        bob.post(chat, {"text": text})
    alice.post(chat, {"text": "Please stop"})
    rude = alice.get(chat).json()["messages"][2]["id"]
    report = {"reason": "insult", "note": "Again and again"}
    assert alice.post(f"{chat}/{rude}/report", report).status_code == 204
    assert alice.post(f"{chat}/{rude}/report", report).status_code == 204
    stored = ChatReport.objects.get()
    assert [each["text"] for each in stored.context] == ["one", "two", "something rude", "Please stop"]
    assert (stored.reporter.username, stored.note, stored.status) == ("alice", "Again and again", "open")


def test_only_what_one_can_read_can_be_reported(alice, charlie, chat, table_id):
    hidden = write(table_id, "charlie", "among us", now=AT)
    own = write(table_id, "alice", "Hello", now=AT)
    report = {"reason": "spam"}
    is_problem(alice.post(f"{chat}/{hidden.pk}/report", report), 404, "not_found")
    is_problem(alice.post(f"{chat}/{own.pk}/report", report), 409, "cannot_report_yourself")
    is_problem(charlie.post(f"{chat}/{own.pk}/report", {"reason": "dull"}), 400, "bad_request")
    is_problem(charlie.post(f"{chat}/{own.pk}/report", {**report, "note": "x" * 301}), 400, "bad_request")
    is_problem(api_of(person("charlie")).post(f"{chat}/99999/report", report), 404, "not_found")


def test_a_message_at_a_private_table_is_reported_with_the_invite_alone(charlie):
    table_id = opened(*people(1), size=4, visibility="private")
    message = write(table_id, "alice", "Hello")
    path = f"{TABLES}/{table_id}/chat/{message.pk}/report"
    is_problem(charlie.post(path, {"reason": "spam"}), 403, "forbidden")
    assert not ChatReport.objects.exists()
    invite = Table.objects.get(pk=table_id).invite
    assert charlie.post(f"{path}?invite={invite}", {"reason": "spam"}).status_code == 204
