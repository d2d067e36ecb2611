"""Challenges by typed commands: alice challenges bob and dora, charlie is a stranger."""

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.errors import AccountRequired, BlockedByYou, NoSuchMember
from accounts.models import User
from accounts.services import block_player
from core.refusal import BadRequest
from core.sentence import decode_sentences
from games.models import Challenge, PendingMail, Table
from games.models.mail import MailKind
from games.models.table import GameStatus
from games.rules.errors import AlreadyStarted, NotEnoughPlayers, SeatTaken, TableFull
from games.services.challenges.challenging import challenge_people
from games.services.challenges.errors import CannotChallengeYourself, ChallengeOver, NoSuchChallenge
from games.services.challenges.new_tables import ChallengeWatch
from games.services.challenges.withdrawing import withdraw_challenge
from games.services.lobby.lobby import add_bot, take_seat
from games.services.text_commands import run_command
from games.text_commands.refusals import NotUnderstood
from tests.support.games.people import person
from tests.support.games.playing import AT, sight

pytestmark = pytest.mark.django_db
NAMES = ("alice", "bob", "dora")


@pytest.fixture(autouse=True)
def everybody() -> list[User]:
    return [person(name) for name in (*NAMES, "charlie")]


def say(name: str, text: str, now: datetime = AT, **more) -> str:
    """What the command of this person is answered."""
    return run_command(text=text, user=person(name), now=now, **more)["text"]


def the_board() -> Table:
    return Table.objects.latest("opened_at")


def test_a_game_begins_when_all_have_accepted():
    text = say("alice", "wizard challenge -canadian -days 5 bob dora")
    board = the_board()
    assert text == f"Your challenge is out. The game at board {board.pk} begins when all accept."
    assert (board.options["restriction"], board.options["days"]) == ("canadian", 5)
    assert (board.options["pace"], board.options["random_seats"]) == ("slow", True)
    assert (
        say("bob", f"wizard accept {board.pk[:4]}")
        == f"You have accepted. You have a seat at board {board.pk}."
    )
    assert sight(board.pk)["status"] == "open"
    # An answer that comes twice has no effect.
    say("bob", f"wizard accept {board.pk[:4]}")
    say("dora", "wizard accept")
    assert sight(board.pk)["status"] in ("bidding", "naming_trump")
    assert {player["name"] for player in sight(board.pk)["players"]} == {*NAMES}


def test_in_order_the_names_are_the_seats():
    say("alice", "wizard challenge -inorder dora alice bob")
    board = the_board()
    say("bob", "wizard accept")
    say("dora", "wizard accept")
    assert [player["name"] for player in sight(board.pk)["players"]] == ["dora", "alice", "bob"]


def test_one_who_declines_ends_it():
    say("alice", "wizard challenge bob dora")
    board = the_board()
    say("bob", "wizard accept")
    assert say("dora", f"wizard decline {board.pk}") == "You have declined."
    board.refresh_from_db()
    assert board.status == GameStatus.ABANDONED
    assert say("dora", f"wizard decline {board.pk}") == "You have declined."


def confirm_address(name: str) -> None:
    EmailAddress.objects.create(user=person(name), email=f"{name}@example.org", verified=True, primary=True)


def mails_to(name: str) -> list[str]:
    """The sentences of the mails that tell this person why a game does not begin."""
    mails = PendingMail.objects.filter(user=person(name), kind=MailKind.CHALLENGE)
    return [str(decode_sentences(mail.facts["sentences"])[0]) for mail in mails if "sentences" in mail.facts]


def test_the_challenger_is_told_who_declined():
    confirm_address("alice")
    say("alice", "wizard challenge bob dora")
    for _ in range(2):
        say("dora", f"wizard decline {the_board().pk}")
    assert mails_to("alice") == ["dora has declined the challenge."]


def test_those_who_have_accepted_are_told_too_that_somebody_declined():
    confirm_address("bob")
    confirm_address("dora")
    say("alice", "wizard challenge bob dora")
    say("bob", "wizard accept")
    say("dora", "wizard decline")
    assert (mails_to("bob"), mails_to("dora")) == (["dora has declined the challenge."], [])


def test_one_that_is_withdrawn_ends_it():
    confirm_address("alice")
    confirm_address("bob")
    say("alice", "wizard challenge bob dora charlie")
    say("bob", "wizard accept")
    withdraw_challenge(table_id=the_board().pk, user=person("alice"), name="dora", now=AT)
    assert the_board().status == GameStatus.ABANDONED
    assert (mails_to("alice"), mails_to("bob")) == ([], ["alice has withdrawn the challenge."])
    with pytest.raises(ChallengeOver):
        say("dora", f"wizard accept {the_board().pk}")


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_one_who_leaves_the_seat_before_the_start_ends_it(who):
    confirm_address("alice")
    say("alice", "wizard challenge bob dora charlie")
    for name in ("bob", "dora"):
        say(name, "wizard accept")
    ChallengeWatch().tick(now=AT, monotonic_now=0)
    assert the_board().status == GameStatus.OPEN
    say(who, "/leave", table_id=the_board().pk)
    say("charlie", "wizard accept")
    assert the_board().status == GameStatus.OPEN
    ChallengeWatch().tick(now=AT, monotonic_now=0)
    assert the_board().status == GameStatus.ABANDONED
    assert mails_to("alice") == ["Somebody has left the table."]


def test_the_challenger_neither_begins_early_nor_fills_seats_nor_changes_what_was_agreed():
    say("alice", "wizard challenge bob dora charlie")
    board = the_board().pk
    for name in ("bob", "dora"):
        say(name, "wizard accept")
    with pytest.raises(NotEnoughPlayers, match="has accepted"):
        say("alice", "/start", table_id=board)
    with pytest.raises(SeatTaken, match="were challenged"):
        add_bot(table_id=board, user=person("alice"), now=AT)
    with pytest.raises(BadRequest, match="with these options"):
        say("alice", "/option days 1", table_id=board)
    person("emil")
    with pytest.raises(TableFull, match="were challenged"):
        challenge_people(table_id=board, user=person("alice"), names=["emil"], now=AT)
    say("charlie", "wizard accept")
    with pytest.raises(AlreadyStarted):
        say("alice", "/option days 1", table_id=board)


def test_who_sits_down_by_the_link_gets_the_seat_that_the_order_says():
    say("alice", "wizard challenge -inorder alice bob dora")
    board = the_board().pk
    take_seat(table_id=board, user=person("dora"), now=AT)
    say("bob", "wizard accept")
    assert [player["name"] for player in sight(board)["players"]] == ["alice", "bob", "dora"]


def test_a_challenge_that_nobody_answers_ends_when_its_time_is_over():
    confirm_address("alice")
    say("alice", "wizard challenge -days 2 bob dora")
    say("bob", "wizard accept")
    watch = ChallengeWatch()
    watch.tick(now=AT + timedelta(days=2, seconds=-1), monotonic_now=0)
    assert the_board().status == GameStatus.OPEN
    watch.tick(now=AT + timedelta(days=2), monotonic_now=59)
    assert the_board().status == GameStatus.OPEN
    watch.tick(now=AT + timedelta(days=2), monotonic_now=60)
    assert the_board().status == GameStatus.ABANDONED
    assert mails_to("alice") == ["Not everybody answered in time."]


def test_the_seats_are_kept_for_the_challenged():
    say("alice", "wizard challenge bob dora")
    with pytest.raises(SeatTaken, match="challenged"):
        take_seat(table_id=the_board().pk, user=person("charlie"), now=AT)
    take_seat(table_id=the_board().pk, user=person("bob"), now=AT)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("wizard challenge bob", BadRequest, "Wizard is played by 3 to 6"),
        ("wizard challenge bob nobody", NoSuchMember, "nobody"),
        ("wizard challenge alice", CannotChallengeYourself, "yourself"),
        ("wizard challenge bob gus", BlockedByYou, "blocked"),
    ],
)
def test_who_cannot_be_challenged(text, error, said):
    person("gus")
    block_player(user=person("alice"), name="gus", now=AT)
    with pytest.raises(error) as refusal:
        say("alice", text)
    assert said in refusal.value.detail + str(getattr(refusal.value, "errors", ""))
    assert not Table.objects.exists()


def test_guests_challenge_nobody():
    with pytest.raises(AccountRequired):
        run_command(text="wizard challenge bob dora", user=person("visitor", "guest"), now=AT)


def test_of_several_challenges_the_board_is_asked_for():
    say("alice", "wizard challenge bob dora")
    say("dora", "wizard challenge bob alice")
    with pytest.raises(NotUnderstood, match="Which one"):
        say("bob", "wizard accept")
    challenge = Challenge.objects.filter(challenged=person("bob")).first()
    assert challenge is not None
    assert challenge.table_id in say("bob", f"wizard accept {challenge.pk}")
    with pytest.raises(NoSuchChallenge):
        say("charlie", "wizard accept")
