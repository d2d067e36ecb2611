"""Mails on their way to a real mail server: what arrives, what is tried again, and what a crash leaves."""

import logging
from datetime import timedelta
from random import Random

import pytest

from core.sentence import Sentence
from games import presence
from games.mail.incoming.quotes import REPLY_MARKER
from games.mail.outgoing.sender import CLAIM_TIMEOUT, claim_queued_emails
from games.models import ChatMessage, PendingMail, SlowTurn
from games.models.mail import MailKind
from games.services.chat.messages import post_message
from games.services.chat.mutes import mute_chat
from games.services.mail import queue_email
from games.services.slow_tables.turn_notices import notify_of_slow_turns
from tests.support.games.playing import AT, on_turn, play_on, sight, user_at
from tests.support.mail.players import NAMES, mailed, slow_table
from tests.support.mail.sending import LATER, html_of, send_due, text_of, turn_mailed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_connected", "at")]


def test_a_turn_arrives_as_text_and_html_and_can_be_answered(receiver):
    table_id, _ = turn_mailed()
    stored = PendingMail.objects.get()
    assert send_due() == 1
    [mail] = receiver.mails
    name = sight(table_id)["players"][on_turn(table_id)]["name"]
    assert receiver.recipients == [[f"{name}@mail.example"]]
    assert mail["Message-ID"] == stored.message_id
    assert mail["Reply-To"].startswith("wizard+")
    assert mail["From"] == "Wizard <wizard@play.example.org>"
    # Reports of failures come to the player's own address.
    assert receiver.senders == [mail["Reply-To"]]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["References"] == mail["In-Reply-To"]
    seen = sight(table_id, on_turn(table_id))
    for written in (text_of(mail), html_of(mail)):
        assert "It is your turn" in written
        assert all(card in written for card in seen["hand"])
        assert f"https://wizard.example.org/tables/{table_id}/" in written
    assert "mailto:wizard+" in html_of(mail)
    assert "You have until 4 Jan 2026, 12:00 (UTC)." in text_of(mail)
    assert REPLY_MARKER in text_of(mail).splitlines()[0]
    assert not PendingMail.objects.exists()


def test_all_mails_about_a_table_are_one_thread_of_each_player(receiver):
    table_id, user = turn_mailed()
    play_on(table_id, Random(3))
    queue_email(
        user_id=user, kind=MailKind.ANSWER, table_id=table_id, now=LATER, in_reply_to="<x@mail.example>"
    )
    PendingMail.objects.update(due_at=LATER)
    send_due()
    threads = {}
    for mail in receiver.mails:
        threads.setdefault(mail["To"], []).append(mail)
    assert len(threads) == 4
    assert len({mail["References"].split()[0] for mail in receiver.mails}) == 4
    for mails in threads.values():
        assert len({mail["Subject"] for mail in mails}) == 1
        assert len({mail["References"].split()[0] for mail in mails}) == 1
    assert len({mail["Message-ID"] for mail in receiver.mails}) == len(receiver.mails)
    [answer] = [mail for mail in receiver.mails if mail["Auto-Submitted"] == "auto-replied"]
    assert answer["In-Reply-To"] == "<x@mail.example>"
    assert answer["References"].split()[-1] == "<x@mail.example>"


def test_the_reader_reads_their_language_with_the_names_of_their_deck(receiver):
    turn_mailed(language="de", deck="classic")
    send_due()
    [mail] = receiver.mails
    assert "Du bist am Zug" in text_of(mail)
    assert '<html lang="de">' in html_of(mail)
    assert " of " not in text_of(mail)


def test_a_turn_that_an_answer_shows_is_not_mailed_again(receiver):
    table_id, user = turn_mailed()
    queue_email(user_id=user, kind=MailKind.ANSWER, table_id=table_id, now=AT)
    PendingMail.objects.filter(kind=MailKind.TURN).update(due_at=LATER + timedelta(seconds=1))
    send_due()
    PendingMail.objects.update(due_at=LATER)
    send_due()
    assert [mail["Auto-Submitted"] for mail in receiver.mails] == ["auto-replied"]
    assert "It is your turn" in text_of(receiver.mails[0])
    # The reminder is sent all the same.
    queue_email(user_id=user, kind=MailKind.REMINDER, table_id=table_id, now=AT, facts=decision(table_id))
    send_due()
    assert "Your time is running out" in text_of(receiver.mails[1])


def test_an_answer_that_shows_another_turn_replaces_no_mail(receiver):
    table_id, _ = turn_mailed()
    other = next(user_at(table_id, seat) for seat in range(4) if seat != on_turn(table_id))
    queue_email(user_id=other, kind=MailKind.ANSWER, table_id=table_id, now=AT)
    send_due()
    assert len(receiver.mails) == 2


def decision(table_id):
    return {"decision": SlowTurn.objects.get(table=table_id).decision}


def test_lines_are_wrapped_between_words_and_links_stay_whole(receiver):
    for name in NAMES:
        mailed(name, language="de")
    play_on(slow_table(), Random(3))
    PendingMail.objects.update(due_at=LATER)
    send_due()
    lines = [line for mail in receiver.mails for line in text_of(mail).split("\n")]
    assert {line for line in lines if len(line) > 72 and " " in line} == set()
    assert "-- " in lines
    assert any(len(line) > 72 and "/mail/unsubscribe/" in line for line in lines)
    # The score sheet is what has long lines.
    assert any(line.startswith("Runde 1: ") for line in lines)


def test_a_turn_that_is_over_is_not_mailed(receiver):
    table_id, _ = turn_mailed()
    play_on(table_id, Random(3))
    PendingMail.objects.filter(kind__in=(MailKind.ROUND, MailKind.RESULT)).delete()
    send_due()
    assert receiver.mails == []
    assert not PendingMail.objects.exists()


def test_a_process_killed_before_the_mail_is_noted_sends_it_again_with_its_id(receiver, at):
    turn_mailed()
    [claimed] = claim_queued_emails(5, LATER)
    assert claim_queued_emails(5, LATER) == []
    assert send_due() == 0
    at(LATER + CLAIM_TIMEOUT)
    assert send_due() == 1
    assert [mail["Message-ID"] for mail in receiver.mails] == [claimed.message_id]


def test_neither_hand_nor_token_nor_address_is_logged(receiver, caplog):
    caplog.set_level(logging.DEBUG)
    table_id, _ = turn_mailed()
    hand = sight(table_id, on_turn(table_id))["hand"]
    for answer in ("451 4.7.1 Greylisted", "550 5.1.1 <alice@mail.example> wizard+token unknown"):
        receiver.answer_to_recipient = answer
        send_due()
        PendingMail.objects.update(due_at=LATER)
    own = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("mail."))
    assert "wizard+" not in own
    assert "@mail.example" not in own
    assert not any(f" {card} " in own for card in hand)


def test_without_a_mail_server_nothing_is_printed_and_nothing_piles_up(settings, receiver, capsys):
    settings.SENDS_GAME_MAILS = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    turn_mailed()
    assert send_due() == 1
    assert not PendingMail.objects.exists()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["eve\r\nBcc: all@mail.example", "eve\nX-Evil: 1", "eve\x00\u2028<script>"])
def test_no_name_adds_a_header_or_a_tag(name, receiver):
    user = mailed("alice")
    facts = {"subject": name}
    queue_email(user_id=user.pk, kind=MailKind.ANSWER, facts=facts, sentences=[name], now=LATER)
    send_due()
    [sent] = receiver.mails
    assert sent["Bcc"] is None
    assert sent["X-Evil"] is None
    assert sent["Subject"].startswith("Re: eve")
    assert "<script>" not in html_of(sent)
    assert receiver.recipients == [[sent["To"]]]


def test_who_is_at_the_table_when_a_game_ends_is_mailed_nothing(receiver):
    table_id, _ = turn_mailed()
    PendingMail.objects.all().delete()
    play_on(table_id, Random(3))
    presence.add_socket(table_id, 0)
    PendingMail.objects.update(due_at=LATER)
    send_due()
    assert len({mail["To"] for mail in receiver.mails}) == 3
    assert any("has won" in text_of(mail) or "You have won" in text_of(mail) for mail in receiver.mails)
    assert any("is scored" in text_of(mail) for mail in receiver.mails)


def test_a_digest_shows_each_table_that_waits_once(receiver, at):
    for name in NAMES:
        mailed(name, mail_turns="digest", mail_digest_hour=6)
    tables = [slow_table(), slow_table()]
    notify_of_slow_turns(now=LATER)
    assert send_due() == 0
    at(AT + timedelta(hours=18))
    send_due()
    assert len(receiver.mails) == len({user_at(each, on_turn(each)) for each in tables})
    written = "".join(text_of(mail) for mail in receiver.mails)
    assert all(each in written for each in tables)
    assert "It is your turn" in written


def test_an_answer_has_its_sentences_and_the_table_as_it_is_now(receiver):
    table_id, user = turn_mailed()
    PendingMail.objects.all().delete()
    said = [Sentence("You played %(card)s.", card="R7"), Sentence("Nobody sits here.")]
    queue_email(user_id=user, kind=MailKind.ANSWER, table_id=table_id, sentences=said, now=LATER)
    send_due()
    [mail] = receiver.mails
    assert "You played R7.\nNobody sits here." in text_of(mail)
    assert "Your hand: " in text_of(mail)
    assert mail["List-Unsubscribe"] is None


def test_a_chat_message_is_mailed_to_the_others_unless_they_muted_its_author_or_it_was_hidden(receiver):
    table_id, _ = turn_mailed()
    PendingMail.objects.all().delete()
    alice, bob, dora = (mailed(name) for name in ("alice", "bob", "dora"))
    for text in ("Well played", "Something rude"):
        post_message(table_id=table_id, user=alice, address="a", now=LATER, text=text)
    mute_chat(table_id=table_id, user=dora, name="alice")
    ChatMessage.objects.filter(text="Something rude").update(hidden_at=LATER)
    assert not [mail for mail in PendingMail.objects.all() if "rude" in str(mail.facts)]
    PendingMail.objects.update(due_at=LATER)
    send_due()
    assert sorted(mail["To"] for mail in receiver.mails) == ["bob@mail.example", "emil@mail.example"]
    assert all("alice writes\n\nWell played" in text_of(mail) for mail in receiver.mails)
    assert bob.email in receiver.mails[0]["To"] + receiver.mails[1]["To"]
