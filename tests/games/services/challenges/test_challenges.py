"""Challenges: alice waits at a table and invites bob; who can't be invited is said clearly."""

from datetime import timedelta

import pytest

from accounts.errors import AccountRequired, BlockedByYou, BotAccount, NoSuchMember
from accounts.models import AccountKind, User
from accounts.services import block_player
from accounts.services.friends.asking import send_friend_request
from core.refusal import NotFound, Throttled
from games.models import Challenge, Table
from games.rules.errors import AlreadyStarted, NotSeated, RemovedByHost, TableFull
from games.selectors.people.challenges import (
    challenges_to_table,
    count_answerable_requests,
    inbox_of,
    received_challenges,
)
from games.services.challenges import challenging
from games.services.challenges.answering import accept_challenge, decline_challenge
from games.services.challenges.challenging import CHALLENGE_TIMEOUT, challenge_people
from games.services.challenges.errors import (
    AlreadyAtTable,
    CannotChallengeYourself,
    ChallengeDeclined,
    ChallengeOver,
    NoSuchChallenge,
    TooManyChallenges,
)
from games.services.challenges.withdrawing import withdraw_challenge
from games.services.lobby.lobby import add_bot, leave_seat, remove_player, take_seat
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, sight

pytestmark = pytest.mark.django_db
LATER = AT + CHALLENGE_TIMEOUT


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


@pytest.fixture
def charlie() -> User:
    return person("charlie")


@pytest.fixture
def table_id(alice) -> str:
    return opened(alice, size=4)


def challenge(table_id, user, *names, now=AT):
    challenge_people(table_id=table_id, user=user, names=names or ("bob",), now=now)


def waiting(user, now=AT):
    return [each["username"] for each in received_challenges(user, now)]


def the_one(user):
    return received_challenges(user, AT)[0]["id"]


def states(table_id, user, now=AT):
    return {each["username"]: each["state"] for each in challenges_to_table(table_id, user.pk, now)}


def names_at(table_id):
    return [player["name"] for player in sight(table_id)["players"]]


def test_who_accepts_sits_at_the_table(alice, bob, table_id):
    challenge(table_id, alice, "BOB")
    [received] = received_challenges(bob, AT)
    assert (received["username"], received["table"]["id"]) == ("alice", table_id)
    assert states(table_id, alice) == {"bob": "open"}
    assert accept_challenge(challenge_id=received["id"], user=bob, now=AT) == table_id
    assert names_at(table_id) == ["alice", "bob"]
    assert (waiting(bob), states(table_id, alice)) == ([], {"bob": "accepted"})
    accept_challenge(challenge_id=received["id"], user=bob, now=AT)
    assert names_at(table_id) == ["alice", "bob"]


def test_a_challenge_admits_to_a_private_table_and_shows_no_invite_code(alice, bob):
    table_id = opened(alice, size=4, visibility="private")
    challenge(table_id, alice)
    assert Table.objects.get(pk=table_id).invite not in str(received_challenges(bob, AT))
    accept_challenge(challenge_id=the_one(bob), user=bob, now=AT)
    assert names_at(table_id) == ["alice", "bob"]


def test_who_declines_is_not_challenged_there_again(alice, bob, charlie, table_id):
    challenge(table_id, alice)
    declined = the_one(bob)
    for _ in range(2):
        decline_challenge(challenge_id=declined, user=bob, now=AT)
    assert (waiting(bob), states(table_id, alice)) == ([], {"bob": "declined"})
    with pytest.raises(ChallengeOver, match="answered"):
        accept_challenge(challenge_id=declined, user=bob, now=AT)
    with pytest.raises(ChallengeDeclined, match="bob has declined"):
        challenge(table_id, alice, "charlie", "bob")
    assert waiting(charlie) == []


def test_a_withdrawn_or_expired_challenge_can_be_made_again(alice, bob, table_id):
    challenge(table_id, alice)
    first = the_one(bob)
    withdraw_challenge(table_id=table_id, user=alice, name="bob", now=AT)
    assert (waiting(bob), states(table_id, alice)) == ([], {"bob": "withdrawn"})
    with pytest.raises(ChallengeOver, match="withdrawn"):
        accept_challenge(challenge_id=first, user=bob, now=AT)
    with pytest.raises(NoSuchChallenge):
        withdraw_challenge(table_id=table_id, user=alice, name="bob", now=AT)
    challenge(table_id, alice)
    assert (waiting(bob, LATER), states(table_id, alice, LATER)) == ([], {"bob": "expired"})
    for answer in (accept_challenge, decline_challenge):
        with pytest.raises(ChallengeOver, match="expired"):
            answer(challenge_id=first, user=bob, now=LATER)
    challenge(table_id, alice, now=LATER)
    assert waiting(bob, LATER) == ["alice"]


def test_the_same_challenge_twice_is_one(alice, bob, charlie, table_id):
    challenge(table_id, alice, "bob", "Bob")
    take_seat(table_id=table_id, user=charlie, now=AT)
    challenge(table_id, charlie, "bob")
    assert waiting(bob) == ["alice"]


def test_a_challenge_ends_when_the_game_starts_or_its_table_fills_up(alice, bob, table_id):
    challenge(table_id, alice)
    received = the_one(bob)
    for _ in range(3):
        add_bot(table_id=table_id, user=alice, now=AT)
    assert (waiting(bob), states(table_id, alice)) == ([], {"bob": "expired"})
    with pytest.raises(AlreadyStarted):
        accept_challenge(challenge_id=received, user=bob, now=AT)
    with pytest.raises(AlreadyStarted):
        challenge(table_id, alice)


def test_a_challenge_ends_when_everybody_has_left(alice, bob, table_id):
    challenge(table_id, alice)
    leave_seat(table_id=table_id, user=alice, now=AT)
    assert waiting(bob) == []


def test_who_sits_down_by_the_link_has_no_open_challenge(alice, bob, table_id):
    challenge(table_id, alice)
    received = the_one(bob)
    take_seat(table_id=table_id, user=bob, now=AT)
    assert waiting(bob) == []
    accept_challenge(challenge_id=received, user=bob, now=AT)
    assert states(table_id, alice) == {"bob": "accepted"}


def test_a_full_table_that_has_not_started_is_refused(alice, bob, table_id, monkeypatch):
    state = challenging.load_snapshot(table_id)
    full = state._replace(state=state.state._replace(seats=state.state.seats[:1]))
    monkeypatch.setattr(challenging, "load_snapshot", lambda _: full)
    with pytest.raises(TableFull):
        challenge(table_id, alice)


def test_the_challenge_of_somebody_blocked_is_answered_as_any_other_and_never_arrives(alice, bob, table_id):
    block_player(user=bob, name="alice", now=AT)
    challenge(table_id, alice)
    assert states(table_id, alice) == {"bob": "open"}
    assert (waiting(bob), inbox_of(bob.pk, AT)) == ([], {"friend_requests": 0, "challenges": []})
    with pytest.raises(NoSuchChallenge):
        accept_challenge(challenge_id=Challenge.objects.get().pk, user=bob, now=AT)
    assert states(table_id, alice, LATER) == {"bob": "expired"}


def test_a_suspended_challenger_is_not_shown(alice, bob, table_id):
    challenge(table_id, alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert waiting(bob) == []
    assert inbox_of(alice.pk, AT) is None


def test_who_cannot_be_challenged(alice, bob, charlie, table_id):
    take_seat(table_id=table_id, user=charlie, now=AT)
    person("Robby", AccountKind.BOT)
    person("QuietOtter42", AccountKind.GUEST)
    block_player(user=alice, name="bob", now=AT)
    refusals = {
        "alice": CannotChallengeYourself,
        "bob": BlockedByYou,
        "charlie": AlreadyAtTable,
        "Robby": BotAccount,
        "QuietOtter42": NoSuchMember,
        "eve": NoSuchMember,
    }
    for name, refusal in refusals.items():
        with pytest.raises(refusal):
            challenge(table_id, alice, name)
    assert not Challenge.objects.exists()


def test_who_cannot_challenge(alice, bob, charlie, table_id):
    with pytest.raises(NotSeated):
        challenge(table_id, charlie)
    with pytest.raises(NotSeated):
        challenges_to_table(table_id, charlie.pk, AT)
    guest = person("QuietOtter42", AccountKind.GUEST)
    take_seat(table_id=table_id, user=guest, now=AT)
    with pytest.raises(AccountRequired):
        challenge(table_id, guest)
    with pytest.raises(NotFound):
        challenge("nowhere", alice)


def test_who_was_removed_can_neither_be_challenged_nor_accept(alice, bob, table_id):
    challenge(table_id, alice)
    received = the_one(bob)
    take_seat(table_id=table_id, user=bob, now=AT)
    remove_player(table_id=table_id, user=alice, seat=1, now=AT)
    with pytest.raises(RemovedByHost):
        accept_challenge(challenge_id=received, user=bob, now=AT)
    with pytest.raises(RemovedByHost, match="bob was removed"):
        challenge(table_id, alice)


def test_floods_are_refused(alice, table_id, monkeypatch, settings):
    settings.RATE_LIMITS = True
    for name in ("bob", "charlie"):
        person(name)
    monkeypatch.setattr(challenging, "MAX_OPEN_CHALLENGES", 1)
    with pytest.raises(TooManyChallenges):
        challenge(table_id, alice, "bob", "charlie")
    challenge(table_id, alice)
    monkeypatch.setattr(challenging, "CHALLENGES_OF_ONE", challenging.CHALLENGES_OF_ONE._replace(times=1))
    withdraw_challenge(table_id=table_id, user=alice, name="bob", now=AT)
    with pytest.raises(Throttled):
        challenge(table_id, alice)
    monkeypatch.setattr(challenging, "CHALLENGES", challenging.CHALLENGES._replace(times=1))
    with pytest.raises(Throttled):
        challenge(table_id, alice, "charlie")
    assert Challenge.objects.count() == 1


def test_renamed_people_keep_their_challenges_and_deleted_ones_leave_none(alice, bob, table_id):
    challenge(table_id, alice)
    User.objects.filter(pk=bob.pk).update(username="robert")
    assert states(table_id, alice) == {"robert": "open"}
    withdraw_challenge(table_id=table_id, user=alice, name="Robert", now=AT + timedelta(minutes=1))
    bob.delete()
    assert states(table_id, alice) == {}


def test_all_that_waits_is_counted_by_one_query(alice, bob, charlie, table_id, django_assert_num_queries):
    challenge(table_id, alice)
    challenge(opened(charlie, size=4), charlie)
    send_friend_request(user=alice, name="bob", now=AT)
    with django_assert_num_queries(1):
        assert count_answerable_requests(bob, AT) == 3
    assert (count_answerable_requests(bob, LATER), count_answerable_requests(alice, AT)) == (1, 0)
