"""Friends and challenges over the API: alice waits at a table, bob is challenged, charlie is not."""

import pytest

from accounts.online import mark_online
from games.services.lobby.lobby import take_seat
from tests.support.games.people import api_of, person
from tests.support.games.playing import AT, opened
from tests.support.games.responses import TABLES

pytestmark = pytest.mark.django_db
OWN = "/api/v1/me/challenges"


@pytest.fixture
def table_id(alice) -> str:
    return opened(person("alice"))


@pytest.fixture
def challenges(table_id) -> str:
    return f"{TABLES}/{table_id}/challenges"


def challenge(client, challenges, *names):
    return client.post(challenges, {"usernames": names or ["bob"]}, format="json")


def code(answer):
    return answer.status_code, answer.json()["code"]


def test_alice_challenges_bob_who_accepts(alice, bob, charlie, table_id, challenges):
    made = challenge(alice, challenges)
    assert made.status_code == 201
    assert [(row["username"], row["challenger"], row["state"]) for row in made.json()] == [
        ("bob", "alice", "open")
    ]
    [received] = bob.get(OWN).json()
    assert (received["username"], received["table"]["id"]) == ("alice", table_id)
    assert charlie.get(OWN).json() == alice.get(OWN).json() == []
    assert code(charlie.post(f"{OWN}/{received['id']}/accept")) == (404, "not_found")
    accepted = bob.post(f"{OWN}/{received['id']}/accept", {"salt": "ab"}, format="json")
    assert (accepted.status_code, accepted.json()["id"]) == (200, table_id)
    assert accepted.json()["sight"]["viewer"] == 1
    assert [row["state"] for row in bob.get(challenges).json()] == ["accepted"]


def test_bob_declines_and_alice_sees_it(alice, bob, challenges):
    challenge(alice, challenges)
    [received] = bob.get(OWN).json()
    assert bob.post(f"{OWN}/{received['id']}/decline").status_code == 204
    assert [row["state"] for row in alice.get(challenges).json()] == ["declined"]
    assert code(bob.post(f"{OWN}/{received['id']}/accept")) == (409, "challenge_over")
    assert code(challenge(alice, challenges)) == (409, "challenge_declined")


def test_alice_takes_a_challenge_back(alice, bob, charlie, table_id, challenges):
    challenge(alice, challenges)
    take_seat(table_id=table_id, user=person("charlie"), now=AT)
    assert charlie.delete(f"{challenges}/bob").status_code == 404
    assert alice.delete(f"{challenges}/BOB").status_code == 204
    assert bob.get(OWN).json() == []


def test_only_players_at_the_table_see_its_challenges(bob, charlie, nobody, challenges):
    assert code(charlie.get(challenges)) == (409, "not_seated")
    assert code(challenge(charlie, challenges)) == (409, "not_seated")
    for method, path in (
        ("get", challenges),
        ("post", challenges),
        ("delete", f"{challenges}/bob"),
        ("get", OWN),
        ("post", f"{OWN}/1/accept"),
        ("post", f"{OWN}/1/decline"),
        ("get", "/api/v1/me/friends"),
    ):
        assert getattr(nobody, method)(path).status_code == 401


@pytest.mark.parametrize(
    "names", [[], "bob", ["b" * 99], ["a b"], [True], [None], [["bob"]], {"0": "bob"}, ["\x00"]], ids=str
)
def test_malformed_names_are_refused_by_field(alice, bob, challenges, names):
    answer = alice.post(challenges, {"usernames": names}, format="json")
    assert code(answer) == (400, "bad_request")
    assert answer.json()["errors"]["usernames"]


def test_more_than_ten_people_at_once_are_refused(alice, challenges):
    assert code(challenge(alice, challenges, *(f"p{n}" for n in range(11)))) == (400, "bad_request")


def test_whom_nobody_can_challenge(alice, challenges):
    assert code(challenge(alice, challenges, "alice")) == (409, "cannot_challenge_yourself")
    assert code(challenge(alice, challenges, "eve")) == (404, "not_found")
    person("Robby", "bot")
    assert code(challenge(alice, challenges, "Robby")) == (409, "bot_account")


def test_a_guest_is_told_to_keep_the_account(table_id, challenges, bob):
    guest = person("QuietOtter42", "guest")
    take_seat(table_id=table_id, user=guest, now=AT)
    assert code(challenge(api_of(guest), challenges)) == (409, "account_required")


def test_friends_are_listed_with_their_status_to_friends_alone(alice, bob, charlie):
    alice.post("/api/v1/me/friend-requests", {"username": "bob"}, format="json")
    bob.post("/api/v1/me/friend-requests/alice/accept")
    mark_online([person("alice").pk])
    assert bob.get("/api/v1/me/friends").json() == [
        {"username": "alice", "status": "online", "table": None, "last_seen": None}
    ]
    assert charlie.get("/api/v1/me/friends").json() == []
