"""A received mail is carried out once and answered once, whatever it says and whenever the process dies."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.mail.addresses import LIFETIME, general_address
from games.mail.incoming.process import NOT_UNDERSTOOD
from games.mail.incoming.processor import delete_old_emails
from games.mail.incoming.reading import parse_email
from games.mail.incoming.receive import receive_email
from games.models import ChatMessage, PendingMail, ReceivedMail
from games.models.received_mail import MailOutcome
from games.selectors import sights
from games.store.tables import load_snapshot
from tests.support.games.playing import bidding, in_play
from tests.support.mail.incoming import correspondent, reply, write_mail
from tests.support.mail.processing import answer_to, answers, carry_out_all, entries, on_turn, outcome

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("text", ["2", "zwei", "bid 2", "wizard bid 2", "/bid 2", "Wizard Ansage 2", "2."])
def test_a_bid(text):
    table = bidding()
    assert answer_to(on_turn(table), table, text) == ["Your bid: 2."]
    assert outcome() == MailOutcome.DONE


def test_a_card():
    table = in_play()
    user = on_turn(table)
    snapshot = load_snapshot(table)
    card = sights.build_sight(snapshot, sights.seat_of_user(snapshot, user.pk), now=timezone.now())["legal"][
        "cards"
    ][0]
    assert answer_to(user, table, card) == [f"You played {card}."]


def test_the_answer_belongs_to_the_mail():
    table = bidding()
    answer_to(on_turn(table), table, "2", Message_ID="<7@example.org>", Subject="Re: Your turn")
    mail = PendingMail.objects.get(kind="answer")
    assert (mail.in_reply_to, mail.table_id, mail.facts["subject"]) == ("<7@example.org>", table, "Your turn")


def test_greetings_and_names_around_a_move_are_no_commands():
    table = bidding()
    user = on_turn(table)
    assert answer_to(user, table, "Hallo!\n\n2\n\nViele Grüße\nJ") == ["Your bid: 2."]


def test_a_refused_move_says_why_and_ends_the_reading():
    table = bidding()
    user = on_turn(table)
    said = answer_to(user, table, "77\n2\n")
    assert said[1:] == ["Not read from this line on: 2"]
    assert outcome() == MailOutcome.REFUSED
    assert "bid" in said[0]
    # The second line waits for the person's next mail: after a slip nobody wants the rest.
    assert answer_to(user, table, "2") == ["Your bid: 2."]


def test_several_commands_are_answered_in_one_mail():
    table = bidding()
    said = answer_to(on_turn(table), table, "2\nwizard message Good luck\nwizard who")
    assert said[:3] == ["> 2", "Your bid: 2.", "> wizard message Good luck"]
    assert said[4] == "> wizard who"
    assert len(said) == 6
    assert ChatMessage.objects.filter(text="Good luck").count() == 1


def test_commands_below_a_refused_one_are_named_and_other_text_is_not():
    table = bidding()
    user = on_turn(table)
    said = answer_to(user, table, "77\n\nSorry for the delay.\nwizard message Good luck\n")
    assert said[1:] == ["Not read from this line on: wizard message Good luck"]
    assert not ChatMessage.objects.filter(text="Good luck").exists()
    assert len(answer_to(user, table, "77\n\nSee you on Monday.\nJ\n")) == 1


def test_a_line_that_may_be_a_slip_is_named():
    table = bidding()
    said = answer_to(on_turn(table), table, "2\nplay red 77 please\n")
    assert said[:3] == ["> 2", "Your bid: 2.", "> play red 77 please"]
    assert "red 77 please" in said[3]


def test_text_without_a_command_is_answered_with_how_to_write_one():
    table = bidding()
    before = entries(table)
    assert "2 for a bid or R7 for a card" in answer_to(on_turn(table), table, "I will be back on Monday")[0]
    assert entries(table) == before
    assert outcome() == MailOutcome.NOT_UNDERSTOOD


def test_a_mail_without_text_is_answered_too():
    assert "no move" in answer_to(on_turn(table := bidding()), table, "")[0]


def test_a_command_can_be_the_subject_of_a_new_mail():
    table = bidding()
    assert answer_to(on_turn(table), table, "", Subject="2") == ["Your bid: 2."]


def test_the_subject_of_a_reply_is_that_of_an_older_mail():
    table = bidding()
    assert "no move" in answer_to(on_turn(table), table, "Thanks!", Subject="Re: 2")[0]
    assert answer_to(on_turn(table), table, "", Subject="Re: 2") == ["Your bid: 2."]


def test_out_of_turn_is_refused():
    table = bidding()
    other = next(name for name in ("alice", "bob", "dora", "emil") if name != on_turn(table).username)
    before = entries(table)
    answer_to(correspondent(other), table, "2")
    assert outcome() == MailOutcome.REFUSED
    assert entries(table) == before


def test_a_stranger_with_a_token_for_a_table_is_no_player():
    table = bidding()
    before = entries(table)
    answer_to(correspondent("mallory"), table, "2")
    assert outcome() == MailOutcome.REFUSED
    assert entries(table) == before


def test_without_a_table_there_are_no_bare_moves():
    alice = correspondent("alice")
    assert "no command" in answer_to(alice, None, "2")[0]
    assert "/bid" in "".join(answer_to(alice, None, "wizard help"))


def test_nothing_in_a_mail_to_the_general_address_is_carried_out():
    alice = correspondent("alice")
    table = bidding()
    before = entries(table)
    raw = write_mail("alice@example.org", general_address(), f"wizard move {table} 2")
    receive_email(message=parse_email(raw), recipient=general_address(), now=timezone.now())
    carry_out_all()
    mail = PendingMail.objects.get(kind="answer")
    assert (mail.user, mail.table) == (alice, None)
    assert "Nothing in your mail was carried out" in answers()[0][0]
    assert entries(table) == before


def test_a_mail_that_comes_again_is_neither_carried_out_nor_answered_again():
    table = bidding()
    user = on_turn(table)
    answer_to(user, table, "2", Message_ID="<7@example.org>")
    number = entries(table)
    reply(user, table, "2", Message_ID="<7@example.org>")
    carry_out_all()
    assert (len(answers()), entries(table)) == (1, number)


def test_two_programs_that_answer_each_other_end(settings):
    settings.RATE_LIMITS = True
    table = bidding()
    user = on_turn(table)
    for _ in range(NOT_UNDERSTOOD.times + 5):
        reply(user, table, "I am out of the office.")
        carry_out_all()
    assert len(answers()) == NOT_UNDERSTOOD.times
    assert outcome() == MailOutcome.NOT_ANSWERED


def test_who_is_barred_meanwhile_gets_no_answer():
    table = bidding()
    user = on_turn(table)
    reply(user, table, "2")
    user.is_active = False
    user.save()
    before = entries(table)
    carry_out_all()
    assert (answers(), entries(table), outcome()) == ([], before, MailOutcome.NOT_ANSWERED)


def test_what_players_wrote_is_not_kept_and_old_mails_are_removed():
    table = bidding()
    answer_to(on_turn(table), table, "2")
    mail = ReceivedMail.objects.get()
    assert (mail.content, mail.replies) == ({}, [])
    delete_old_emails(timezone.now() + LIFETIME)
    assert ReceivedMail.objects.exists()
    delete_old_emails(timezone.now() + LIFETIME + timedelta(days=2))
    assert not ReceivedMail.objects.exists()
