"""Mutes at one table and blocks everywhere: whose messages reach whom."""

import pytest

from accounts.errors import CannotBlockYourself, NoSuchPlayer, TooManyBlocks
from accounts.models import Block
from accounts.services import block, block_player, unblock_player
from games.models import ChatMute
from games.selectors.chat import read_addressed_messages
from games.services.chat import mutes
from games.services.chat.errors import CannotMuteYourself, TooManyMutes
from games.services.chat.mutes import mute_chat, unmute_chat
from games.services.chat.view import build_chat_view
from tests.support.games.chatting import texts, write
from tests.support.games.people import person
from tests.support.games.playing import AT, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    return running()


def gets(name: str, message) -> bool:
    """Whether somebody gets a message over sockets."""
    return person(name).pk not in read_addressed_messages([message.pk])[0].hidden_from


def test_a_muted_player_is_not_read_at_this_table(table_id):
    other = running(now=AT)
    mute_chat(table_id=table_id, user=person("alice"), name="BOB")
    message = write(table_id, "bob", "Hello")
    write(other, "bob", "Hello there")
    assert texts(table_id, "alice") == []
    assert not gets("alice", message)
    assert texts(table_id, "dora") == ["Hello"]
    assert texts(other, "alice") == ["Hello there"]
    assert build_chat_view(table_id, person("alice"), now=AT)["muted"] == ["bob"]
    unmute_chat(table_id=table_id, user=person("alice"), name="bob")
    assert texts(table_id, "alice") == ["Hello"]


def test_who_mutes_a_table_reads_only_themselves(table_id):
    mute_chat(table_id=table_id, user=person("alice"), name=None)
    mute_chat(table_id=table_id, user=person("alice"), name=None)
    others, own = write(table_id, "bob", "Hello"), write(table_id, "alice", "I am away")
    assert texts(table_id, "alice") == ["I am away"]
    assert (gets("alice", others), gets("alice", own), gets("dora", others)) == (False, True, True)
    assert build_chat_view(table_id, person("alice"), now=AT)["is_muted"]
    unmute_chat(table_id=table_id, user=person("alice"), name=None)
    assert texts(table_id, "alice") == ["Hello", "I am away"]


def test_a_blocked_player_is_read_nowhere(table_id):
    write(table_id, "bob", "before")
    block_player(user=person("alice"), name="bob", now=AT)
    block_player(user=person("alice"), name="bob", now=AT)
    message = write(table_id, "bob", "after")
    assert texts(table_id, "alice") == texts(running(now=AT), "alice") == []
    assert (gets("alice", message), gets("dora", message)) == (False, True)
    # Blocking is one-way: bob goes on reading alice.
    write(table_id, "alice", "Hello")
    assert texts(table_id, "bob") == ["before", "after", "Hello"]
    unblock_player(user=person("alice"), name="bob")
    assert texts(table_id, "alice") == ["before", "after", "Hello"]


def test_nobody_mutes_or_blocks_themselves_or_nobody(table_id):
    alice = person("alice")
    with pytest.raises(CannotMuteYourself):
        mute_chat(table_id=table_id, user=alice, name="Alice")
    with pytest.raises(CannotBlockYourself):
        block_player(user=alice, name="Alice", now=AT)
    for change in (
        lambda: mute_chat(table_id=table_id, user=alice, name="nobody"),
        lambda: block_player(user=alice, name="nobody\0", now=AT),
    ):
        with pytest.raises(NoSuchPlayer):
            change()


def test_an_account_can_mute_only_so_many(table_id, monkeypatch):
    monkeypatch.setattr(mutes, "MAX_MUTES", 2)
    alice = person("alice")
    for name in ("bob", None, "BOB"):
        mute_chat(table_id=table_id, user=alice, name=name)
    with pytest.raises(TooManyMutes):
        mute_chat(table_id=table_id, user=alice, name=person("carol").username)
    mute_chat(table_id=table_id, user=person("dora"), name="bob")
    unmute_chat(table_id=table_id, user=alice, name="bob")
    mute_chat(table_id=table_id, user=alice, name="carol")
    assert ChatMute.objects.filter(user=alice).count() == 2


def test_an_account_can_block_only_so_many(monkeypatch):
    monkeypatch.setattr(block, "MAX_BLOCKS", 1)
    alice = person("alice")
    person("carol")
    for name in (person("bob").username, "BOB"):
        block_player(user=alice, name=name, now=AT)
    with pytest.raises(TooManyBlocks):
        block_player(user=alice, name="carol", now=AT)
    unblock_player(user=alice, name="bob")
    block_player(user=alice, name="carol", now=AT)
    assert Block.objects.get().blocked.username == "carol"
