"""Writing in a table's chat: who may, in which channel, how much, and that nothing is said twice."""

from datetime import timedelta

import pytest

from core.refusal import BadRequest, Forbidden, NotFound, Throttled
from games.models import ChatMessage, LogEntry, Table
from games.selectors.chat import chat_history
from games.services.chat.errors import ChatClosed
from games.services.lobby import lobby
from games.services.referee import stop_game
from tests.support.games.chatting import texts, write
from tests.support.games.people import person
from tests.support.games.playing import AT, in_play, opened, people, running

pytestmark = pytest.mark.django_db


def test_players_write_to_the_table_and_everybody_there_reads_it():
    table_id = running()
    message = write(table_id, "alice", "Hello, all")
    assert (message.channel, message.seat) == ("table", 0)
    for reader in ("alice", "bob", "charlie", None):
        assert texts(table_id, reader) == ["Hello, all"]


def test_who_may_read_what_is_not_asked_where_nobody_has_written(django_assert_num_queries):
    table_id, alice = running(), person("alice")
    # Whether there are messages, and whether there is such a table.
    with django_assert_num_queries(2):
        assert chat_history(table_id, alice) == []
    with pytest.raises(NotFound):
        chat_history("nowhere", alice)


def test_spectators_write_to_each_other_and_players_never_read_it():
    table_id = running()
    write(table_id, "charlie", "Alice has the red seven")
    write(table_id, "alice", "Hello")
    assert texts(table_id, "charlie") == texts(table_id, None) == ["Alice has the red seven", "Hello"]
    for player in ("alice", "bob", "dora", "emil"):
        assert texts(table_id, player) == ["Hello"]


def test_who_sits_down_no_longer_reads_what_spectators_said():
    table_id = opened(*people(2), size=4)
    write(table_id, "charlie", "I watch")
    assert texts(table_id, "charlie") == ["I watch"]
    lobby.take_seat(table_id=table_id, user=person("charlie"), now=AT)
    assert texts(table_id, "charlie") == []


@pytest.mark.parametrize(("name", "channel"), [("alice", "spectators"), ("charlie", "table")])
def test_nobody_writes_to_the_other_channel(name, channel):
    table_id = running()
    with pytest.raises(Forbidden):
        write(table_id, name, "Psst", channel=channel)
    assert not ChatMessage.objects.exists()


def test_a_private_table_takes_an_invite():
    table_id = opened(*people(1), size=4, visibility="private")
    with pytest.raises(Forbidden):
        write(table_id, "charlie", "Hello")
    write(table_id, "charlie", "Hello", invite=Table.objects.get(pk=table_id).invite)
    with pytest.raises(NotFound):
        write("nowhere", "charlie", "Hello")


def test_the_same_id_says_nothing_twice():
    table_id = running()
    first = write(table_id, "alice", "Hello", message_id="1")
    assert write(table_id, "alice", "Hello", message_id="1").pk == first.pk
    assert write(table_id, "bob", "Hello", message_id="1").pk != first.pk
    assert texts(table_id, "dora") == ["Hello", "Hello"]


def test_a_quick_phrase_is_stored_as_its_code():
    table_id = running()
    message = write(table_id, "alice", phrase="good_luck")
    assert (message.phrase, message.text) == ("good_luck", "")
    assert texts(table_id, "bob") == ["Good luck!"]


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({}, "text"),
        ({"text": "Hello", "phrase": "hello"}, "text"),
        ({"phrase": "rude_word"}, "phrase"),
        ({"text": ""}, "text"),
        ({"text": "x" * 301}, "text"),
        ({"text": "x" * 10_000}, "text"),
        ({"text": "\u202eolleh"}, "text"),
        ({"text": "Hello", "channel": "moon"}, "channel"),
    ],
)
def test_what_is_no_message_is_refused_by_field(content, field):
    table_id = running()
    with pytest.raises(BadRequest) as refusal:
        write(table_id, "alice", **content)
    assert list(refusal.value.errors) == [field]
    assert not ChatMessage.objects.exists()


def test_chat_is_no_part_of_the_log():
    table_id = running()
    before = (LogEntry.objects.count(), Table.objects.get(pk=table_id).number)
    write(table_id, "alice", "Hello")
    assert (LogEntry.objects.count(), Table.objects.get(pk=table_id).number) == before


# --- Floods -------------------------------------------------------------------------------------------------


def count_taken(table_id: str, name: str, times: int) -> int:
    for n in range(times):
        try:
            write(table_id, name, f"{n}")
        except Throttled:
            return n
    return times


def test_a_person_may_write_six_messages_in_a_row():
    table_id = running()
    assert count_taken(table_id, "alice", 20) == 6
    assert count_taken(table_id, "bob", 1) == 1
    write(table_id, "alice", "later", now=AT + timedelta(seconds=10))


def test_a_guest_may_write_three():
    table_id = running()
    person("passer-by", "guest")
    assert count_taken(table_id, "passer-by", 20) == 3


def test_many_guests_of_one_address_have_a_common_limit():
    table_id, taken = running(), 0
    for n in range(60):
        person(f"guest{n}", "guest")
        taken += count_taken(table_id, f"guest{n}", 3)
    assert taken == 120


def test_refused_messages_count_as_well():
    table_id = running()
    for _ in range(6):
        with pytest.raises(BadRequest):
            write(table_id, "alice", "")
    with pytest.raises(Throttled):
        write(table_id, "alice", "Hello")


# --- Silent tables ------------------------------------------------------------------------------------------


def test_at_a_silent_table_nobody_writes_until_the_game_is_over():
    table_id = in_play()
    Table.objects.filter(pk=table_id).update(silent=True)
    for name in ("alice", "charlie"):
        with pytest.raises(ChatClosed):
            write(table_id, name, "Hello")
        with pytest.raises(ChatClosed):
            write(table_id, name, phrase="hello")
    stop_game(table_id=table_id, now=AT)
    write(table_id, "alice", "Good game")


def test_a_silent_table_stays_silent_while_others_play_the_same_cards():
    table_id = in_play()
    Table.objects.filter(pk=table_id).update(silent=True, sealed=True)
    stop_game(table_id=table_id, now=AT)
    with pytest.raises(ChatClosed):
        write(table_id, "alice", "Good game")
