"""Friends: alice asks, bob answers, and nobody learns who has blocked or declined them."""

from datetime import timedelta

import pytest

from accounts import selectors, services
from accounts.errors import (
    AccountRequired,
    AlreadyFriends,
    BlockedByYou,
    BotAccount,
    CannotBefriendYourself,
    NoSuchFriendRequest,
    NoSuchMember,
    NoSuchPlayer,
    TooManyFriendRequests,
    TooManyFriends,
)
from accounts.limits import FRIEND_REQUESTS
from accounts.models import AccountKind, FriendRequest, Friendship, User
from accounts.services.friends import asking, friendship
from accounts.signals import friends_changed
from core.refusal import Throttled
from tests.support.accounts import NOW, PASSWORD

DAY = timedelta(days=1)


def ask(user, name="bob", now=NOW):
    return services.send_friend_request(user=user, name=name, now=now)


def friends(user):
    return [row.friend.username for row in selectors.list_friendships(user)]


def received(user):
    return [row.sender.username for row in selectors.received_friend_requests(user)]


def sent(user):
    return [row.receiver.username for row in selectors.sent_friend_requests(user)]


def befriend(one, two):
    ask(one, two.username)
    services.accept_friend_request(user=two, name=one.username, now=NOW)


def test_a_request_that_is_accepted_makes_two_friends(alice, bob):
    assert ask(alice, "BOB") is False
    assert (received(bob), sent(alice)) == (["Alice"], ["bob"])
    services.accept_friend_request(user=bob, name="alice", now=NOW)
    assert (friends(alice), friends(bob)) == (["bob"], ["Alice"])
    assert not FriendRequest.objects.exists()


def test_who_asks_somebody_who_has_asked_is_their_friend_at_once(alice, bob):
    ask(alice)
    assert ask(bob, "alice") is True
    assert (friends(alice), friends(bob)) == (["bob"], ["Alice"])


def test_who_changes_their_mind_after_declining_is_their_friend_at_once(alice, bob):
    ask(alice)
    services.decline_friend_request(user=bob, name="alice", now=NOW)
    assert ask(bob, "alice") is True


def test_a_declined_request_looks_open_to_its_sender(alice, bob):
    ask(alice)
    services.decline_friend_request(user=bob, name="alice", now=NOW)
    assert (received(bob), sent(alice)) == ([], ["bob"])
    assert ask(alice) is False
    assert received(bob) == []


def test_taking_a_declined_request_back_does_not_send_it_anew_for_a_month(alice, bob):
    ask(alice)
    services.decline_friend_request(user=bob, name="alice", now=NOW)
    for days, seen in ((1, []), (31, ["Alice"])):
        services.withdraw_friend_request(user=alice, name="bob", now=NOW)
        assert sent(alice) == []
        ask(alice, now=NOW + days * DAY)
        assert received(bob) == seen


def test_neither_a_block_nor_an_ended_friendship_sends_a_declined_request_anew(alice, bob):
    ask(alice)
    services.decline_friend_request(user=bob, name="alice", now=NOW)
    services.remove_friend(user=alice, name="bob")
    assert sent(alice) == ["bob"], "they are no friends, so nothing happens"
    services.block_player(user=alice, name="bob", now=NOW)
    services.unblock_player(user=alice, name="bob")
    assert sent(alice) == []
    ask(alice)
    assert received(bob) == []


def test_a_request_that_is_accepted_meanwhile_cannot_be_declined(alice, bob, monkeypatch):
    ask(alice)
    [request] = FriendRequest.objects.select_related("sender", "receiver")
    services.accept_friend_request(user=bob, name="alice", now=NOW)
    monkeypatch.setattr(asking, "_find_request_from", lambda *_: request)
    with pytest.raises(NoSuchFriendRequest):
        services.decline_friend_request(user=bob, name="alice", now=NOW)


def test_a_withdrawn_request_can_be_sent_again_but_not_accepted(alice, bob):
    ask(alice)
    services.withdraw_friend_request(user=alice, name="bob", now=NOW)
    assert received(bob) == []
    with pytest.raises(NoSuchFriendRequest):
        services.accept_friend_request(user=bob, name="alice", now=NOW)
    with pytest.raises(NoSuchFriendRequest):
        services.withdraw_friend_request(user=alice, name="bob", now=NOW)
    assert ask(bob, "alice") is False
    services.withdraw_friend_request(user=bob, name="alice", now=NOW)
    ask(alice)
    assert received(bob) == ["Alice"]


def test_somebody_blocked_gets_the_same_answer_as_anybody_else(alice, bob):
    services.block_player(user=bob, name="alice", now=NOW)
    assert ask(alice) is False
    assert (sent(alice), received(bob)) == (["bob"], [])
    with pytest.raises(NoSuchFriendRequest):
        services.accept_friend_request(user=bob, name="alice", now=NOW)
    with pytest.raises(BlockedByYou):
        ask(bob, "alice")


def test_blocking_ends_a_friendship_and_takes_back_the_own_request(alice, bob):
    befriend(alice, bob)
    services.block_player(user=bob, name="alice", now=NOW)
    assert friends(alice) == friends(bob) == []
    services.unblock_player(user=bob, name="alice")
    ask(bob, "alice")
    services.block_player(user=bob, name="alice", now=NOW)
    assert received(alice) == []


def test_either_one_ends_a_friendship_for_both(alice, bob):
    befriend(alice, bob)
    services.remove_friend(user=bob, name="alice")
    assert friends(alice) == friends(bob) == []
    services.remove_friend(user=bob, name="alice")
    with pytest.raises(NoSuchPlayer):
        services.remove_friend(user=bob, name="eve")


def test_guests_neither_ask_nor_are_found_and_bots_have_no_friends(alice, bob, charlie):
    with pytest.raises(AccountRequired):
        ask(charlie)
    with pytest.raises(NoSuchMember):
        ask(alice, charlie.username)
    User.objects.filter(pk=bob.pk).update(kind=AccountKind.BOT)
    with pytest.raises(BotAccount):
        ask(alice)
    bob.refresh_from_db()
    with pytest.raises(BotAccount):
        ask(bob, "alice")


def test_one_cannot_ask_oneself_nobody_or_a_friend(alice, bob):
    with pytest.raises(CannotBefriendYourself):
        ask(alice, "alice")
    with pytest.raises(NoSuchMember):
        ask(alice, "eve")
    befriend(alice, bob)
    with pytest.raises(AlreadyFriends):
        ask(alice)


def test_suspended_accounts_are_not_found_and_come_back_with_their_friends(alice, bob):
    befriend(alice, bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert friends(alice) == []
    with pytest.raises(NoSuchMember):
        ask(alice)
    User.objects.filter(pk=bob.pk).update(is_active=True)
    assert friends(alice) == ["bob"]


def test_requests_of_suspended_accounts_are_not_shown(alice, bob):
    ask(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert received(bob) == []


def test_a_friend_who_is_renamed_stays_one_and_a_deleted_one_leaves_nothing(alice, bob):
    befriend(alice, bob)
    User.objects.filter(pk=bob.pk).update(username="robert")
    assert friends(alice) == ["robert"]
    User.objects.get(pk=bob.pk).delete()
    assert not Friendship.objects.exists()


def test_a_claimed_guest_can_ask(charlie, bob):
    user = services.claim_guest(user=charlie, username="carla", password=PASSWORD, now=NOW)
    assert ask(user) is False
    assert received(bob) == ["carla"]


def test_the_number_of_friends_is_limited_for_both(alice, bob, monkeypatch):
    carol = services.register_user(username="carol", password=PASSWORD, now=NOW)
    befriend(alice, bob)
    monkeypatch.setattr(friendship, "MAX_FRIENDS", 1)
    ask(carol, "bob")
    with pytest.raises(TooManyFriends, match=r"^You"):
        services.accept_friend_request(user=bob, name="carol", now=NOW)
    services.withdraw_friend_request(user=carol, name="bob", now=NOW)
    ask(alice, "carol")
    with pytest.raises(TooManyFriends, match=r"^Alice has"):
        services.accept_friend_request(user=carol, name="alice", now=NOW)


def test_open_requests_and_requests_a_day_are_limited(alice, bob, monkeypatch, settings):
    settings.RATE_LIMITS = True
    carol = services.register_user(username="carol", password=PASSWORD, now=NOW)
    monkeypatch.setattr(asking, "MAX_OPEN_REQUESTS", 1)
    ask(alice)
    with pytest.raises(TooManyFriendRequests):
        ask(alice, "carol")
    monkeypatch.setattr(asking, "MAX_OPEN_REQUESTS", 20)
    monkeypatch.setattr(asking, "FRIEND_REQUESTS", FRIEND_REQUESTS._replace(times=1))
    with pytest.raises(Throttled):
        ask(alice, "carol")
    assert ask(alice) is False
    assert sent(alice) == ["bob"]
    assert ask(carol) is False


@pytest.fixture
def told():
    """The ids of those who are told that their friends or requests have changed."""
    ids = []

    def note(user_id, **_):
        ids.append(user_id)

    friends_changed.connect(note)
    yield ids
    friends_changed.disconnect(note)


def test_both_are_told_of_what_has_changed(alice, bob, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        ask(alice)
    assert sorted(told) == sorted([alice.pk, bob.pk])


def test_nothing_tells_somebody_that_they_were_blocked(alice, bob, told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.block_player(user=bob, name="alice", now=NOW)
        services.remove_friend(user=bob, name="alice")
    assert told == [bob.pk]


def test_a_request_that_a_block_has_hidden_is_announced_when_the_block_ends(
    alice, bob, told, django_capture_on_commit_callbacks
):
    ask(alice)
    services.block_player(user=bob, name="alice", now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        services.unblock_player(user=bob, name="alice")
        services.unblock_player(user=bob, name="alice")
    assert (told, received(bob)) == ([bob.pk], ["Alice"])
