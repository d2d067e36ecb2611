"""What reaches people on every open page: challenges, answers, requests, and the status of friends."""

import pytest
from asgiref.sync import sync_to_async as aside
from django.db import OperationalError
from django.utils import timezone

from accounts.online import find_online_users, mark_offline, mark_online
from accounts.services import accept_friend_request, remove_friend, send_friend_request
from games import broadcast
from games.live.people import feed
from games.live.people.feed import PeopleFeed
from games.live.people.friends import FriendsWatch
from games.models import Challenge
from games.selectors.people import challenges, friends
from games.services.challenges.answering import accept_challenge, decline_challenge
from games.services.challenges.challenging import challenge_people
from games.services.challenges.withdrawing import withdraw_challenge
from games.services.lobby.lobby import leave_seat, start_game
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.connections.wires import Wire
from tests.support.games.people import api_of, person, token_of
from tests.support.games.playing import opened


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch, on_file: None) -> None:
    """Changes are sent at once, and whoever has no socket is offline at once."""
    monkeypatch.setattr("games.live.people.feed.UPDATE_INTERVAL_SECONDS", 0)
    monkeypatch.setattr("games.live.people.feed.LINGER_SECONDS", 0)


def befriend(one, two):
    send_friend_request(user=one, name=two.username, now=timezone.now())
    accept_friend_request(user=two, name=one.username, now=timezone.now())


def challenge(table_id, user, name):
    challenge_people(table_id=table_id, user=user, names=[name], now=timezone.now())


@aside
def waiting_table():
    return opened(person("alice"), now=timezone.now())


async def test_a_challenge_reaches_every_open_page_and_its_answer_the_challenger(tokens):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    table_id, other = await waiting_table(), await waiting_table()
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as hers,
        Socket("/ws/lobby?tables=0", tokens["bob"]) as lobby,
        Socket(socket_path(other), tokens["bob"]) as elsewhere,
        Socket("/ws/lobby", tokens["charlie"]) as stranger,
    ):
        await aside(challenge)(table_id, alice, "bob")
        for line in (lobby, elsewhere):
            [received] = (await line.next("inbox"))["challenges"]
            assert (received["username"], received["table"]["id"]) == ("alice", table_id)
        await aside(accept_challenge)(challenge_id=received["id"], user=bob, now=timezone.now())
        told = await hers.next("challenge_answered")
        assert (told["table"], told["username"], told["answer"]) == (table_id, "bob", "accepted")
        while (await lobby.next("inbox"))["challenges"]:
            pass
        assert "inbox" not in str(stranger.frames)
        assert "tables" not in [frame["type"] for frame in lobby.frames]


async def test_a_declined_and_a_withdrawn_challenge_vanish(tokens):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    first, second = await waiting_table(), await waiting_table()
    await aside(challenge)(first, alice, "bob")
    async with (
        Socket("/ws/lobby?tables=0", tokens["alice"]) as hers,
        Socket("/ws/lobby?tables=0", tokens["bob"]) as his,
    ):
        [received] = (await his.next("inbox"))["challenges"]
        await aside(decline_challenge)(challenge_id=received["id"], user=bob, now=timezone.now())
        assert (await hers.next("challenge_answered"))["answer"] == "declined"
        await aside(challenge)(second, alice, "bob")
        while not (await his.next("inbox"))["challenges"]:
            pass
        await aside(withdraw_challenge)(table_id=second, user=alice, name="bob", now=timezone.now())
        while (await his.next("inbox"))["challenges"]:
            pass


async def test_a_challenge_vanishes_when_the_table_closes(tokens):
    alice = await aside(person)("alice")
    table_id = await waiting_table()
    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        await aside(challenge)(table_id, alice, "bob")
        assert (await his.next("inbox"))["challenges"]
        await aside(leave_seat)(table_id=table_id, user=alice, now=timezone.now())
        while (await his.next("inbox"))["challenges"]:
            pass


async def test_what_waits_is_sent_on_connecting_and_nothing_if_nothing_waits(tokens):
    alice = await aside(person)("alice")
    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        await aside(send_friend_request)(user=alice, name="bob", now=timezone.now())
        assert (await his.next("inbox"))["friend_requests"] == 1
    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        assert (await his.next("inbox")) == {"type": "inbox", "friend_requests": 1, "challenges": []}


async def test_an_inbox_has_one_timer_however_many_pages_are_opened_and_none_without_a_page(tokens):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    await aside(challenge)(await waiting_table(), alice, "bob")
    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as first:
        await first.next("inbox")
        people = PeopleFeed.get_current()
        timer = people._expiries[bob.pk]
        async with Socket("/ws/lobby?tables=0", tokens["bob"]) as second:
            await second.next("inbox")
        assert timer.cancelled()
        assert list(people._expiries) == [bob.pk]
        timer = people._expiries[bob.pk]
    assert timer.cancelled()
    assert people._expiries == {}


async def test_challenges_that_the_bus_lost_are_found(tokens, monkeypatch):
    alice = await aside(person)("alice")
    table_id = await waiting_table()
    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        with monkeypatch.context() as patch:
            patch.setattr("core.realtime.bus.publish_message", lambda message: None)
            await aside(challenge)(table_id, alice, "bob")
        await PeopleFeed.get_current()._poll_challenges()
        assert (await his.next("inbox"))["challenges"]
    bob = await aside(person)("bob")
    async with Socket("/ws/lobby?tables=0", tokens["alice"]) as hers:
        with monkeypatch.context() as patch:
            patch.setattr("core.realtime.bus.publish_message", lambda message: None)
            await aside(accept_challenge)(
                challenge_id=(await aside(Challenge.objects.get)()).pk, user=bob, now=timezone.now()
            )
        for _ in range(2):
            await PeopleFeed.get_current()._poll_challenges()
        await hers.next("challenge_answered", answer="accepted")
        assert not [each for each in await hers.is_quiet() if each["type"] == "challenge_answered"]


async def test_changes_that_could_not_be_read_are_sent_later(tokens, monkeypatch, caplog):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    read, failed = challenges.inbox_of, []

    def fail_once(user_id, now):
        if not failed:
            failed.append(user_id)
            raise OperationalError("The server closed the connection.")
        return read(user_id, now)

    async with Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        await his.is_quiet()
        monkeypatch.setattr("games.live.people.feed.RETRY_SECONDS", 0)
        monkeypatch.setattr(challenges, "inbox_of", fail_once)
        await aside(send_friend_request)(user=alice, name="bob", now=timezone.now())
        assert (await his.next("inbox"))["friend_requests"] == 1
    assert failed == [bob.pk]
    assert "What has changed for people could not be sent" in caplog.text


async def test_a_socket_that_leaves_while_its_friends_are_read_is_not_watched_again(monkeypatch):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    watch, wire = FriendsWatch(), Wire()
    await watch.watch(wire, bob)
    await aside(befriend)(alice, bob)
    read = friends.friend_statuses

    def leave_and_read(*given):
        watch.unwatch(wire)
        return read(*given)

    monkeypatch.setattr(friends, "friend_statuses", leave_and_read)
    sent = len(wire.told)
    await watch.resend_changed_lists([bob.pk])
    assert (watch.watched_user_ids(), len(wire.told)) == (set(), sent)


async def test_a_change_reaches_earlier_watchers_even_if_a_new_watcher_has_read_it_first(on_file):
    alice, bob, charlie = [await aside(person)(name) for name in ("alice", "bob", "charlie")]
    for other in (bob, charlie):
        await aside(befriend)(alice, other)
    await aside(mark_offline)(alice.pk)
    watch, earlier, later = FriendsWatch(), Wire(), Wire()
    await watch.watch(earlier, bob)
    await aside(mark_online)([alice.pk])
    await watch.watch(later, charlie)
    await watch.refresh_statuses([alice.pk], [])
    assert [frame["type"] for frame in earlier.told] == ["friends", "friend"]
    assert earlier.told[1]["status"] == "online"
    assert [frame["type"] for frame in later.told] == ["friends"]


async def test_friends_are_seen_to_come_sit_down_play_and_go(tokens):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    await aside(befriend)(alice, bob)
    others = [await aside(person)(name) for name in ("charlie", "dora")]
    table_id = await aside(opened)(alice, *others, now=timezone.now())
    async with Socket("/ws/lobby", tokens["bob"]) as his:
        await his.say({"type": "watch_friends"})
        [row] = (await his.next("friends"))["friends"]
        assert (row["username"], row["status"]) == ("alice", "offline")
        async with Socket("/ws/lobby", tokens["alice"]):
            await his.next("friend", username="alice", status="online")
            async with Socket(socket_path(table_id), tokens["alice"]):
                seen = await his.next("friend", status="waiting")
                assert seen["table"] == {"id": table_id, "way_in": "join"}
                await aside(start_game)(table_id=table_id, user=alice, now=timezone.now())
                seen = await his.next("friend", status="playing")
                assert seen["table"] == {"id": table_id, "way_in": "watch"}
            await his.next("friend", status="online")
        seen = await his.next("friend", status="offline")
        assert seen["last_seen"] == "today"


async def test_a_hidden_status_and_a_lost_friend_are_told_at_once(tokens):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    await aside(befriend)(alice, bob)
    async with Socket("/ws/lobby", tokens["alice"]), Socket("/ws/lobby", tokens["bob"]) as his:
        await his.say({"type": "watch_friends"})
        [row] = (await his.next("friends"))["friends"]
        if row["status"] != "online":
            await his.next("friend", status="online")
        client = await aside(api_of)(alice)
        await aside(client.patch)("/api/v1/me", {"preferences": {"show_status": False}}, format="json")
        await his.next("friend", status="offline", last_seen=None)
        await aside(client.patch)("/api/v1/me", {"preferences": {}}, format="json")
        await his.next("friend", status="online")
        await aside(remove_friend)(user=alice, name="bob")
        assert (await his.next("friends"))["friends"] == []


async def test_another_process_that_has_no_socket_of_somebody_is_corrected(tokens, monkeypatch):
    alice, bob = await aside(person)("alice"), await aside(person)("bob")
    async with Socket("/ws/lobby", tokens["alice"]), Socket("/ws/lobby?tables=0", tokens["bob"]) as his:
        while len(await aside(find_online_users)([alice.pk, bob.pk])) < 2:
            await his.is_quiet()
        marked = []
        monkeypatch.setattr(feed, "mark_online", lambda users: (marked.append(users), mark_online(users)))
        await aside(mark_offline)(bob.pk)
        PeopleFeed.get_current()._handle_person_change(broadcast.PersonChanged(bob.pk, gone=True))
        while bob.pk not in await aside(find_online_users)([bob.pk]):
            await his.is_quiet()
    assert marked == [[bob.pk]], "nobody else is looked at"


async def test_strangers_watch_nobody_and_guests_have_no_friends(tokens):
    async with Socket("/ws/lobby") as line:
        await line.say({"type": "watch_friends"})
        assert (await line.next("refused"))["code"] == "not_authenticated"
    guest = await aside(person)("QuietOtter42", "guest")
    async with Socket("/ws/lobby", await aside(token_of)(guest)) as line:
        await line.say({"type": "watch_friends"})
        assert (await line.next("friends"))["friends"] == []
